"""Departures that may not run: guests are booked, but fewer than it takes (domain.md 4.4)."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F

from outfitter.plugins import outbox
from outfitter_tenants.scheduling.models import Timeslot

# Looked at once a day: every departure is seen at least once with time left to decide, even when
# a day's look was missed.
AHEAD: Final = timedelta(hours=6), timedelta(hours=54)


def report_minimum_pax(*, at: datetime) -> int:
    """
    Publish which departures of the coming day have guests, but too few to run; returns how many.

    Whoever listens decides what to do: nothing is cancelled by itself. Saying it twice is the
    listener's to notice. Departures nobody is booked on need no decision.
    """
    first, last = at + AHEAD[0], at + AHEAD[1]
    rows = Timeslot.objects.select_related("experience").filter(
        start_at__gte=first,
        start_at__lt=last,
        status__in=["open", "closed_online", "closed"],
        booked_pax_cnt__gt=0,
        booked_pax_cnt__lt=F("experience__min_pax_to_run"),
    )
    with transaction.atomic():
        found = list(rows.order_by("start_at", "id"))
        for row in found:
            outbox.publish(
                "timeslot.too_few",
                at=at,
                timeslot_id=row.pk,
                experience_id=row.experience_id,
                experience_name=row.experience.name,
                date=row.date.isoformat(),
                start_at=row.start_at.isoformat(),
                booked_pax_cnt=row.booked_pax_cnt,
                min_pax_to_run=row.experience.min_pax_to_run,
            )
    return len(found)
