"""
The one way a card's value changes: a posting in the journal, and the stored sum along with it.

The caller holds the card's lock (and its trip's before it); both writes are one transaction, and a
posting that is there already changes nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F
from django.db.models.functions import Greatest

from outfitter.kit.errors import DomainError
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.operations import PostingCause, PostingLine

# What comes back to a card after its date may be spent for so long.
GRACE: Final = timedelta(days=30)


class GiftCardInvalid(DomainError):
    """A card cannot be used like this; the detail's `reason` says why."""

    code = "gift_card_invalid"
    status = 422


REASONS: Final = {
    "unknown": "There is no gift card with this code.",
    "pending": "This gift card is not active yet.",
    "expired": "This gift card has expired.",
    "void": "This gift card is no longer valid.",
    "empty": "There is nothing left on this gift card.",
    "currency": "This gift card is in another currency.",
    "nothing_to_pay": "There is nothing a gift card could pay.",
    "buys_a_card": "A gift card cannot buy a gift card.",
    "not_pending": "This gift card is already active.",
    "already_applied": "This gift card is already on the trip.",
    "unpaid": "This gift card isn't paid for. Sell it with a trip, or make it complimentary.",
    "suspended": "This gift card can't be used right now. Please contact us.",
    "unsold": "This gift card has not been paid yet.",
}


def refusal(reason: str) -> GiftCardInvalid:
    """Return the refusal for a reason, in words."""
    return GiftCardInvalid(REASONS[reason], reason=reason)


@dataclass(frozen=True, slots=True)
class Value:
    """Value in minor units: what was paid for, and what was given away."""

    purchased: int = 0
    promo: int = 0

    @property
    def whole(self) -> int:
        """Return both together."""
        return self.purchased + self.promo

    def __neg__(self) -> "Value":
        return Value(-self.purchased, -self.promo)

    def __sub__(self, other: "Value") -> "Value":
        return Value(self.purchased - other.purchased, self.promo - other.promo)

    def __add__(self, other: "Value") -> "Value":
        return Value(self.purchased + other.purchased, self.promo + other.promo)


def take(whole: Value, amount: int, *, promo_first: bool) -> Value:
    """
    Return which value an amount is taken from, at most all of it (domain.md 4.15).

    Spending takes what was given away first; what comes back was paid for first.
    """
    if promo_first:
        promo = min(amount, whole.promo)
        return Value(min(amount - promo, whole.purchased), promo)
    purchased = min(amount, whole.purchased)
    return Value(purchased, min(amount - purchased, whole.promo))


def move(
    *,
    card: GiftCard,
    cause: PostingCause,
    value: Value,
    against: list[PostingLine],
    by: int | None,
    at: datetime,
    is_new: bool = False,
) -> bool:
    """
    Put value on a locked card, or take it off when negative; `against` is where it comes from.

    `is_new` value was never on the card before: what came onto it in all grows (or shrinks).
    Returns False, and changes nothing, when this cause was posted before.

    :raises GiftCardInvalid: the card has less than is taken
    """
    left = Value(card.balance_purchased, card.balance_promo) + value
    if left.purchased < 0 or left.promo < 0:
        raise refusal("empty")
    lines = [
        PostingLine("gift_card_purchased", value.purchased, card.pk),
        PostingLine("gift_card_promo", value.promo, card.pk),
        *against,
    ]
    if not ledger.post(cause=cause, lines=lines, currency=card.currency, by=by, at=at):
        return False
    changed = GiftCard.objects.filter(
        pk=card.pk, balance_purchased__gte=-value.purchased, balance_promo__gte=-value.promo
    ).update(
        balance_purchased=F("balance_purchased") + value.purchased,
        balance_promo=F("balance_promo") + value.promo,
        purchased_amount=F("purchased_amount") + (value.purchased if is_new else 0),
        promo_amount=F("promo_amount") + (value.promo if is_new else 0),
        status=_status(card.status, left),
        changed_at=at,
        version=F("version") + 1,
    )
    if not changed:
        raise refusal("empty")
    card.refresh_from_db()
    return True


def _status(now: str, left: Value) -> str:
    if now in {"active", "depleted"}:
        return "active" if left.whole else "depleted"
    return now


def extend_validity(*, card: GiftCard, value: Value, at: datetime) -> None:
    """Let value that comes back to a card after its date be spent for a while longer."""
    until = at + GRACE
    changes: dict[str, object] = {}
    if value.purchased and card.expires_at is not None and card.expires_at < until:
        changes["expires_at"] = Greatest(F("expires_at"), until)
    if value.promo and card.promo_expires_at is not None and card.promo_expires_at < until:
        changes["promo_expires_at"] = Greatest(F("promo_expires_at"), until)
    is_over = card.status == "expired" and card.balance > 0
    if is_over:
        changes["status"] = "active"
    if changes:
        GiftCard.objects.filter(pk=card.pk).update(**changes)
        card.refresh_from_db()


def suspend(*, card: GiftCard, at: datetime | None) -> None:
    """Keep a locked card from being spent from now on; None lets it be spent again."""
    card.suspended_at, card.version = at, card.version + 1
    card.save(update_fields=["suspended_at", "version"])
