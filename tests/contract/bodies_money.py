"""The least the calls around payments have to carry to be looked at, by operation."""

from typing import Any, Final

MONEY: Final[dict[str, Any]] = {
    "payment_add": {"method": "cash", "amount": 1},
    "payment_edit": {"payment_id": 1},
    "payment_note_update": {"payment_id": 1, "note": "A"},
    "payment_remove": {"payment_id": 1, "reason": "A"},
    "payment_cancel_hold": {},
    "payment_capture_hold": {"payment_hold_id": 999_999},
    "payment_link_create": {},
    "pay_link_create_intent": {"amount": 1},
    "pay_link_confirm": {"intent_id": 1},
    "pay_link_gift_card_apply": {"code": "A"},
    "customer_create_card_intent": {},
    "customer_card_add": {"payment_method_id": "pm_1"},
    "reseller_create_card_intent": {},
    "reseller_card_add": {"payment_method_id": "pm_1"},
    "payment_cancel_intent": {"intent_id": 1},
    "payment_tip_assign": {"payment_id": 1},
    "collecting_onboard": {},
    "reader_register": {"registration_code": "one-two-three", "label": "A", "location_id": "tml_1"},
    "reader_remove": {"reader_id": "tmr_1"},
    "payments_calculate_refund": {"trip_id": 1, "reason": "customer"},
    "payments_answer_dispute": {},
    "payments_accept_dispute": {"reason": "A"},
    "payment_refund": {"payment_id": 1, "reason": "customer"},
    "payments_refund_card": {"payment_id": 1, "reason": "customer"},
    "payments_refund_at_terminal": {"payment_id": 1, "reason": "customer", "reader_id": "tmr_1"},
}
