"""
The gift cards that a disputed trip bought: stolen cards buy what is spent at once (domain.md 4.9).

While a bank has not decided, their value cannot be spent. Kept money makes them good again; lost
money makes them void, and the trip goes on owing what was spent of them. Lock order: trip, card.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.stored_value import activation
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.giftcards import operations as cards
from outfitter_tenants.giftcards import queries
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips.operations import drafts

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard
    from outfitter_tenants.trips.models import Trip

LOST = "dispute lost"


def follow(*, trip: "Trip", at: datetime) -> bool:
    """
    Suspend, resume or void what a locked trip bought; returns whether its price is another now.

    By how its disputes stand now. Safe to call twice; the caller sees to what hangs on the price.
    """
    if not trip.has_gift_cards:
        return False
    sales = [one for one in queries.sales_of_trip(trip_id=trip.pk) if one.status == "posted"]
    if not sales:
        return False
    locked = queries.lock_cards(ids={one.gift_card_id for one in sales})
    is_open = money.has_undecided_dispute(trip_id=trip.pk)
    if not is_open and _is_lost(trip):
        _void(trip, locked, at)
        return True
    for card in locked.values():
        _stand(card, trip, is_suspended=is_open or _is_disputed(card, trip), at=at)
    return False


def _is_lost(trip: "Trip") -> bool:
    return money.has_lost_dispute(trip_id=trip.pk) and activation.is_unpaid(trip=trip)


def _is_disputed(card: "GiftCard", trip: "Trip") -> bool:
    """Return whether another trip that put value on the card is disputed."""
    others = {one.trip_id for one in queries.live_sales(gift_card_id=card.pk) if one.status == "posted"}
    return any(money.has_undecided_dispute(trip_id=one) for one in others - {trip.pk} if one is not None)


def _stand(card: "GiftCard", trip: "Trip", *, is_suspended: bool, at: datetime) -> None:
    if is_suspended == (card.suspended_at is not None):
        return
    cards.suspend(card=card, at=at if is_suspended else None)
    record(
        entity_type="gift_card",
        entity_id=card.pk,
        trip_id=trip.pk,
        at=at,
        action="gift_card.suspended" if is_suspended else "gift_card.resumed",
        after={"balance_purchased": card.balance_purchased, "balance_promo": card.balance_promo},
    )


def _void(trip: "Trip", locked: "dict[int, GiftCard]", at: datetime) -> None:
    for one in queries.sales_of_trip(trip_id=trip.pk):
        if one.status != "posted":
            continue
        card = locked[one.gift_card_id]
        before = {"balance_purchased": card.balance_purchased, "balance_promo": card.balance_promo}
        spent = cards.void_sale(sale=one, card=card, reason=LOST, by=None, at=at)
        if card.suspended_at is not None:
            cards.suspend(card=card, at=None)
        record(
            entity_type="gift_card",
            entity_id=card.pk,
            trip_id=trip.pk,
            at=at,
            reason=LOST,
            action="gift_card.removed",
            before=before,
            after={"status": card.status, "spent_amount": spent},
        )
    price_trip(trip=trip, at=at)
    drafts.refresh(trip=trip, at=at)
    payment_sums.store_payment_sums(trip=trip, at=at)
