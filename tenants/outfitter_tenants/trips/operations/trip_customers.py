"""Whose trips they are: counted, moved to another customer and back, made nobody's."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum

from outfitter_tenants.audit.operations import record
from outfitter_tenants.customers import operations as customers
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.trips import customer_history
from outfitter_tenants.trips.models import Booking, Trip, TripNote, TripOrder

_NO_CONTACT: Final[dict[str, Any]] = {
    "contact_first_name": "",
    "contact_last_name": "",
    "contact_email": None,
    "contact_phone": None,
    "group_name": None,
    "visitor": None,
    "ip": None,
    "referrer": None,
    "utm": {},
}
_NO_GUEST: Final[dict[str, Any]] = {
    "guest_first_name": "",
    "guest_last_name": "",
    "guest_email": None,
    "guest_phone": None,
    "guest_birth_date": None,
    "pickup": None,
}
# A signed waiver is evidence about a person for as long as the law wants it (domain.md 4.20).
_WITH_WAIVER: Final = ("partial", "signed", "marked")


@dataclass(frozen=True, slots=True)
class ErasedTrips:
    """What was made nobody's: trips, guests and notes, and guests who keep their name."""

    trip_ids: list[int]
    guest_cnt: int
    kept_guest_cnt: int
    note_cnt: int


def recount(*, customer_ids: Collection[int]) -> None:
    """Store on customers what their trips add up to now; computed anew, never added up."""
    for customer_id in sorted(set(customer_ids)):
        _COUNTERS.send(customer_id=customer_id)


_COUNTERS: Final = customers.counters_update(
    trip_cnt=lambda: customer_history.sum_of_sold(Count("pk"), default=0),
    lifetime_value_amount=lambda: customer_history.sum_of_sold(Sum("total_amount"), default=0),
    first_trip_at=lambda: customer_history.sum_of_sold(Min("first_start_at")),
    last_trip_at=lambda: customer_history.sum_of_sold(Max("first_start_at")),
)


def move_to(*, customer_id: int, from_id: int) -> dict[str, list[int]]:
    """Give somebody's trips and tickets to another customer; returns their ids."""
    trips = Trip.objects.filter(customer_id=from_id).order_by("pk")
    bookings = Booking.objects.filter(customer_id=from_id).order_by("pk")
    moved = {
        "trips": list(trips.values_list("pk", flat=True)),
        "bookings": list(bookings.values_list("pk", flat=True)),
    }
    _give(moved, from_id, customer_id)
    return moved


def move_back(*, customer_id: int, to_id: int, moved: Mapping[str, Sequence[int]]) -> None:
    """Return trips and tickets that were moved; what has been moved on since stays there."""
    _give(moved, customer_id, to_id)


def _give(moved: Mapping[str, Sequence[int]], from_id: int, to_id: int) -> None:
    Trip.objects.filter(pk__in=moved.get("trips", ()), customer_id=from_id).update(
        customer_id=to_id, version=F("version") + 1
    )
    Booking.objects.filter(pk__in=moved.get("bookings", ()), customer_id=from_id).update(customer_id=to_id)


def empty(*, trip_ids: Sequence[int], guests: "QuerySet[Booking]", at: datetime) -> None:
    """Take names, addresses, words and answers off trips and guests; money and counts stay."""
    fields.forget_answers(
        about={
            "trip": trip_ids,
            "trip_order": list(TripOrder.objects.filter(trip_id__in=trip_ids).values_list("pk", flat=True)),
            "booking": list(guests.values_list("pk", flat=True)),
        }
    )
    guests.update(**_NO_GUEST)
    notes = TripNote.objects.filter(trip_id__in=trip_ids).exclude(body="")
    notes.update(body="", edited_at=at, deleted_at=at)
    TripOrder.objects.filter(trip_id__in=trip_ids).update(note="")
    Trip.objects.filter(pk__in=trip_ids).update(**_NO_CONTACT, version=F("version") + 1, changed_at=at)


def forget(
    *, customer_ids: Collection[int], emails: Collection[str], at: datetime, is_dry: bool = False
) -> ErasedTrips:
    """
    Take names and addresses off somebody's trips, guests and notes; money and counts stay.

    Guests of these trips keep their names when they are customers of their own or signed a waiver.
    With `is_dry` only counts. The caller has made sure that no trip is still to come.
    """
    mine = Trip.objects.filter(customer_id__in=customer_ids)
    lost = customer_history.abandoned_by(emails=emails)
    found = list(mine.order_by("pk").values_list("pk", flat=True))
    found += list(lost.order_by("pk").values_list("pk", flat=True))
    guests = Booking.objects.filter(Q(trip_order__trip_id__in=found) | Q(customer_id__in=customer_ids))
    others = Q(customer__isnull=False) & ~Q(customer_id__in=customer_ids)
    kept = guests.filter(Q(waiver_state__in=_WITH_WAIVER) | others)
    named = ~Q(guest_first_name="", guest_last_name="")
    gone = guests.exclude(pk__in=kept.values("pk"))
    notes = TripNote.objects.filter(trip_id__in=found).exclude(body="")
    counted = ErasedTrips(found, gone.filter(named).count(), kept.filter(named).count(), notes.count())
    if is_dry:
        return counted
    empty(trip_ids=found, guests=gone, at=at)
    for trip_id in found:
        record(entity_type="trip", entity_id=trip_id, trip_id=trip_id, action="trip.anonymised", at=at)
    return counted
