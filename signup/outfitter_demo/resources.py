"""Boats, vans and boards: what there is, what departures need of it, and who is on it."""

import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count

from outfitter.kit import zones
from outfitter_demo import operator_account
from outfitter_demo.catalog import DemoExperience
from outfitter_demo.parties import Calendar, Slot
from outfitter_tenants.scheduling.models import (
    Blackout,
    BookingResource,
    Resource,
    ResourceGroup,
    ResourceUsage,
)
from outfitter_tenants.scheduling.operations import blackouts
from outfitter_tenants.scheduling.operations.blackout_spans import Repeat
from outfitter_tenants.scheduling.operations.resource_usages import save_usages
from outfitter_tenants.trips.models import Booking

# group, kind, who shares one, minutes between two uses, resources as (name, code, units, colour)
FLEET: Final = (
    (
        "Vans",
        "vehicle",
        "timeslot",
        15,
        (("Van Spruce", "SPR", 14, "#3e6b3a"), ("Van Juniper", "JUN", 14, "#5b7f95")),
    ),
    ("Schooners", "vessel", "timeslot", 30, (("Schooner Margaret Rowe", "ROWE", 28, "#b4732a"),)),
    ("Whale boats", "vessel", "timeslot", 30, (("M/V Tern", "TERN", 48, "#1f6a8c"),)),
    (
        "Lobster boats",
        "vessel",
        "timeslot",
        15,
        (("Lobster boat Nan B.", "NANB", 22, "#a3392f"), ("Lobster boat Ida M.", "IDAM", 22, "#8a5a44")),
    ),
    ("Launches", "vessel", "exclusive", 30, (("Launch Periwinkle", "PERI", 6, "#2f6f55"),)),
    (
        "Kayaks",
        "equipment",
        "any",
        15,
        (("Tandem kayaks", "TK", 12, "#c2562f"), ("Single kayaks", "SK", 8, "#c78b2f")),
    ),
    ("Boards", "equipment", "any", 15, (("Paddleboards", "SUP", 10, "#3f7f78"),)),
)
# What it costs to have one out, by kind: for going, and for each hour.
COSTS: Final = {"vessel": (2500, 4800), "vehicle": (3500, None), "equipment": (400, None)}
# Days from today and how many, which one, why; a sister goes instead.
OUT: Final = ((9, 2, "Lobster boat Nan B.", "Hauled out, new zincs"),)
# Which one every week, why, and at what hour of the local day.
WEEKLY: Final = ("Single kayaks", "Hatches and skegs checked", 12)
# Days from today, which experience, why.
SHUT: Final = (19, "Stargazing on the Summit", "Summit road closed for paving")


def create_fleet(rng: random.Random, made: Sequence[DemoExperience], *, at: datetime) -> dict[str, Resource]:
    """Create the resources with what departures need of them; returns them by name."""
    found: dict[str, Resource] = {}
    for name, kind, _, buffer, resources in FLEET:
        group = ResourceGroup.objects.create(name=name, kind=kind, is_legal_limit=kind == "vessel")
        going, hour = COSTS.get(kind, (None, None))
        for place, (title, code, capacity, color) in enumerate(resources):
            found[title] = Resource(
                group=group,
                name=title,
                code=code,
                capacity=capacity,
                color=color,
                priority=-place,
                buffer_minutes=buffer,
                cost_per_departure=going,
                cost_per_hour=hour,
                ical_hash="".join(rng.choices("0123456789abcdef", k=24)),
            )
    Resource.objects.bulk_create(found.values())
    for each in made:
        resource = found.get(each.plan.resource)
        if resource is not None:
            save_usages(experience_id=each.id, rows=_needs(each, resource), at=at)
    return found


def _needs(made: DemoExperience, resource: Resource) -> list[dict[str, object]]:
    # Infants sit on a lap: they need no seat.
    scopes = {name: scope for name, _, scope, _, _ in FLEET}
    return [
        {
            "experience_customer_type_id": ticket.id,
            "resource_group_id": resource.group_id,
            "units_per_booking": ticket.pax_per_booking,
            "duration_mode": "timeslot",
            "offset_minutes": 0,
            "sharing_scope": scopes[resource.group.name],
            "is_required": True,
        }
        for ticket in made.tickets.values()
        if ticket.is_consume_capacity
    ]


def lay_up(made: Sequence[DemoExperience], fleet: Mapping[str, Resource], *, at: datetime) -> None:
    """Say when boats are out of the water and what does not happen then."""
    today = zones.local_day(at, operator_account.ZONE)
    for ahead, days, name, reason in OUT:
        first = today + timedelta(days=ahead)
        span = (
            zones.day_bounds(first, operator_account.ZONE)[0],
            zones.day_bounds(first + timedelta(days=days - 1), operator_account.ZONE)[1],
        )
        blackouts.add_blackouts(
            target="resource_id", ids=[fleet[name].pk], span=span, reason=reason, again=None, at=at
        )
    name, reason, hour = WEEKLY
    noon = zones.day_bounds(today + timedelta(days=1), operator_account.ZONE)[0] + timedelta(hours=hour)
    blackouts.add_blackouts(
        target="resource_id",
        ids=[fleet[name].pk],
        span=(noon, noon + timedelta(hours=2)),
        reason=reason,
        again=Repeat("week", today + timedelta(days=60)),
        at=at,
    )
    ahead, title, reason = SHUT
    evening = zones.day_bounds(today + timedelta(days=ahead), operator_account.ZONE)
    blackouts.add_blackouts(
        target="experience_id",
        ids=[each.id for each in made if each.plan.name == title],
        span=evening,
        reason=reason,
        again=None,
        at=at,
    )


def board(calendar: Calendar, fleet: Mapping[str, Resource]) -> None:
    """Put every sold order onto what its departure uses."""
    slots = {slot.id: slot for slot in calendar.slots}
    usages = {row.experience_customer_type_id: row for row in ResourceUsage.objects.order_by("-pk")}
    out = list(Blackout.objects.filter(resource__isnull=False))
    orders: dict[tuple[int, int], dict[int, int]] = {}
    sold = Booking.objects.filter(
        cancelled_at__isnull=True,
        trip_order__status="active",
        trip_order__trip__status__in=["reserved", "under_review"],
    )
    for order, slot_id, kind, qty in sold.values_list(
        "trip_order_id", "trip_order__timeslot_id", "experience_customer_type_id"
    ).annotate(qty=Count("pk")):
        if slot_id in slots and kind in usages:
            orders.setdefault((order, slot_id), {})[kind] = qty
    BookingResource.objects.bulk_create(
        _use(order, slots[slot_id], kinds, usages, fleet, out)
        for (order, slot_id), kinds in sorted(orders.items())
    )


def _use(
    order_id: int,
    slot: Slot,
    kinds: Mapping[int, int],
    usages: Mapping[int | None, ResourceUsage],
    fleet: Mapping[str, Resource],
    out: Sequence[Blackout],
) -> BookingResource:
    own = fleet[slot.made.plan.resource]
    alike = [row for row in fleet.values() if row.group_id == own.group_id]
    # The one that always goes, unless it is out: then its sister.
    ready = [row for row in [own, *alike] if not _is_out(row, slot, out)] or [own]
    first = min((usages[kind] for kind in kinds), key=lambda usage: usage.pk)
    return BookingResource(
        timeslot_id=slot.id,
        trip_order_id=order_id,
        resource=ready[0],
        resource_usage=first,
        sharing_scope=first.sharing_scope,
        start_at=slot.start_at,
        end_at=slot.end_at,
        units=sum(usages[kind].units_per_booking * qty for kind, qty in kinds.items()),
    )


def _is_out(resource: Resource, slot: Slot, out: Sequence[Blackout]) -> bool:
    return any(
        row.resource_id == resource.pk and row.start_at < slot.end_at and row.end_at > slot.start_at
        for row in out
    )
