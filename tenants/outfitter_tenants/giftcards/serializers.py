"""A card as lists show it."""

from typing import TYPE_CHECKING, Any, Final

from outfitter_tenants.giftcards.rules import code_format

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard

_SAME: Final = (
    "hash",
    "kind",
    "status",
    "last4",
    "code_source",
    "is_physical",
    "currency",
    "purchased_amount",
    "promo_amount",
    "balance",
    "balance_purchased",
    "balance_promo",
    "sold_price",
    "recipient_name",
    "recipient_email",
    "sender_name",
    "style_id",
    "deliver_at",
    "delivered_at",
    "activated_at",
    "expires_at",
    "promo_expires_at",
    "suspended_at",
    "created_at",
    "version",
)


def row_of(card: "GiftCard") -> dict[str, Any]:
    """Return a card in a list; it comes with its `sold_trip`."""
    return {
        "id": card.pk,
        **{name: getattr(card, name) for name in _SAME},
        "code_masked": code_format.masked(card.last4),
        "sold_trip": trip_of(card.sold_trip) if card.sold_trip else None,
    }


def trip_of(found: Any) -> dict[str, Any]:
    """Return the trip that a card has to do with."""
    return {
        "id": found.pk,
        "hash": found.hash,
        "confirmation_code": found.confirmation_code,
        "status": found.status,
    }
