"""The least the calls around payments have to carry to be looked at, by operation."""

from typing import Any, Final

MONEY: Final[dict[str, Any]] = {
    "payment_add": {"method": "cash", "amount": 1},
    "payment_edit": {"payment_id": 1},
    "payment_note_update": {"payment_id": 1, "note": "A"},
    "payment_remove": {"payment_id": 1, "reason": "A"},
    "payment_cancel_hold": {},
    "payment_capture_hold": {"payment_hold_id": 999_999},
    "payment_tip_assign": {"payment_id": 1},
}
