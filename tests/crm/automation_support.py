"""Telling automations what happened, and sending what they planned."""

from datetime import datetime, timedelta
from typing import Any

from outfitter.plugins import contexts
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event
from outfitter_tenants.crm.automations import subscribers
from outfitter_tenants.messaging import planned_dispatch
from outfitter_tenants.messaging.models import Automation, Message


def tell(*, after: int = 0) -> int:
    """Deliver what was published behind an event to automations; returns the last event's id."""
    rows = OutboxEvent.objects.filter(schema_name="t_reef", pk__gt=after).order_by("pk")
    last = after
    for row in rows:
        hear(row)
        last = row.pk
    return last


def hear(row: OutboxEvent) -> None:
    """Deliver one event to automations."""
    ctx = contexts.context_for(schema_name="t_reef")
    event = Event(str(row.pk), row.name, row.payload, row.occurred_at)
    if row.name in subscribers.CHANGES:
        subscribers.on_trip(ctx, event)
    if row.name in subscribers.TRIGGERS:
        subscribers.on_occasion(ctx, event)
    if row.name == "trip.rated":
        subscribers.on_reviewed(ctx, event)
    if row.name == "trip.converted":
        subscribers.on_booked(ctx, event)
    if row.name == "customer.anonymised":
        subscribers.on_customer_forgotten(ctx, event)


def planned(trip_id: int, trigger: str | None = None) -> list[Message]:
    """Return what is or was planned for a trip, in order of time."""
    rows = Message.objects.filter(trip_id=trip_id, automation_id__isnull=False)
    if trigger is not None:
        ids = Automation.objects.filter(trigger=trigger).values("pk")
        rows = rows.filter(automation_id__in=ids)
    return list(rows.order_by("scheduled_at", "id"))


def states(trip_id: int, trigger: str | None = None) -> list[tuple[str, str]]:
    """Return status and reason of what is or was planned for a trip, in order of time."""
    return [(row.status, row.reason) for row in planned(trip_id, trigger)]


def send(at: datetime, *, most: int | None = None) -> int:
    """Send what is due at an instant; returns how many rows were looked at."""
    return planned_dispatch.send_planned(clock=lambda: at, most=most)


def make_automation(template_slug: str, trigger: str, minutes: int = 0, **changes: Any) -> Automation:
    """Make an automation of the operator's own with a template that ships."""
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.messaging import automations
    from outfitter_tenants.messaging.models import Template

    automations.list_automations()
    now = utc_now()
    return Automation.objects.create(
        template=Template.objects.get(slug=template_slug),
        trigger=trigger,
        offset_minutes=minutes,
        created_at=now,
        changed_at=now,
        **changes,
    )


def shift(trip_id: int, by: timedelta) -> None:
    """Let a trip's departures have been so much earlier, without telling anybody."""
    from django.db.models import F

    from outfitter_tenants.scheduling.models import Timeslot

    slots = Timeslot.objects.filter(trip_orders__trip_id=trip_id).values("pk")
    Timeslot.objects.filter(pk__in=list(slots.values_list("pk", flat=True))).update(
        start_at=F("start_at") - by, end_at=F("end_at") - by
    )
