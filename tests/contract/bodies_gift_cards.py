"""The least the calls around gift cards have to carry to be looked at, by operation."""

from typing import Any, Final

GIFT_CARDS: Final[dict[str, Any]] = {
    "gift_card_save": {"purchased_amount": 100},
    "gift_card_reload": {"promo_amount": 100, "reason": "A"},
    "gift_card_remove": {"reason": "A"},
    "gift_cards_remove_all": {"reason": "A"},
    "trip_gift_card_apply": {"code": "NOBODYS1"},
    "trip_gift_card_unapply": {"payment_id": 1},
}
