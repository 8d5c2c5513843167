"""Value whose date is past, and stored sums that are not what the journal says."""

from collections.abc import Sequence
from datetime import datetime

from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.giftcards.operations.balance import Value, move
from outfitter_tenants.ledger.operations import PostingCause, PostingLine


def expire(*, card: GiftCard, at: datetime) -> Value:
    """Take off a locked card what can no longer be spent; returns what that was."""
    usable = Value(*queries.in_date(card, at=at))
    gone = Value(card.balance_purchased, card.balance_promo) - usable
    if not gone.whole or card.status not in {"active", "depleted", "expired"}:
        return Value()
    cause = PostingCause(
        f"gift_card_expire:{card.pk}:{card.version}", "gift_card_expire", gift_card_id=card.pk
    )
    lost = [PostingLine("expired", gone.whole)]
    move(card=card, cause=cause, value=-gone, against=lost, by=None, at=at)
    if not card.balance:
        card.status = "expired"
        card.save(update_fields=["status"])
    return gone


def drifted(*, ids: Sequence[int]) -> list[int]:
    """Return which of these cards have another balance than the journal says."""
    return [
        card.pk
        for card, value in queries.with_journal(ids=ids)
        if (card.balance_purchased, card.balance_promo) != value
    ]


def recount(*, card: GiftCard) -> tuple[tuple[int, int], tuple[int, int]]:
    """Store what the journal says of a locked card; returns both, purchased and promotional."""
    before = (card.balance_purchased, card.balance_promo)
    ((_, after),) = queries.with_journal(ids=[card.pk])
    if before != after:
        card.balance_purchased, card.balance_promo = after
        card.version += 1
        card.save(update_fields=["balance_purchased", "balance_promo", "version"])
    return before, after
