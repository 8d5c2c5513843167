"""The least that calls around orders have to carry, by operation."""

from typing import Any, Final

ORDERS: Final[dict[str, Any]] = {
    "trip_order_cancel": {"reason": "customer"},
    "trip_order_split": {"booking_ids": [1]},
    "trip_order_assign_resources": {"mode": "auto"},
    "trip_order_booking_add": {"quantities": [{"experience_customer_type_id": 1, "qty": 1}]},
    "trip_order_change_types": {"changes": [{"booking_id": 1, "to": 1}]},
    "trip_order_note_save": {"note": "A"},
}
