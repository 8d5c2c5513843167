"""Guests leave an order, or one comes who is like another: seats first, rows after."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter.kit.errors import Invalid
from outfitter.kit.person_names import full_name
from outfitter_tenants.checkout.bookings.order_guests import MOST, tickets_for
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.trip_changes.change import SOLD, Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import guests as rows
from outfitter_tenants.trips.operations import orders
from outfitter_tenants.waivers import operations as waivers

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, TripOrder


def delete(
    *,
    trip_id: int,
    trip_order_id: int,
    booking_ids: Sequence[int] | None,
    by: TripActor,
    at: datetime,
    reason: str | None = None,
    version: int | None = None,
) -> ChangeResult:
    """
    Take guests off an order, all of them when none is named; the last takes the order along.

    Their seats, resources, add-ons and things from the shelf go back. In a sold trip they stay as
    cancelled rows, and an order nobody is left on is cancelled: what was paid is not given back by
    this.

    :raises OrderNotFound: the order or a guest is of another trip
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, agents_need="cancel") as change:
        order = change.order(trip_order_id)
        there = orders.guests_of(order)
        named = {row.pk for row in there} if booking_ids is None else set(booking_ids)
        gone = [row for row in there if row.pk in named]
        if len(gone) != len(named):
            raise trips.OrderNotFound("Guest not found on this order.")
        if gone:
            _leave(change, order, there, gone, reason)
    return change.result


def _leave(
    change: Change, order: "TripOrder", there: "list[Booking]", gone: "list[Booking]", reason: str | None
) -> None:
    left = Counter(row.experience_customer_type_id for row in there if row not in gone)
    is_sold = change.trip.status in SOLD
    slot_id = order.timeslot_id if left else None
    reseat(change, order, timeslot_id=slot_id, quantities=left)
    order_id = order.pk
    told = {"booking_ids": [row.pk for row in gone], "guests": [_name(row) for row in gone]}
    waivers.release_all(booking_ids=[row.pk for row in gone])
    if left:
        rows.take_away(guests=gone, is_sold=is_sold, at=change.at)
    elif is_sold:
        # The guests stay with it, so that it can come back as it was.
        orders.cancel(order=order, reason="other", by=change.by.avatar_id, at=change.at)
    else:
        rows.remove_order(order=order, at=change.at)
    change.log(
        "booking.deleted",
        entity_type="trip_order",
        entity_id=order_id,
        before=told,
        after={} if left else {"trip_order": "cancelled" if is_sold else "removed"},
        reason=reason,
    )
    if change.trip.paid_amount > change.trip.refunded_amount:
        change.warn("refund_not_made", "The payment for these guests hasn't been refunded.")


def _name(row: "Booking") -> str:
    kind = row.experience_customer_type
    name = full_name(row.guest_first_name, row.guest_last_name)
    return name or kind.label or kind.customer_type.name


def clone(
    *,
    trip_id: int,
    booking_id: int,
    qty: int,
    is_with_addons: bool,
    is_with_answers: bool,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Put so many guests like one on the same order, at what they cost today.

    Their seats are taken first: sold out, nothing changes. Neither the name nor a price or a gift
    of the first one's own is copied.

    :raises SoldOut: the seats are not there
    :raises Invalid: the order would have too many guests
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        like = change.booking(booking_id)
        order = change.order(like.trip_order_id)
        had = trips.seats_of_order(trip_order_id=order.pk).quantities
        kind_id = like.experience_customer_type_id
        party = {**had, kind_id: had[kind_id] + qty}
        if sum(party.values()) > MOST[by.audience]:
            raise Invalid({"qty": [f"At most {MOST[by.audience]} guests on one order."]})
        tickets = tickets_for(change, order, {kind_id: qty}, party)
        reseat(change, order, timeslot_id=order.timeslot_id, quantities=party)
        made = rows.clone_guests(like=like, tickets=tickets)
        if is_with_addons:
            rows.copy_addons(from_id=like.pk, to=made, at=at)
        ids = [row.pk for row in made]
        if is_with_answers:
            fields.copy_answers(scope="booking", from_id=like.pk, to_ids=ids, by=by.avatar_id, at=at)
        after: dict[str, Any] = {"booking_ids": ids, "unit_amount": tickets[0].unit_amount}
        change.log("booking.cloned", entity_type="booking", entity_id=like.pk, after=after)
    return change.result
