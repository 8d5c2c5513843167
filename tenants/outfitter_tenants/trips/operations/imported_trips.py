"""Trips that a file brought in: remembered by what they were called before, kept as they came, forgotten."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter_tenants.trips.models import Booking, BookingStatus, ImportedTrip, Trip, TripOrder

METHOD: Final = "import"
LOCKED: Final = "imported"
# How guests of a departure that is over stand there.
_OF_STATUS: Final = {"checked_in": "checked_in", "no_show": "no_show"}


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a trip was booked, and its number there."""

    provider: str
    reference: str


def trips_from(*, origins: Collection[Origin]) -> dict[Origin, int]:
    """Return the trips that came as one of these bookings already, whatever became of them."""
    rows = ImportedTrip.objects.filter(reference__in={one.reference for one in origins})
    found = {
        Origin(provider, reference): trip_id
        for provider, reference, trip_id in rows.values_list("provider", "reference", "trip_id")
    }
    return {one: found[one] for one in origins if one in found}


def remember(*, trip: Trip, origin: Origin, transfer_id: int) -> None:
    """
    Write what a trip was called before: the last thing an import does to it.

    :raises IntegrityError: another import has brought the same booking meanwhile
    """
    ImportedTrip.objects.create(
        trip=trip,
        provider=origin.provider,
        reference=origin.reference,
        transfer_id=transfer_id,
        version=trip.version,
    )


def settle_past(*, trip: Trip, guests: Sequence[Booking], status: str | None, at: datetime) -> None:
    """
    Lock the price of a trip that is over, and note who came (`checked_in` or `no_show`; None: nobody knows).

    The caller saves the trip.
    """
    trip.locked_reason, trip.locked_at, trip.locked_until = LOCKED, at, None
    slug = _OF_STATUS.get(status or "")
    if slug is None:
        return
    known = BookingStatus.objects.get(slug=slug)
    came = slug == "checked_in"
    Booking.objects.filter(pk__in=[one.pk for one in guests]).update(
        booking_status=known, status_at=at, checked_in_at=at if came else None
    )
    if not came:
        TripOrder.objects.filter(trip=trip).update(is_noshow=True)


def find_imported(*, trip_id: int) -> ImportedTrip | None:
    """Return what is remembered of an imported trip; None: it came otherwise, or was taken back."""
    return ImportedTrip.objects.filter(trip_id=trip_id).first()


@contextmanager
def unchanged_by_this(*, trip_id: int) -> Iterator[None]:
    """
    Let the one change inside be none that keeps an imported trip from being taken back.

    Another import makes it: of waivers, say. What people change at the same moment counts all the same.
    """
    before = Trip.objects.values_list("version", flat=True).get(pk=trip_id)
    yield
    ImportedTrip.objects.filter(trip_id=trip_id, version=before, trip__version=before + 1).update(
        version=before + 1
    )


def has_arrived(*, trip_id: int, since: datetime) -> bool:
    """Return whether anybody noted something of its guests after an instant."""
    return Booking.objects.filter(trip_order__trip_id=trip_id, status_at__gt=since).exists()


def forget(*, trip: Trip) -> None:
    """Forget that a trip came with a file, so that its booking may come again; it can cost anything again."""
    ImportedTrip.objects.filter(trip=trip).delete()


def unlock(*, trip: Trip) -> None:
    """Take the lock of imported trips off one; the caller saves."""
    if trip.locked_reason == LOCKED:
        trip.locked_reason = trip.locked_at = trip.locked_until = None


def give_to(*, trip: Trip) -> None:
    """Store whom a trip belongs to; nobody has changed it by that."""
    trip.save(update_fields=["customer"])
