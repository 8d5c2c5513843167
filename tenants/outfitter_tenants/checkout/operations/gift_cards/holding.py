"""What cards have set aside for carts: final when the cart is sold, back when its seats are."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter.db.locks import atomic
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.operations import refunds
from outfitter_tenants.checkout.operations.gift_cards import spending
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import holds
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip


def keep(*, trip: "Trip", at: datetime) -> None:
    """Make what cards set aside for a cart final, because it was sold; in its transaction."""
    if trip.paid_amount == trip.refunded_amount:
        return
    for one in queries.holds_of_trip(trip_id=trip.pk):
        payment = money.find_payment(trip_id=trip.pk, payment_id=one.payment_id)
        if payment is not None:
            spending.announce(payment, at)
    holds.drop(trip_id=trip.pk)


def extend(*, trip: "Trip", until: datetime) -> None:
    """Let the cards of a cart wait as long as its seats do; in the caller's transaction."""
    if trip.paid_amount > trip.refunded_amount:
        holds.extend(trip_id=trip.pk, until=until)


def release(*, trip: "Trip", reason: str, by: int | None, at: datetime) -> list[str]:
    """
    Put back what cards set aside for a cart, in the caller's transaction with the trip locked.

    Returns the last four characters of each card. The caller stores the trip.
    """
    released = []
    for one in queries.holds_of_trip(trip_id=trip.pk):
        payment = money.find_payment(trip_id=trip.pk, payment_id=one.payment_id)
        if payment is not None:
            spending.reverse(payment, reason, by, at)
            released.append(payment.card_last4 or "")
    if released:
        refunds.store_sums(trip=trip, at=at)
    return released


def release_lapsed(payload: dict[str, Any], at: datetime) -> None:
    """
    Put back what a cart's cards set aside once its seats are free again; the due job's handler.

    A cart whose seats are held longer, or that is being paid, is looked at again later.
    """
    with atomic():
        trip = trips.lock_trip(trip_id=int(payload["trip_id"]))
        if trip.status in {"reserved", "under_review"}:
            keep(trip=trip, at=at)
            return
        waits = [one.held_until for one in queries.holds_of_trip(trip_id=trip.pk)]
        seats = [hold.expires_at for hold in scheduling.holds_of_trip(trip_id=trip.pk)]
        latest = max([*waits, *seats], default=at)
        if money.is_being_paid(trip_id=trip.pk):
            latest = max(latest, at + spending.PATIENCE)
        if latest > at:
            holds.extend(trip_id=trip.pk, until=latest)
            return
        released = release(trip=trip, reason="hold_expired", by=None, at=at)
        if released:
            record(
                entity_type="trip", entity_id=trip.pk, trip_id=trip.pk, at=at,
                action="trip.gift_card_released", after={"gift_cards": released},
            )  # fmt: skip
