"""Whose trip a phone number belongs to."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet

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
