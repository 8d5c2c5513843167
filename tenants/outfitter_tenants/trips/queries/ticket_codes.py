"""Whose ticket a code is: what a scanner asks when its own list doesn't know (domain.md 4.13)."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal

from django.db.models import Q, QuerySet

from outfitter.kit.errors import NotFound
from outfitter.kit.person_names import full_name
from outfitter_tenants.trips.models import Booking, Trip, TripOrder

State = Literal["scheduled", "unscheduled", "canceled", "not_booked"]
_BOOKED: Final = ("reserved", "under_review")
_CODE_LENGTH: Final = 9


class TicketNotFound(NotFound):
    """No ticket or booking within reach has this code."""

    code = "ticket_not_found"


@dataclass(frozen=True, slots=True)
class TicketRow:
    """
    Where a code leads: to one guest (`booking_id`), or to a whole booking.

    `date` and `start_at` are those of the departure; None while the order has none.
    """

    state: State
    trip_id: int
    trip_order_id: int
    booking_id: int | None
    confirmation_code: str
    name: str
    experience: str
    date: date | None
    start_at: datetime | None


def find_ticket(*, code: str, day: date, reach: Q) -> TicketRow:
    """
    Return what a ticket's code, or a booking's confirmation code, stands for.

    Of a booking with several departures it is the one on `day`, else the next after it, else the last.

    `reach` filters the trips that the asker's role shows.

    :raises TicketNotFound: nothing within reach has it
    """
    guest = None
    orders = TripOrder.objects.select_related("trip", "timeslot", "experience")
    if len(code) <= _CODE_LENGTH:
        order = _on_or_after(orders.filter(trip__confirmation_code=code.upper()), day)
    else:
        guest = Booking.objects.filter(ticket_code=code).first()
        order = orders.filter(pk=guest.trip_order_id).first() if guest else None
    if order is None or not Trip.objects.filter(reach, pk=order.trip_id).exists():
        raise TicketNotFound("No booking here has this code.")
    return _row(order, guest)


def _on_or_after(orders: "QuerySet[TripOrder]", day: date) -> TripOrder | None:
    """Return the order whose turn it is: active ones first, then by time."""
    found = sorted(orders, key=lambda one: (one.timeslot is None, one.timeslot and one.timeslot.start_at))
    active = [one for one in found if one.status == "active"] or found
    coming = (one for one in active if one.timeslot is not None and one.timeslot.date >= day)
    return next(coming, active[-1] if active else None)


def _row(order: TripOrder, guest: Booking | None) -> TicketRow:
    trip, slot = order.trip, order.timeslot
    own = full_name(guest.guest_first_name, guest.guest_last_name) if guest else ""
    return TicketRow(
        state=_state(order, guest),
        trip_id=trip.pk,
        trip_order_id=order.pk,
        booking_id=guest.pk if guest else None,
        confirmation_code=trip.confirmation_code,
        name=own or full_name(trip.contact_first_name, trip.contact_last_name),
        experience=order.experience.name,
        date=slot.date if slot else None,
        start_at=slot.start_at if slot else None,
    )


def _state(order: TripOrder, guest: Booking | None) -> State:
    if order.status != "active" or (guest is not None and guest.cancelled_at is not None):
        return "canceled"
    if order.trip.status not in _BOOKED:
        return "canceled" if order.trip.status == "cancelled" else "not_booked"
    return "scheduled" if order.timeslot_id else "unscheduled"
