"""The guests of bookings that a file names by their number, ours or the one they had before."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from outfitter.kit.person_names import full_name
from outfitter_tenants.trips.models import Booking


@dataclass(frozen=True, slots=True)
class GuestOfFile:
    """A guest that a row of a file may be about."""

    booking_id: int
    trip_id: int
    name: str
    email: str


def guests_of_bookings(*, references: Collection[str]) -> dict[str, list[GuestOfFile]]:
    """
    Return the guests of booked trips by confirmation code or imported number, in small letters.

    One number of two systems finds the guests of both.
    """
    rows = Booking.objects.filter(
        Q(trip_order__trip__confirmation_code__in=[one.upper() for one in references])
        | Q(trip_order__trip__imported__reference__in=list(references)),
        trip_order__trip__status="reserved",
        trip_order__status="active",
        cancelled_at__isnull=True,
    )
    found: dict[str, list[GuestOfFile]] = {}
    for row in rows.select_related("trip_order__trip__imported").order_by("pk"):
        trip = row.trip_order.trip
        guest = GuestOfFile(
            row.pk, trip.pk, full_name(row.guest_first_name, row.guest_last_name), row.guest_email or ""
        )
        known = getattr(trip, "imported", None)
        for word in {trip.confirmation_code.casefold(), known.reference.casefold() if known else ""} - {""}:
            found.setdefault(word, []).append(guest)
    return found
