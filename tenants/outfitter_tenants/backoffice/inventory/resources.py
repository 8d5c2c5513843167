"""The timeline: resources, what they do and for whom (domain.md 5.21)."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, Final

from outfitter.api.principal import Principal
from outfitter.kit import zones
from outfitter.kit.errors import Invalid
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries.blackouts import ConflictRow
from outfitter_tenants.scheduling.queries.resource_timeline import (
    UseRow,
    find_uses,
    uses_between,
    uses_of_timeslots,
)
from outfitter_tenants.scheduling.rules.resource_capacity import Span
from outfitter_tenants.scheduling.serializers import timeslot_ref
from outfitter_tenants.trips import visibility
from outfitter_tenants.trips.order_parties import OrderParty, parties_of

MAX_DAYS: Final = 62


def bounds(first: date, last: date) -> Span:
    """
    Return the instants of a range of local days, both included.

    :raises Invalid: it is none, or longer than 62 days
    """
    if last < first or (last - first).days >= MAX_DAYS:
        raise Invalid({"lastDay": [f"Ask for 1 to {MAX_DAYS} days."]})
    zone = people.get_properties().time_zone
    return zones.day_bounds(first, zone)[0], zones.day_bounds(last, zone)[1]


def timeline(*, span: Span, group_ids: Sequence[int], caller: Principal, at: datetime) -> dict[str, Any]:
    """Return the resources of some groups (all when none is named) with uses and blackouts."""
    resources = [row for row in scheduling.list_resources() if _is_of(row, group_ids)]
    ids = [row.id for row in resources]
    begin, end = span
    uses = uses_out(uses_between(resource_ids=ids, begin=begin, end=end, at=at), caller)
    dark = scheduling.blackouts_between(begin=begin, end=end, target="resource_id", ids=ids)
    return {
        "resources": [
            {
                **_resource(row),
                "assignments": [use for use in uses if use["resource_id"] == row.id],
                "blackouts": [item for item in dark if item.resource_id == row.id],
            }
            for row in resources
        ]
    }


def timeslots(
    *, first: date, last: date, group_ids: Sequence[int], caller: Principal, at: datetime
) -> dict[str, Any]:
    """
    Return the departures of a range that use resources or need some, with what they use.

    `remaining_by_resources` is how many pax their resources could still take.
    """
    bounds(first, last)
    slots = scheduling.resource_timeslots(first=first, last=last, at=at)
    rows = uses_of_timeslots(timeslot_ids=[slot.id for slot in slots], at=at)
    if group_ids:
        rows = [row for row in rows if row.resource_group_id in group_ids]
    uses: dict[int, list[dict[str, Any]]] = {}
    for use in uses_out(rows, caller):
        uses.setdefault(use["timeslot_id"], []).append(use)
    room = scheduling.resource_room(departures=slots, at=at)
    return {
        "timeslots": [
            {
                **timeslot_ref(slot),
                "experience": {
                    "id": slot.experience_id,
                    "name": slot.experience_name,
                    "color": slot.experience_color,
                },
                "booked_pax_cnt": slot.booked_pax_cnt,
                "held_pax_cnt": slot.held_pax_cnt,
                "remaining_by_resources": room[slot.id],
                "resources": uses.get(slot.id, []),
            }
            for slot in slots
            if not group_ids or slot.id in uses
        ]
    }


def uses_by_id(*, ids: Iterable[int], caller: Principal, at: datetime) -> dict[str, Any]:
    """Return uses of resources by id."""
    return {"bookingResources": uses_out(find_uses(ids=ids, at=at), caller)}


def uses_out(rows: Sequence[UseRow], caller: Principal) -> list[dict[str, Any]]:
    """Return uses with whom they serve, as far as the caller's role shows it; two queries more."""
    parties = parties_shown([row.trip_order_id for row in rows], caller)
    same = (
        "id",
        "resource_id",
        "resource_usage_id",
        "timeslot_id",
        "booking_id",
        "start_at",
        "end_at",
        "units",
        "sharing_scope",
        "is_locked",
        "assigned_by",
        "is_conflict_accepted",
        "is_held",
    )
    return [
        {
            **{name: getattr(row, name) for name in same},
            "experience": {
                "id": row.experience_id,
                "name": row.experience_name,
                "color": row.experience_color,
            },
            "tripOrder": parties.get(row.trip_order_id or 0),
        }
        for row in rows
    ]


def conflicts_out(rows: Sequence[ConflictRow], caller: Principal) -> list[dict[str, Any]]:
    """Return what is on in a blackout with whom it is for; `pax_cnt` is theirs or everybody's."""
    parties = parties_shown([row.trip_order_id for row in rows], caller)
    same = (
        "booking_resource_id",
        "resource_id",
        "guide_avatar_id",
        "booking_id",
        "units",
        "timeslot_id",
        "experience_id",
        "experience_name",
        "start_at",
        "end_at",
    )
    found = []
    for row in rows:
        party = parties.get(row.trip_order_id or 0)
        found.append(
            {
                **{name: getattr(row, name) for name in same},
                "pax_cnt": party.pax_cnt if party else row.booked_pax_cnt,
                "tripOrder": party,
            }
        )
    return found


def parties_shown(trip_order_ids: Iterable[int | None], caller: Principal) -> dict[int, OrderParty]:
    """Return orders by id, those that the caller's role shows."""
    limit = None
    if caller.scope != "all":
        limit = visibility.visible_trips(
            scope=caller.scope, avatar_id=caller.avatar_id, reseller_id=caller.reseller_id
        )
    return parties_of(trip_order_ids=[key for key in trip_order_ids if key], reach=limit)


def _is_of(row: scheduling.ResourceRow, group_ids: Sequence[int]) -> bool:
    return not group_ids or row.group_id in group_ids


def _resource(row: scheduling.ResourceRow) -> dict[str, Any]:
    names = ("id", "name", "color", "group_id", "group_name", "capacity", "status", "buffer_minutes")
    return {name: getattr(row, name) for name in names}
