"""What calendar programs are told of departures and resources (domain.md 4.24)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from outfitter_tenants.scheduling.models import Resource, Timeslot
from outfitter_tenants.scheduling.queries.resources import UnknownResource


@dataclass(frozen=True, slots=True)
class SlotEvent:
    """A departure, as much of it as a calendar shows."""

    id: int
    start_at: datetime
    end_at: datetime
    status: str
    capacity: int | None
    booked_pax_cnt: int
    version: int


def slots_for_feed(
    *, experience_id: int, begin: datetime, end: datetime, cancelled_since: datetime, is_all: bool
) -> list[SlotEvent]:
    """
    Return the departures that start in a half-open span, by start.

    With guests, or `is_all` of them; what was cancelled stays since `cancelled_since`, so that
    calendars take it off.
    """
    rows = Timeslot.objects.filter(experience_id=experience_id, start_at__gte=begin)
    gone = Q(status="cancelled") & (Q(cancelled_at__gte=cancelled_since) | Q(cancelled_at__isnull=True))
    kept = ~Q(status="cancelled") & (Q() if is_all else Q(booked_pax_cnt__gt=0))
    found = rows.filter(kept | gone, start_at__lt=end).order_by("start_at", "id")
    return [SlotEvent(*row) for row in found.values_list(*SlotEvent.__slots__)]


def feed_secret_of_resource(*, resource_id: int) -> str:
    """
    Return the secret that the addresses of a resource's feed are made of.

    :raises UnknownResource: there is none
    """
    found = Resource.objects.filter(pk=resource_id).values_list("ical_hash", flat=True).first()
    if found is None:
        raise UnknownResource("Resource not found.")
    return found
