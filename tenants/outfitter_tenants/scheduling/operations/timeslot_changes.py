"""One departure, changed by hand: its seats, prices and note. From then on its rule leaves it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypedDict

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.rules.list_prices import min_price
from outfitter_tenants.catalog.trip_methods import method_problems
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import (
    availability_events,
    pools,
    seat_allocation,
    timeslot_generation,
)
from outfitter_tenants.scheduling.queries import seats, timeslots

_FIELDS: Final = (
    "capacity",
    "capacity_by_type",
    "channel_allotments",
    "online_allotment",
    "price_override",
    "note",
)
_SEATS: Final = frozenset({"capacity", "capacity_by_type", "channel_allotments", "online_allotment"})


class TimeslotChanges(TypedDict, total=False):
    """
    What may be changed on one departure; what is left out stays.

    `capacity` None: as its experience says. Maps: experience customer type ids (JSON keys) to pax,
    slugs of trip methods to pax, experience customer type ids to minor units.
    """

    capacity: int | None
    capacity_by_type: Mapping[str, int]
    channel_allotments: Mapping[str, int]
    online_allotment: int | None
    price_override: Mapping[str, int] | None
    note: str


@dataclass(slots=True)
class _Edit:
    row: Timeslot
    plan: timeslot_generation.TimeslotPlan
    changes: TimeslotChanges


def edit_timeslot(
    *, timeslot_id: int, changes: TimeslotChanges, version: int | None, at: datetime
) -> timeslots.TimeslotRow:
    """
    Change one departure; its rule's later edits leave it alone but for its note.

    :raises TimeslotNotFound: there is no such timeslot
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: fewer seats than are taken, or a type or price of another experience
    """
    with atomic():
        seats.lock_timeslots(ids=[timeslot_id])
        seen = timeslots.get_timeslot(timeslot_id=timeslot_id, at=at)
        if version is not None and version != seen.version:
            raise StaleVersion("Someone changed this in the meantime.", version=seen.version)
        # Seats of holds that have lapsed are not in anybody's way.
        seat_allocation.reclaim(seen, at=at)
        row = Timeslot.objects.select_related("experience_timeslot").get(pk=timeslot_id)
        before = {name: getattr(row, name) for name in _FIELDS}
        plan = timeslot_generation.TimeslotPlan(
            catalog.get_experience(experience_id=row.experience_id), at=at
        )
        edit = _Edit(row, plan, changes)
        _check(edit)
        _apply(edit)
        after = {name: getattr(row, name) for name in _FIELDS}
        changed = [name for name in _FIELDS if before[name] != after[name]]
        if changed:
            _tell(row, {n: before[n] for n in changed}, {n: after[n] for n in changed}, at)
    return timeslots.get_timeslot(timeslot_id=timeslot_id, at=at)


def _check(edit: _Edit) -> None:
    kinds = edit.plan.experience.customer_types
    known = {str(kind.id) for kind in kinds}
    fields: dict[str, list[str]] = {}
    if set(edit.changes.get("price_override") or {}) - known:
        fields["price_override"] = ["One of these prices belongs to another experience."]
    if problems := method_problems(edit.changes.get("channel_allotments") or ()):
        fields["channel_allotments"] = problems
    by_type = edit.changes.get("capacity_by_type")
    if by_type and edit.plan.experience.capacity_type != "timeslot_customer_type":
        fields["capacity_by_type"] = ["This experience doesn't count its seats by guest type."]
    elif set(by_type or {}) - {str(kind.id) for kind in kinds if kind.is_consume_capacity}:
        fields["capacity_by_type"] = ["One of these guest types takes no seats here."]
    if fields:
        raise Invalid(fields)


def _apply(edit: _Edit) -> None:
    row, changes = edit.row, edit.changes
    if "note" in changes:
        row.note = changes["note"]
    if "price_override" in changes:
        row.price_override = dict(changes["price_override"] or {}) or None
        above = row.experience_timeslot.price_override if row.experience_timeslot else None
        prices = {**(above or {}), **(row.price_override or {})}
        row.min_price = min_price(
            customer_types=edit.plan.experience.customer_types, price_override=prices or None
        )
    if _SEATS & set(changes):
        _apply_seats(edit)
    row.is_edited = row.is_edited or set(changes) != {"note"}
    row.version += 1
    row.save()


def _apply_seats(edit: _Edit) -> None:
    row, changes = edit.row, edit.changes
    if "capacity" in changes:
        row.capacity = edit.plan.capacity(changes["capacity"])
        used = row.booked_pax_cnt + row.held_pax_cnt
        if row.capacity is not None and row.capacity < used:
            raise Invalid({"capacity": [f"{used} seats are taken already."]})
        row.overbook_cnt = 0
    row.capacity_by_type = dict(changes.get("capacity_by_type", row.capacity_by_type))
    row.channel_allotments = dict(changes.get("channel_allotments", row.channel_allotments))
    row.online_allotment = changes.get("online_allotment", row.online_allotment)
    specs = edit.plan.pool_specs(row.capacity, row.capacity_by_type, row.channel_allotments)
    if specs or row.is_pooled:
        _apply_pools(row, specs)
    used = row.online_booked_pax_cnt + row.online_held_pax_cnt
    if "online_allotment" in changes and row.online_allotment is not None and row.online_allotment < used:
        raise Invalid({"online_allotment": [f"{used} seats are sold online already."]})


def _apply_pools(row: Timeslot, specs: list[timeslot_generation.PoolSpec]) -> None:
    fields: dict[str, list[str]] = {}
    for item in pools.change(row, specs):
        name = f"channel_allotments.{item.spec.method}"
        if item.spec.kind_id is not None:
            name = f"capacity_by_type.{item.spec.kind_id}"
        fields[name] = [f"{item.used_cnt} of these seats are taken already."]
    if fields:
        raise Invalid(fields)
    row.capacity_by_type = {str(s.kind_id): s.capacity for s in specs if s.kind_id is not None}
    row.is_pooled = bool(specs)
    row.refresh_from_db(fields=["online_held_pax_cnt", "online_booked_pax_cnt"])


def _tell(row: Timeslot, before: dict[str, object], after: dict[str, object], at: datetime) -> None:
    record(
        entity_type="timeslot", entity_id=row.pk, action="timeslot.edited", at=at, before=before, after=after
    )
    availability_events.seats_changed(timeslot_id=row.pk, reason="edited", at=at)
