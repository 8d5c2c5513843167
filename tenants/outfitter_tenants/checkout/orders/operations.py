"""An order of a trip by itself: its note, its boats and guides, and taking it out of a cart."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.trip_changes.change import (
    SOLD,
    ChangeResult,
    TripActor,
    WrongState,
    change_trip,
)
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling.operations.resource_assignments import Guests, assign_resource
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips import order_parties
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts
from outfitter_tenants.trips.operations import orders as rows


def save_note(
    *, trip_id: int, trip_order_id: int, note: str, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Write the note of an order.

    :raises StaleVersion: somebody changed the trip since `version`
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        order = change.order(trip_order_id, is_active=False)
        before = order.note
        if before != note:
            rows.set_note(order=order, note=note)
            change.log(
                "trip_order.note_saved",
                entity_type="trip_order",
                entity_id=order.pk,
                before={"note": before},
                after={"note": note},
            )
    return change.result


def remove(
    *, trip_id: int, trip_order_id: int, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Take an order out of a cart and give its seats back.

    :raises WrongState: it was sold; then it is cancelled instead, with what that costs
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        if change.trip.status in SOLD:
            raise WrongState(
                "This order is booked. Cancel it instead.", status=change.trip.status, instead="cancel"
            )
        order = change.order(trip_order_id, is_active=False)
        reseat(change, order, timeslot_id=None, quantities={})
        change.log(
            "trip_order.removed",
            entity_type="trip_order",
            entity_id=order.pk,
            before={"experience_id": order.experience_id, "timeslot_id": order.timeslot_id},
        )
        rows.remove(trip=change.trip, order=order)
    return change.result


def remove_orders(*, trip_id: int, by: TripActor, at: datetime, version: int | None = None) -> ChangeResult:
    """
    Take every experience out of a cart and give its seats back; contact and notes stay.

    :raises WrongState: the trip is booked: its orders are cancelled, not removed
    """
    states = frozenset({"draft"})
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=states) as change:
        orders = list(change.trip.orders.order_by("timeslot_id", "id"))
        for order in orders:
            reseat(change, order, timeslot_id=None, quantities={})
            drafts.remove_order(order=order)
        if orders:
            change.log("trip.orders_removed", before={"orders": [one.pk for one in orders]})
    return change.result


class NotScheduled(DomainError):
    """The order is on no departure: nothing can serve it."""

    code = "not_scheduled"
    status = 409


@dataclass(frozen=True, slots=True)
class ResourceRequest:
    """A resource for all of an order (no `booking_ids`) or for some of its guests."""

    resource_id: int
    booking_ids: tuple[int, ...] | None = None
    usage_id: int | None = None
    is_locked: bool = True
    is_forced: bool = False


def assign_by_hand(
    *,
    trip_id: int,
    trip_order_id: int,
    wanted: Sequence[ResourceRequest],
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Put an order, or some of its guests, on resources that somebody chose: all or nothing.

    Each has a row of its own in the log, written where resources are assigned.

    :raises NotScheduled: it is on no departure
    :raises ResourceUnavailable: one cannot serve them; `is_forced` gets past a blackout only
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=SOLD, is_money=False) as change:
        slot_id = _slot_of(change.order(trip_order_id).timeslot_id)
        for item in wanted:
            party = order_parties.get_party(trip_order_id=trip_order_id)
            if item.booking_ids is not None:
                party = order_parties.party_of_bookings(booking_ids=item.booking_ids)
            if party.id != trip_order_id:
                raise trips.OrderNotFound("One of these guests is not on this order.")
            assign_resource(
                guests=Guests(
                    slot_id,
                    trip_order_id,
                    {guest.id: guest.experience_customer_type_id for guest in party.guests},
                    item.booking_ids is None,
                ),
                resource_id=item.resource_id,
                usage_id=item.usage_id,
                window=None,
                is_locked=item.is_locked,
                force=item.is_forced,
                at=at,
            )
    return change.result


def assign_anew(
    *, trip_id: int, trip_order_id: int, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Give an order what its party needs anew; what somebody chose by hand stays.

    :raises NotScheduled: it is on no departure
    :raises ResourceUnavailable: it is taken; the order keeps what it had
    """
    with (
        atomic(),
        change_trip(trip_id=trip_id, by=by, at=at, version=version, states=SOLD, is_money=False) as change,
    ):
        order = change.order(trip_order_id)
        party = trips.seats_of_order(trip_order_id=order.pk)
        method = change.trip.trip_method
        before, after = seats.assign_anew(
            timeslot_id=_slot_of(order.timeslot_id),
            trip_order_id=order.pk,
            quantities=party.quantities,
            audience=cast("Audience", method.audience),
            at=at,
        )
        if before != after:
            change.log(
                "resource.assigned",
                entity_type="trip_order",
                entity_id=order.pk,
                before={"resources": before},
                after={"resources": after, "mode": "auto"},
            )
    return change.result


def _slot_of(timeslot_id: int | None) -> int:
    if timeslot_id is None:
        raise NotScheduled("This order isn't on a departure.")
    return timeslot_id
