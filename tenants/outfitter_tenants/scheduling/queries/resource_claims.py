"""Resources with what is claimed of them: a fixed number of statements for any span."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, cast

from django.db import connection
from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

from outfitter_tenants.people.queries import ASSIGNS_RESOURCES
from outfitter_tenants.scheduling.models import ResourceGroup, ResourceUsage
from outfitter_tenants.scheduling.rules.resource_capacity import Claim, Fleet, Scope, Span, Strategy, Supply
from outfitter_tenants.scheduling.rules.resource_needs import MAX_LENGTH, Usage, day_of

# A hold's rows count while it lives; `lapsed` ones are told so that whoever takes their place
# can forget them. No claim is longer than MAX_LENGTH: so years of past ones are never read.
_CLAIMS: Final = """
SELECT b.id, b.resource_id, b.start_at, b.end_at, b.units, b.sharing_scope, t.experience_id,
       b.timeslot_id, b.resource_usage_id, b.is_locked, b.hold_id,
       coalesce(b.trip_order_id, h.trip_order_id),
       h.id IS NOT NULL AND NOT (h.status = 'active' AND h.expires_at > coalesce(%(at)s, now()))
  FROM scheduling_bookingresource b
  JOIN scheduling_timeslot t ON t.id = b.timeslot_id
  LEFT JOIN scheduling_hold h ON h.id = b.hold_id
 WHERE (b.resource_id = ANY(%(ids)s)
        AND b.start_at > %(earliest)s AND b.start_at < %(end)s AND b.end_at > %(begin)s)
    OR b.hold_id = %(hold_id)s
 ORDER BY b.id
"""
_SUPPLIES: Final = """
SELECT r.id, r.group_id, r.capacity, r.priority, make_interval(mins => r.buffer_minutes),
       r.status = 'active',
       (SELECT array_agg(b.start_at ORDER BY b.start_at, b.id) FROM scheduling_blackout b
         WHERE b.resource_id = r.id AND b.start_at < %(end)s AND b.end_at > %(begin)s),
       (SELECT array_agg(b.end_at ORDER BY b.start_at, b.id) FROM scheduling_blackout b
         WHERE b.resource_id = r.id AND b.start_at < %(end)s AND b.end_at > %(begin)s)
  FROM scheduling_resource r
 WHERE r.group_id = ANY(%(groups)s)
 ORDER BY r.id
"""


__all__ = [
    "ClaimedFleet",
    "day_of",
    "load_fleet",
    "lock_groups",
    "owner_of",
    "spanned",
    "usages_of",
    "without_blackouts",
]


@dataclass(frozen=True, slots=True)
class ClaimedFleet:
    """The fleet as it counts, and apart from it the rows of one hold and of lapsed holds."""

    fleet: Fleet
    own: tuple[Claim, ...]
    lapsed_ids: tuple[int, ...]


def load_fleet(
    *,
    group_ids: Iterable[int],
    span: Span,
    at: datetime | None,
    hold_id: int | None = None,
    without_holds: Collection[int] = (),
) -> ClaimedFleet:
    """
    Return the resources of some groups with their blackouts and claims around a span.

    The rows of `hold_id`, wherever they are, are told apart and do not count; those of
    `without_holds` are left out. Two statements.
    """
    begin, end = span
    found = _all(_SUPPLIES, groups=sorted(group_ids), begin=begin, end=end)
    supplies = [_supply(*row) for row in found]
    buffer = max((supply.buffer for supply in supplies), default=MAX_LENGTH)
    rows = _all(
        _CLAIMS,
        ids=[supply.id for supply in supplies],
        at=at,
        begin=begin - buffer,
        end=end + buffer,
        earliest=begin - buffer - MAX_LENGTH,
        hold_id=hold_id,
    )
    counted, own, lapsed = [], [], []
    for row in rows:
        claim, of_hold, is_lapsed = _claim(*row)
        if hold_id is not None and of_hold == hold_id:
            own.append(claim)
        elif of_hold in without_holds:
            continue
        elif is_lapsed:
            lapsed.append(claim.id)
        else:
            counted.append(claim)
    return ClaimedFleet(Fleet(supplies, counted), tuple(own), tuple(lapsed))


def _supply(
    resource_id: int,
    group_id: int,
    capacity: int,
    priority: int,
    buffer: timedelta,
    is_active: bool,
    begins: Sequence[datetime] | None,
    ends: Sequence[datetime] | None,
) -> Supply:
    dark = tuple(zip(begins or (), ends or (), strict=True))
    return Supply(resource_id, group_id, capacity, priority, buffer, is_active, dark)


def _claim(
    key: int,
    resource_id: int,
    start_at: datetime,
    end_at: datetime,
    units: int,
    scope: Scope,
    experience_id: int,
    timeslot_id: int,
    usage_id: int | None,
    is_locked: bool,
    hold_id: int | None,
    trip_order_id: int | None,
    is_lapsed: bool,
) -> tuple[Claim, int | None, bool]:
    owner = owner_of(trip_order_id, hold_id, timeslot_id)
    claim = Claim(
        key,
        resource_id,
        start_at,
        end_at,
        units,
        scope,
        experience_id,
        timeslot_id,
        owner,
        usage_id,
        is_locked,
    )
    return claim, hold_id, is_lapsed


def owner_of(trip_order_id: int | None, hold_id: int | None, timeslot_id: int) -> str:
    """Return whose a claim is: an order's, a hold's without an order, or the whole timeslot's."""
    if trip_order_id is not None:
        return f"order {trip_order_id}"
    return f"hold {hold_id}" if hold_id is not None else f"timeslot {timeslot_id}"


def without_blackouts(fleet: Fleet, resource_id: int) -> Fleet:
    """Return the fleet as it would be without the blackouts of one resource."""
    supplies = [
        replace(item, blackouts=()) if item.id == resource_id else item for item in fleet.supplies.values()
    ]
    return Fleet(supplies, fleet.claims)


def usages_of(*, experience_ids: Iterable[int]) -> dict[int, list[Usage]]:
    """Return experience id -> its resource usages, in their order; one statement."""
    rows = ResourceUsage.objects.select_related("resource_group").filter(
        experience_id__in=set(experience_ids)
    )
    rows = rows.annotate(is_assigning=RawSQL(ASSIGNS_RESOURCES, (), BooleanField()))  # noqa: S611
    found: dict[int, list[Usage]] = {}
    for row in rows.order_by("position", "id"):
        found.setdefault(row.experience_id, []).append(_usage(row))
    return found


def _usage(row: Any) -> Usage:
    group = row.resource_group
    return Usage(
        row.pk,
        row.experience_id,
        row.experience_customer_type_id,
        row.addon_id,
        row.resource_group_id,
        group.name,
        row.units_per_booking,
        row.duration_mode,
        row.duration_minutes,
        row.offset_minutes,
        cast(Scope, row.sharing_scope),
        row.is_required,
        row.position,
        cast(Strategy, group.strategy),
        group.is_auto_assign and (group.is_legal_limit or row.is_assigning),
        group.is_legal_limit,
    )


def lock_groups(*, group_ids: Iterable[int]) -> None:
    """Lock resource groups for a claim on any resource of theirs, in the product's one order."""
    rows = ResourceGroup.objects.select_for_update(no_key=True, of=("self",))
    list(rows.filter(pk__in=set(group_ids)).order_by("pk").values_list("pk"))


def spanned(spans: Sequence[Span]) -> Span:
    """Return the span from the first begin to the last end."""
    return min(begin for begin, _ in spans), max(end for _, end in spans)


def _all(statement: str, **values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
