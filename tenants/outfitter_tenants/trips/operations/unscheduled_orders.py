"""Orders that have waited for a new departure for too long: staff hear of each once (domain.md 4.12)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit.person_names import full_name
from outfitter.plugins import outbox
from outfitter_tenants.people.queries import get_properties
from outfitter_tenants.trips.models import TripOrder
from outfitter_tenants.trips.queries.manifest import SOLD
from outfitter_tenants.trips.rules.scheduling_deadline import over_before

BATCH: Final = 200


def report_overdue_orders(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """
    Publish which orders were to be scheduled by a day that is over; an operator's daily work.

    Nothing is forfeited or canceled: somebody talks to the customer. An order that somebody works
    on at this moment is left for tomorrow.
    """
    settings = get_properties()
    before = over_before(at, time_zone=settings.time_zone, valid_days=settings.unscheduled_valid_days)
    waiting = TripOrder.objects.select_related("trip", "experience").filter(
        status="active",
        schedule_state="unscheduled",
        timeslot__isnull=True,
        unscheduled_at__lt=before,
        overdue_told_at__isnull=True,
        trip__status__in=SOLD,
    )
    with atomic():
        rows = waiting.select_for_update(skip_locked=True, of=("self",))
        found = list(rows.order_by("unscheduled_at", "id")[:BATCH])
        for order in found:
            _publish(order, at)
        TripOrder.objects.filter(pk__in=[order.pk for order in found]).update(overdue_told_at=at)
    return {} if len(found) == BATCH else None


def _publish(order: TripOrder, at: datetime) -> None:
    trip = order.trip
    since = order.unscheduled_at or at
    outbox.publish(
        "trip_order.overdue",
        at=at,
        trip_id=trip.pk,
        trip_order_id=order.pk,
        confirmation_code=trip.confirmation_code,
        contact_name=full_name(trip.contact_first_name, trip.contact_last_name),
        experience_name=order.experience.name,
        unscheduled_at=since.isoformat(),
        waiting_days=(at - since).days,
    )
