"""Trips that are still to come on an experience."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Min

from outfitter_tenants.trips.models import TripOrder

ONE_DAY: Final = timedelta(days=1)


def find(*, experience_id: int, since: datetime, after: int, limit: int) -> list[int]:
    """
    Return ids above `after`, ascending, of trips with an active order of the experience.

    Its departure ends after `since`, or it has none yet; carts count too.
    """
    rows = TripOrder.objects.filter(
        experience_id=experience_id, status="active", trip__status__in=["draft", "under_review", "reserved"]
    ).exclude(timeslot__end_at__lt=since)
    ids = rows.filter(trip_id__gt=after).order_by("trip_id").values_list("trip_id", flat=True).distinct()
    return list(ids[:limit])


def find_unsigned(
    *, starts_from: datetime, starts_to: datetime, after: int, limit: int
) -> list[tuple[int, datetime]]:
    """
    Return ids above `after`, ascending, of booked trips on which somebody has yet to sign.

    Beside each stands its first departure (UTC) of those that start after `starts_from`, at the
    latest at `starts_to`.
    """
    rows = TripOrder.objects.filter(
        status="active",
        trip__status="reserved",
        timeslot__start_at__gt=starts_from,
        timeslot__start_at__lte=starts_to,
        # The index of departures is by day; a wall clock is never a whole day off.
        timeslot__date__range=(starts_from.date() - ONE_DAY, starts_to.date() + ONE_DAY),
        bookings__cancelled_at__isnull=True,
        bookings__waiver_signed_cnt__lt=F("bookings__waiver_required_cnt"),
        trip_id__gt=after,
    )
    # Whoever booked elsewhere is told nothing by itself (docs/adr/0117).
    rows = rows.exclude(trip__trip_method__slug="import")
    found = rows.values("trip_id").annotate(start_at=Min("timeslot__start_at")).order_by("trip_id")
    return list(found.values_list("trip_id", "start_at")[:limit])
