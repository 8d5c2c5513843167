"""The least that calls around guests, add-ons, products and notes have to carry."""

from typing import Any

GUESTS: dict[str, Any] = {
    "booking_waiver_status": {"state": "required"},
    "booking_unassign_waiver": {"waiver_id": 1},
    "booking_addon_add": {"addon_id": 1},
    "booking_addon_change": {"addon_id": 1},
    "booking_addon_remove": {"addon_id": 1},
    "booking_enabled_addons": {"addon_ids": []},
    "trip_order_addon_add": {"addon_id": 1},
    "trip_order_addon_change": {"addon_id": 1},
    "trip_order_addon_remove": {"addon_id": 1},
    "trip_order_addons_save": {"addons": []},
    "booking_product_add": {"product_id": 1},
    "booking_product_remove": {"product_id": 1},
    "custom_field_value_save": {"value": None},
    "note_new": {"body": "A"},
    "note_make": {"body": "A", "trip": 1},
}
