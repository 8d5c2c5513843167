"""
Resources assigned, moved and taken off by people (domain.md 4.21).

People choose, the rules still hold: never more than a resource takes, never against a sharing
scope. A blackout may be overridden, knowingly; what a law or licence limits may not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.scheduling.models import BookingResource, Resource
from outfitter_tenants.scheduling.operations import availability_events
from outfitter_tenants.scheduling.operations.resource_claims import ResourceUnavailable, forget
from outfitter_tenants.scheduling.operations.resources import ResourceNotFound
from outfitter_tenants.scheduling.queries import resource_claims as fleets
from outfitter_tenants.scheduling.queries import seats, timeslots
from outfitter_tenants.scheduling.queries.resource_timeline import UnknownUse
from outfitter_tenants.scheduling.rules.resource_capacity import Fleet, Need, Span, free, why_not
from outfitter_tenants.scheduling.rules.resource_needs import MAX_LENGTH, Usage

_WHY = {
    "retired": "{name} is not in service.",
    "blackout": "{name} is blacked out at that time.",
    "shared": "{name} is taken at that time and can't be shared.",
    "full": "{name} has too few free units at that time.",
}


@dataclass(frozen=True, slots=True)
class Guests:
    """
    Whom a resource is assigned to: bookings of one order on its timeslot, by customer type.

    `is_whole_order`: these are all of its guests, now and later.
    """

    timeslot_id: int
    trip_order_id: int
    kinds: Mapping[int, int]
    is_whole_order: bool


def assign_resource(
    *,
    guests: Guests,
    resource_id: int,
    usage_id: int | None,
    window: Span | None,
    is_locked: bool,
    force: bool,
    at: datetime,
) -> list[int]:
    """
    Put an order, or some of its bookings, on a resource in place of what they had of its group.

    Without `usage_id` it is the usage of the experience that this resource's group serves; without
    one, a unit for each booking. Returns the ids of the rows written.

    :raises TimeslotNotFound: there is no such timeslot
    :raises ResourceNotFound: there is no such resource
    :raises Invalid: the usage is of another group, or the window is none
    :raises ResourceUnavailable: it cannot serve them; `force` gets past a blackout only
    """
    with atomic():
        seats.lock_timeslots(ids=[guests.timeslot_id])
        slot = timeslots.get_timeslot(timeslot_id=guests.timeslot_id, at=at)
        resource = _resource(resource_id)
        fleets.lock_groups(group_ids=[resource.group_id])
        usages = _usages(slot.experience_id, resource, usage_id)
        span = _window(window, usages, slot)
        units = {key: _units(usages, kind) for key, kind in guests.kinds.items()}
        before = _replaced(guests, resource.group_id, units)
        need = _need(slot, guests, usages, span, sum(units.values()))
        loaded = fleets.load_fleet(group_ids=[resource.group_id], span=span, at=at)
        accepted = _check(loaded.fleet, resource, need, force=force)
        forget(loaded.lapsed_ids)
        rows = _rows(need, guests, units, resource_id)
        for row in rows:
            row.is_locked, row.is_conflict_accepted = is_locked, accepted
        made = BookingResource.objects.bulk_create(rows)
        record(
            entity_type="trip_order",
            entity_id=guests.trip_order_id,
            action="resource.assigned",
            at=at,
            before={"resources": before},
            after={"resource_id": resource_id, "units": need.units, "is_forced": accepted},
        )
        availability_events.seats_changed(
            timeslot_id=slot.id, reason="resource.assigned", at=at, is_shared=True
        )
    return [row.pk for row in made]


def unassign(*, resource_id: int, booking_resource_ids: Sequence[int], at: datetime) -> int:
    """
    Take uses off a resource; returns how many.

    :raises UnknownUse: one is none, is of another resource, or is only held by a checkout
    """
    with atomic():
        rows = BookingResource.objects.select_related("timeslot").filter(
            pk__in=booking_resource_ids, resource_id=resource_id, hold__isnull=True
        )
        found = list(rows.order_by("id"))
        if len(found) != len(set(booking_resource_ids)):
            raise UnknownUse("This resource has no such assignment.")
        rows.delete()
        for row in found:
            _told(row, action="resource.unassigned", at=at, before=_values(row), after=None)
        for timeslot_id in sorted({row.timeslot_id for row in found}):
            availability_events.seats_changed(
                timeslot_id=timeslot_id, reason="resource.unassigned", at=at, is_shared=True
            )
    return len(found)


def reschedule(
    *, booking_resource_id: int, window: Span, resource_id: int | None, force: bool, at: datetime
) -> int:
    """
    Move one use to another time or to another resource of its group; it stays there.

    :raises UnknownUse: there is none, or a checkout holds it
    :raises ResourceNotFound: there is no such resource
    :raises Invalid: the window is none, or the resource is of another group
    :raises ResourceUnavailable: it cannot serve them; `force` gets past a blackout only
    """
    with atomic():
        seen = _use(booking_resource_id, is_locked=False)
        seats.lock_timeslots(ids=[seen.timeslot_id])
        fleets.lock_groups(group_ids=[seen.resource.group_id])
        row = _use(booking_resource_id)
        target = _resource(resource_id or row.resource_id)
        if target.group_id != row.resource.group_id:
            raise Invalid({"resource_id": ["Only a resource of the same group can take over."]})
        begin, end = _checked(window)
        need = Need(
            row.resource_usage_id or 0,
            target.group_id,
            begin,
            end,
            _scope(row.sharing_scope),
            row.timeslot.experience_id,
            row.timeslot_id,
            fleets.owner_of(row.trip_order_id, None, row.timeslot_id),
            ((row.units,),),
        )
        loaded = fleets.load_fleet(group_ids=[target.group_id], span=(begin, end), at=at)
        mine = next((c for c in loaded.fleet.claims if c.id == row.pk), None)
        accepted = _check(loaded.fleet.without(mine) if mine else loaded.fleet, target, need, force=force)
        forget(loaded.lapsed_ids)
        before = _values(row)
        row.resource_id, row.start_at, row.end_at = target.pk, begin, end
        row.is_locked, row.assigned_by, row.is_conflict_accepted = True, "user", accepted
        row.save()
        _told(row, action="resource.rescheduled", at=at, before=before, after=_values(row))
        availability_events.seats_changed(
            timeslot_id=row.timeslot_id, reason="resource.rescheduled", at=at, is_shared=True
        )
    return row.pk


def _check(fleet: Fleet, resource: Resource, need: Need, *, force: bool) -> bool:
    """Return whether a blackout is overridden; refuse whatever else speaks against it."""
    supply = fleet.supplies[resource.pk]
    reason = why_not(fleet, supply, need, need.units)
    is_forced = reason == "blackout" and force and not resource.group.is_legal_limit
    if is_forced:
        lit = fleets.without_blackouts(fleet, resource.pk)
        reason = why_not(lit, lit.supplies[resource.pk], need, need.units)
    if reason is not None:
        raise ResourceUnavailable(
            _WHY[reason].format(name=resource.name),
            reason=reason,
            resource_id=resource.pk,
            free_units=free(fleet, supply, need),
            asked=need.units,
            can_force=reason == "blackout" and not resource.group.is_legal_limit,
        )
    return is_forced


def _resource(resource_id: int) -> Resource:
    row = Resource.objects.select_related("group").filter(pk=resource_id).first()
    if row is None:
        raise ResourceNotFound("Resource not found.")
    return row


def _use(booking_resource_id: int, *, is_locked: bool = True) -> BookingResource:
    rows = BookingResource.objects.select_related("timeslot", "resource__group")
    if is_locked:
        rows = rows.select_for_update(of=("self",))
    row = rows.filter(pk=booking_resource_id, hold__isnull=True).first()
    if row is None:
        raise UnknownUse("Assignment not found.")
    return row


def _usages(experience_id: int, resource: Resource, usage_id: int | None) -> list[Usage]:
    rows = fleets.usages_of(experience_ids=[experience_id]).get(experience_id, [])
    mine = [u for u in rows if u.resource_group_id == resource.group_id and u.addon_id is None]
    if usage_id is None:
        first = mine[:1]
        # Those of one window and scope are one need, as when they were sold.
        return [u for u in mine if first and _shape(u) == _shape(first[0])]
    found = [u for u in rows if u.id == usage_id and u.resource_group_id == resource.group_id]
    if not found:
        raise Invalid({"usage_id": ["This resource does not serve that usage."]})
    return found


def _shape(usage: Usage) -> tuple[Any, ...]:
    return (usage.duration_mode, usage.duration_minutes, usage.offset_minutes, usage.sharing_scope)


def _units(usages: Sequence[Usage], kind: int) -> int:
    if not usages:
        return 1
    return sum(
        usage.units_per_booking for usage in usages if usage.experience_customer_type_id in {None, kind}
    )


def _window(given: Span | None, usages: Sequence[Usage], slot: timeslots.TimeslotRow) -> Span:
    if given is not None:
        return _checked(given)
    return usages[0].window(slot) if usages else (slot.start_at, slot.end_at)


def _checked(span: Span) -> Span:
    if span[1] <= span[0]:
        raise Invalid({"end_at": ["The end must be after the start."]})
    if span[1] - span[0] > MAX_LENGTH:
        raise Invalid({"end_at": [f"At most {MAX_LENGTH.days} days."]})
    return span


def _need(
    slot: timeslots.TimeslotRow, guests: Guests, usages: Sequence[Usage], span: Span, units: int
) -> Need:
    if units == 0:
        raise Invalid({"usage_id": ["These guests don't need this resource."]})
    return Need(
        usages[0].id if usages else 0,
        0,
        *span,
        usages[0].sharing_scope if usages else "any",
        slot.experience_id,
        slot.id,
        fleets.owner_of(guests.trip_order_id, None, slot.id),
        ((units,),),
    )


def _replaced(guests: Guests, group_id: int, units: Mapping[int, int]) -> list[dict[str, object]]:
    """Take off what these guests had of the group; returns what that was."""
    rows = BookingResource.objects.select_for_update(of=("self",)).filter(
        trip_order_id=guests.trip_order_id, resource__group_id=group_id, hold__isnull=True
    )
    before = [_values(row) for row in rows.order_by("id")]
    if guests.is_whole_order:
        rows.delete()
        return before
    own = rows.filter(booking_id__in=list(guests.kinds))
    placed = set(own.values_list("booking_id", flat=True))
    own.delete()
    _shrink(rows, sum(cnt for key, cnt in units.items() if key not in placed))
    return before


def _shrink(rows: "QuerySet[BookingResource]", units: int) -> None:
    # What the order has together gets smaller by those who ride elsewhere.
    for row in rows.filter(booking_id__isnull=True).order_by("-id"):
        taken = min(units, row.units)
        units -= taken
        if taken == row.units:
            row.delete()
        elif taken:
            row.units -= taken
            row.save(update_fields=["units"])


def _rows(need: Need, guests: Guests, units: Mapping[int, int], resource_id: int) -> list[BookingResource]:
    parts = {None: need.units} if guests.is_whole_order else dict(units)
    return [
        BookingResource(
            timeslot_id=guests.timeslot_id,
            trip_order_id=guests.trip_order_id,
            booking_id=key,
            resource_id=resource_id,
            resource_usage_id=need.usage_id or None,
            sharing_scope=need.scope,
            start_at=need.start_at,
            end_at=need.end_at,
            units=cnt,
            assigned_by="user",
        )
        for key, cnt in parts.items()
        if cnt
    ]


def _scope(text: str) -> Any:
    return text


def _values(row: BookingResource) -> dict[str, object]:
    return {
        "resource_id": row.resource_id,
        "booking_id": row.booking_id,
        "units": row.units,
        "start_at": row.start_at.isoformat(),
        "end_at": row.end_at.isoformat(),
    }


def _told(
    row: BookingResource,
    *,
    action: str,
    at: datetime,
    before: dict[str, object],
    after: dict[str, object] | None,
) -> None:
    whole = row.trip_order_id is None
    record(
        entity_type="timeslot" if whole else "trip_order",
        entity_id=row.timeslot_id if row.trip_order_id is None else row.trip_order_id,
        action=action,
        at=at,
        before=before,
        after=after,
    )
