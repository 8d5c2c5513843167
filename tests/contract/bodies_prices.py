"""The least the calls around prices have to carry to be looked at, by operation."""

from typing import Any, Final

PRICES: Final[dict[str, Any]] = {
    "booking_price_override": {"amount": 1, "reason": "A"},
    "booking_toggle_comp": {"is_comped": False},
    "trip_order_toggle_comp": {"is_comped": False},
    "trip_order_pricing_override": {"kind": "clear", "reason": "A"},
    "trip_toggle_tax": {"is_tax_exempt": False, "reason": "A"},
    "deposit_override": {"none": True, "reason": "A"},
    "trip_add_adjustment": {"amount": 1, "reason": "A"},
    "trip_remove_adjustment": {"adjustment_id": 1},
    "trip_add_offer_code": {"code": "A"},
    "trip_remove_offer_code": {"offer_code_id": 1},
    "offer_code_save": {"code": "AAA", "kind": "amount", "value": 1},
}
