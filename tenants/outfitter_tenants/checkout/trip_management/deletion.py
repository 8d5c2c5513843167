"""Trips that are deleted and that come back (domain.md 3.4)."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter.plugins import outbox
from outfitter_tenants.checkout.gift_cards import card_sales
from outfitter_tenants.checkout.intents import authorizations
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.refunds import gateway_refunds
from outfitter_tenants.checkout.stored_value import store_credit
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import (
    OPEN,
    SOLD,
    Change,
    ChangeResult,
    TripActor,
    change_trip,
)
from outfitter_tenants.pricing.operations import redemptions
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import lifecycle, trip_customers
from outfitter_tenants.trips.operations import trip_customers as trip_people

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import TripOrder

DELETED: Final = frozenset({"deleted"})


class MoneyNotSettled(DomainError):
    """The customer's money is still here."""

    code = "money_not_settled"
    status = 409


def delete_trip(
    *,
    trip_id: int,
    reason: str,
    by: TripActor,
    at: datetime,
    is_told: bool = False,
    is_forced: bool = False,
    version: int | None = None,
) -> ChangeResult:
    """
    Delete a trip: its seats, boats and guides are free again, its payments stay visible.

    A trip that waits for review is declined: what was paid goes back. `is_forced` deletes one
    whose money is still here.

    :raises MoneyNotSettled: it is booked, paid, and nobody has given the money back
    """
    with atomic():
        with change_trip(
            trip_id=trip_id, by=by, at=at, version=version, states=OPEN, agents_need="cancel"
        ) as change:
            end(change, reason=reason, is_told=is_told, is_forced=is_forced)
        return _counted(change)


def end(change: Change, *, reason: str, is_told: bool, is_forced: bool = False) -> None:
    """
    Delete the trip of a change in its transaction; see `delete_trip`.

    :raises MoneyNotSettled: as there
    """
    trip, at = change.trip, change.at
    change.is_priced = False
    is_declined = trip.status == "under_review"
    if trip.status == "draft":
        by = change.by.avatar_id
        if store_credit.release(trip=trip, reason="trip_deleted", by=by, at=at):
            payment_sums.store_payment_sums(trip=trip, at=at)
    kept = trip.paid_amount - trip.refunded_amount
    if trip.status == "reserved" and kept > 0 and not is_forced:
        why = "This trip is paid. Refund it first, or delete it anyway."
        raise MoneyNotSettled(why, paid=trip.paid_amount, refunded=trip.refunded_amount)
    redemptions.release(trip_id=trip.pk)
    for order in _orders(change):
        reseat(change, order, timeslot_id=None, quantities={})
    card_sales.void_cards(change, reason=reason)
    before = lifecycle.delete(trip=trip, reason=reason, at=at)
    if authorizations.release_all(trip=trip, reason=reason, by=change.by.avatar_id, at=at):
        change.warn("hold_released", "Card authorizations are released.", "info")
    if is_declined:
        _give_back(change)
    elif kept > 0:
        change.warn("money_kept", "You keep this trip's payments.")
    change.log(
        "trip.review_declined" if is_declined else "trip.deleted",
        before={"status": before},
        after={"status": trip.status},
        reason=reason,
    )
    outbox.publish(
        "trip.deleted",
        at=at,
        trip_id=trip.pk,
        hash=trip.hash,
        was=before,
        reason=reason,
        notify=is_told and before != "draft",
    )


def _give_back(change: Change) -> None:
    by_hand = gateway_refunds.open_refunds(trip=change.trip, reason="declined", at=change.at)
    if by_hand:
        change.warn("refund_by_hand", "Some payments weren't made by card. Refund those yourself.")


def restore_trip(
    *, trip_id: int, by: TripActor, at: datetime, reason: str | None = None, version: int | None = None
) -> ChangeResult:
    """
    Bring a deleted trip back as what it was, on the seats it had, if they are still there.

    :raises TooLate: it was deleted more than thirty days ago
    :raises SoldOut: its seats were sold meanwhile; it stays deleted
    :raises NotBookable: something else speaks against them
    """
    with atomic():
        with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=DELETED) as change:
            _come_back(change, reason)
        return _counted(change)


def _come_back(change: Change, reason: str | None) -> None:
    trip = change.trip
    change.is_priced = False
    after = lifecycle.restore(trip=trip, at=change.at)
    redemptions.count_again(trip_id=trip.pk)
    card_sales.restore_cards(change)
    for order in _orders(change):
        had = trips.seats_of_order(trip_order_id=order.pk)
        reseat(change, order, timeslot_id=order.timeslot_id, quantities=had.quantities, is_active=False)
    if after in SOLD and trips.still_to_come(trip) > 0 and trip.refunded_amount:
        change.warn("money_returned", "The payment was refunded, so this trip has a balance due again.")
    change.log("trip.restored", before={"status": "deleted"}, after={"status": after}, reason=reason)


def _orders(change: Change) -> "list[TripOrder]":
    """Return the orders that sit somewhere, in the order in which departures are locked."""
    rows = change.trip.orders.filter(status="active", timeslot__isnull=False)
    return list(rows.order_by("timeslot_id", "id"))


def _counted(change: Change) -> ChangeResult:
    if change.trip.customer_id is not None:
        trip_people.recount(customer_ids=[change.trip.customer_id])
    return change.result


WAITING: Final = frozenset({"under_review"})


def confirm_review(
    *,
    trip_id: int,
    is_approved: bool,
    note: str | None,
    is_told: bool,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Confirm a trip that waits for it, or decline it: then seats are free and the money goes back.

    :raises WrongState: it does not wait for review
    """
    with atomic():
        with change_trip(
            trip_id=trip_id, by=by, at=at, version=version, states=WAITING, is_money=False
        ) as change:
            trip = change.trip
            if not is_approved:
                end(change, reason=note or "", is_told=is_told)
            else:
                lifecycle.confirm(trip=trip, by=by.avatar_id, at=at)
                if authorizations.capture_all(trip=trip, by=by.avatar_id, at=at):
                    change.warn("hold_captured", "The authorized amount is captured now.", "info")
                change.log(
                    "trip.review_confirmed",
                    before={"status": "under_review"},
                    after={"status": trip.status},
                    reason=note,
                )
        if trip.customer_id is not None:
            trip_customers.recount(customer_ids=[trip.customer_id])
        if is_approved:
            _announce(trip_id, is_told=is_told, at=at)
        return change.result


def _announce(trip_id: int, *, is_told: bool, at: datetime) -> None:
    whole = trips.get_trip(trip_id=trip_id)
    outbox.publish("trip.confirmed", at=at, notify=is_told, **trips.confirmation_of(whole))
