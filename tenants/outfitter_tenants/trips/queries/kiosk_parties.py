"""Parties as a kiosk shows them: who comes by first name, who is here, what is open. Nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from outfitter_tenants.trips.models import Booking, Trip, TripOrder
from outfitter_tenants.trips.rules.amounts_due import customer_owes

_BOOKED: Final = ("reserved", "under_review")


@dataclass(frozen=True, slots=True)
class KioskGuest:
    """One guest: first name alone, empty where nobody gave one; `checked_in_at` once they are here."""

    booking_id: int
    first_name: str
    ticket_type_id: int
    checked_in_at: datetime | None
    is_here: bool
    has_signed: bool


@dataclass(frozen=True, slots=True)
class KioskParty:
    """An order and its guests; `owes` is what its customer still pays us for the trip, in minor units."""

    trip_id: int
    trip_order_id: int
    is_active: bool
    experience: str
    location_id: int | None
    day: date | None
    start_at: datetime | None
    end_at: datetime | None
    owes: int
    currency: str
    guests: Sequence[KioskGuest]

    @property
    def is_complete(self) -> bool:
        """Whether everybody is here."""
        return all(one.is_here for one in self.guests)


def parties_of_trip(*, trip_id: int) -> list[KioskParty]:
    """Return the orders of a trip that have a departure, by time."""
    orders = TripOrder.objects.select_related("trip", "timeslot", "experience").filter(
        trip_id=trip_id, timeslot__isnull=False
    )
    rows = list(orders.order_by("timeslot__start_at", "id"))
    guests: dict[int, list[KioskGuest]] = {row.pk: [] for row in rows}
    found = Booking.objects.select_related("booking_status").filter(
        trip_order_id__in=guests, cancelled_at__isnull=True
    )
    for one in found.order_by("position", "id"):
        guests[one.trip_order_id].append(_guest(one))
    return [_party(row, guests[row.pk]) for row in rows]


def trips_by_contact(*, last_name: str, phone_end: str, day: date) -> list[int]:
    """
    Return the booked trips of a day by the contact's last name and the end of their phone number.

    Two at the most: who asks wants to know whether there is exactly one.
    """
    rows = Trip.objects.filter(
        status__in=_BOOKED,
        contact_last_name__iexact=last_name.strip(),
        contact_phone__endswith=phone_end,
        orders__timeslot__date=day,
        orders__status="active",
    )
    return list(rows.order_by("pk").values_list("pk", flat=True).distinct()[:2])


def owed_for(*, trip_id: int) -> tuple[int, str] | None:
    """Return what a trip's customer still pays us, in minor units, and its currency; None if it is gone."""
    trip = Trip.objects.filter(pk=trip_id).first()
    return (max(0, customer_owes(trip)), trip.currency) if trip else None


def _guest(row: Booking) -> KioskGuest:
    is_here = row.booking_status.kind == "arrived"
    return KioskGuest(
        booking_id=row.pk,
        first_name=row.guest_first_name,
        ticket_type_id=row.experience_customer_type_id,
        checked_in_at=row.checked_in_at if is_here else None,
        is_here=is_here,
        has_signed=row.waiver_signed_cnt >= row.waiver_required_cnt,
    )


def _party(row: TripOrder, guests: Sequence[KioskGuest]) -> KioskParty:
    slot = row.timeslot
    return KioskParty(
        trip_id=row.trip_id,
        trip_order_id=row.pk,
        is_active=row.status == "active" and row.trip.status in _BOOKED,
        experience=row.experience.name,
        location_id=row.experience.location_id,
        day=slot.date if slot else None,
        start_at=slot.start_at if slot else None,
        end_at=slot.end_at if slot else None,
        owes=max(0, customer_owes(row.trip)),
        currency=row.trip.currency,
        guests=guests,
    )
