"""Whose trip a phone number belongs to."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Q, QuerySet

from outfitter.kit.person_names import full_name
from outfitter_tenants.trips.models import Trip

# Who writes later than this writes about something new (domain.md 4.22).
RECENT: Final = timedelta(days=90)


def find_newest(*, phone: str, customer_ids: Collection[int], at: datetime) -> Trip | None:
    """
    Return the booked trip that was made last of those of a number (E.164) or of these customers.

    Trips count that were made within 90 days, began within 90 days, or are still to come.
    """
    return _rows(phone, customer_ids, at).first()


# So many trips of one number are looked at.
MOST: Final = 20


def find_all(*, phone: str, customer_ids: Collection[int], at: datetime) -> list[Trip]:
    """Return the same trips, the newest first, at most twenty."""
    return list(_rows(phone, customer_ids, at)[:MOST])


def _rows(phone: str, customer_ids: Collection[int], at: datetime) -> "QuerySet[Trip]":
    since = at - RECENT
    of_theirs = Q(contact_phone=phone) | Q(customer_id__in=list(customer_ids))
    is_recent = Q(created_at__gte=since) | Q(first_start_at__gte=since)
    rows = Trip.objects.filter(of_theirs, is_recent, status__in=["under_review", "reserved"])
    return rows.order_by("-created_at", "-pk")


@dataclass(frozen=True, slots=True)
class OpenTrip:
    """A trip that a caller may mean."""

    id: int
    hash: str
    confirmation_code: str
    status: str
    experience: str
    starts_at: datetime | None
    customer_id: int | None
    name: str


def find_open(*, phone: str, customer_ids: Collection[int], at: datetime, limit: int) -> list[OpenTrip]:
    """
    Return trips of a number (E.164, or none) or of customers that are sold and not over.

    What starts next comes first, then what has no departure. A trip is over a day after it began.
    """
    of_theirs = Q(customer_id__in=list(customer_ids))
    if phone:
        of_theirs |= Q(contact_phone=phone)
    is_open = Q(first_start_at__gte=at - timedelta(days=1)) | Q(first_start_at__isnull=True)
    rows = Trip.objects.filter(of_theirs, is_open, status__in=["under_review", "reserved"])
    found = rows.order_by(F("first_start_at").asc(nulls_last=True), "-pk").prefetch_related(
        "orders__experience"
    )
    return [_open_trip(row) for row in found[:limit]]


def _open_trip(row: Trip) -> OpenTrip:
    names = dict.fromkeys(order.experience.name for order in row.orders.all())
    return OpenTrip(
        row.pk,
        row.hash,
        row.confirmation_code,
        row.status,
        ", ".join(names),
        row.first_start_at,
        row.customer_id,
        row.group_name or full_name(row.contact_first_name, row.contact_last_name),
    )
