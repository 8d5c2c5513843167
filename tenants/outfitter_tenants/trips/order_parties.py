"""Orders and their guests as those see them who assign boats and guides to them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Q

from outfitter.kit.person_names import full_name
from outfitter_tenants.trips.models import Booking, Trip, TripOrder
from outfitter_tenants.trips.queries import OrderNotFound


@dataclass(frozen=True, slots=True)
class Guest:
    """One live booking of an order."""

    id: int
    experience_customer_type_id: int
    pax_cnt: int


@dataclass(frozen=True, slots=True)
class OrderParty:
    """An active order of a sold trip with its live bookings; `name` is whom the trip is for."""

    id: int
    trip_id: int
    confirmation_code: str
    name: str
    group_name: str | None
    experience_id: int
    timeslot_id: int | None
    guests: tuple[Guest, ...]

    @property
    def pax_cnt(self) -> int:
        """Return the seats of its bookings."""
        return sum(guest.pax_cnt for guest in self.guests)


def parties_of(*, trip_order_ids: Iterable[int], reach: Q | None = None) -> dict[int, OrderParty]:
    """
    Return active orders of sold trips by id, in two statements.

    `reach` limits them to the trips that a role shows (trips.reach.shown).
    """
    rows = TripOrder.objects.select_related("trip").filter(
        pk__in=set(trip_order_ids), status="active", trip__status__in=["reserved", "under_review"]
    )
    if reach is not None:
        rows = rows.filter(trip__in=Trip.objects.filter(reach))
    found = list(rows.order_by("id"))
    guests: dict[int, list[Guest]] = {}
    bookings = Booking.objects.filter(trip_order__in=found, cancelled_at__isnull=True)
    for row in bookings.order_by("position", "id"):
        guests.setdefault(row.trip_order_id, []).append(
            Guest(row.pk, row.experience_customer_type_id, row.pax_cnt)
        )
    return {row.pk: _party(row, guests.get(row.pk, [])) for row in found}


def get_party(*, trip_order_id: int) -> OrderParty:
    """
    Return one active order of a sold trip.

    :raises OrderNotFound: there is none
    """
    found = parties_of(trip_order_ids=[trip_order_id]).get(trip_order_id)
    if found is None:
        raise OrderNotFound("Trip order not found.")
    return found


def party_of_bookings(*, booking_ids: Collection[int]) -> OrderParty:
    """
    Return the one order that these live bookings are all of, with these guests only.

    :raises OrderNotFound: one is none, or they are of several orders
    """
    orders = set(Booking.objects.filter(pk__in=booking_ids).values_list("trip_order_id", flat=True))
    if len(orders) != 1:
        raise OrderNotFound("These are not bookings of one trip order.")
    party = get_party(trip_order_id=orders.pop())
    wanted = tuple(guest for guest in party.guests if guest.id in booking_ids)
    if len(wanted) != len(set(booking_ids)):
        raise OrderNotFound("Booking not found.")
    return OrderParty(
        party.id,
        party.trip_id,
        party.confirmation_code,
        party.name,
        party.group_name,
        party.experience_id,
        party.timeslot_id,
        wanted,
    )


def _party(row: TripOrder, guests: list[Guest]) -> OrderParty:
    trip = row.trip
    name = full_name(trip.contact_first_name, trip.contact_last_name)
    return OrderParty(
        row.pk,
        trip.pk,
        trip.confirmation_code,
        name,
        trip.group_name,
        row.experience_id,
        row.timeslot_id,
        tuple(guests),
    )
