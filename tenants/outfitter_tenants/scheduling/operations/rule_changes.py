"""What an edited rule does to the timeslots it has made: compared first, applied after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Final

from django.db.models import F, ProtectedError, Q

from outfitter.kit.errors import StaleVersion
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import ExperienceTimeslot, Timeslot
from outfitter_tenants.scheduling.operations import default_guides, resource_claims
from outfitter_tenants.scheduling.operations.timeslot_generation import TimeslotPlan, starts_taken
from outfitter_tenants.scheduling.queries import availability_rules, seats
from outfitter_tenants.scheduling.rules.recurrence import Occurrence

# Why a timeslot that history points at was taken out; such a one comes back with its start.
DROPPED: Final = "No longer in the schedule."


@dataclass(frozen=True, slots=True)
class Conflict:
    """A departure that was not made, and why."""

    date: date
    start_time: time
    reason: str


@dataclass(frozen=True, slots=True)
class KeptTimeslot:
    """
    A timeslot that an edit left alone, and why.

    `is_wanted`: the rule has that start still. `taken_pax_cnt`: seats booked and held.
    """

    timeslot_id: int
    date: date
    start_time: time
    reason: str
    is_wanted: bool
    taken_pax_cnt: int


@dataclass(frozen=True, slots=True)
class Diff:
    """
    What a rule's future would become.

    `fresh` are departures to make, `revived` timeslots (by id) that an earlier edit took out and
    that come back, `changed` those that become something else, `removed` those that go, `kept`
    those with sales, holds or a hand-made change, `recrewed` those whose default guides change.
    """

    wanted: tuple[Occurrence, ...]
    fresh: tuple[Occurrence, ...]
    revived: Mapping[int, Occurrence]
    changed: Mapping[int, Occurrence]
    removed: tuple[Timeslot, ...]
    kept: tuple[KeptTimeslot, ...]
    conflicts: tuple[Conflict, ...]
    recrewed: frozenset[int]
    dates: frozenset[date]


def lock_rule(*, rule_id: int, version: int | None) -> ExperienceTimeslot:
    """
    Lock a rule for a change.

    :raises RuleNotFound: there is none
    :raises StaleVersion: `version` is given and not the current one
    """
    row = ExperienceTimeslot.objects.select_for_update().filter(pk=rule_id).first()
    if row is None:
        raise availability_rules.RuleNotFound("Availability rule not found.")
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed this in the meantime.", version=row.version)
    return row


def lock_future(rule: ExperienceTimeslot, *, at: datetime) -> None:
    """Lock what a rule has made of the future: what is compared then is what is changed."""
    rows = Timeslot.objects.select_for_update(no_key=True).filter(experience_timeslot=rule)
    list(rows.filter(start_at__gt=at).order_by("pk").values_list("pk"))


def split(experience_id: int, wanted: Sequence[Occurrence]) -> tuple[list[Occurrence], list[Conflict]]:
    """Return which departures can be made, and at which starts there is one already."""
    taken = starts_taken(experience_id=experience_id, occurrences=wanted)
    fresh = [item for item in wanted if item.start_at not in taken]
    clashes = [Conflict(item.date, item.start_time, "exists") for item in wanted if item.start_at in taken]
    return fresh, clashes


def compare(
    *,
    plan: TimeslotPlan,
    rule: ExperienceTimeslot,
    wanted: Sequence[Occurrence],
    at: datetime,
    former_guides: Sequence[int] | None = None,
) -> Diff:
    """
    Return what the rule, changed already, makes of its future timeslots; writes nothing.

    `former_guides` are the default guides it had; None: the same.
    """
    mine = Timeslot.objects.filter(experience_timeslot=rule, start_at__gt=at)
    existing = {row.start_at: row for row in mine.exclude(status="cancelled").order_by("pk")}
    by_start = {item.start_at: item for item in wanted}
    free = {start: row for start, row in existing.items() if not _is_kept(row)}
    both = {start: row for start, row in free.items() if start in by_start}
    new, clashes = split(rule.experience_id, [item for item in wanted if item.start_at not in existing])
    dropped = mine.filter(status="cancelled", cancel_reason=DROPPED)
    gone = dict(dropped.values_list("start_at", "pk"))
    fresh = [item for item in new if item.start_at not in gone]
    recrewed = _recrewed(rule, former_guides, existing, by_start)
    return Diff(
        wanted=tuple(wanted),
        fresh=tuple(fresh),
        revived={gone[item.start_at]: item for item in new if item.start_at in gone},
        changed={
            **_changed(both, by_start, plan, rule),
            **{row.pk: by_start[start] for start, row in both.items() if row.pk in recrewed},
        },
        removed=tuple(row for start, row in free.items() if start not in by_start),
        kept=tuple(
            _kept(row, is_wanted=start in by_start) for start, row in existing.items() if _is_kept(row)
        ),
        conflicts=tuple(clashes),
        recrewed=recrewed,
        dates=frozenset(row.date for row in existing.values()),
    )


def _recrewed(
    rule: ExperienceTimeslot,
    former: Sequence[int] | None,
    existing: Mapping[datetime, Timeslot],
    by_start: Mapping[datetime, Occurrence],
) -> frozenset[int]:
    if former is None or list(former) == rule.guide_ids:
        return frozenset()
    staying = [row.pk for start, row in existing.items() if start in by_start or _is_kept(row)]
    return default_guides.with_crew(timeslot_ids=staying, guide_ids=former)


def apply(diff: Diff, *, plan: TimeslotPlan, rule: ExperienceTimeslot, at: datetime) -> int:
    """Do what `compare` found, but for what was sold meanwhile; returns how many are new."""
    ids = {
        *diff.revived,
        *diff.changed,
        *(row.pk for row in diff.removed),
        *(kept.timeslot_id for kept in diff.kept),
    }
    seats.lock_timeslots(ids=ids)
    free = set(
        Timeslot.objects.filter(pk__in=ids, booked_pax_cnt=0, held_pax_cnt=0, is_edited=False).values_list(
            "pk", flat=True
        )
    )
    Timeslot.objects.filter(pk__in=diff.revived).update(
        status="open", cancelled_at=None, cancel_reason=None, is_edited=False
    )
    plan.change(rule, diff.revived)
    plan.change(rule, {pk: item for pk, item in diff.changed.items() if pk in free})
    _patch(plan, rule, [kept.timeslot_id for kept in diff.kept])
    _remove({row.pk for row in diff.removed} & free, at)
    default_guides.assign_default_guides(timeslot_ids=diff.recrewed, guide_ids=rule.guide_ids)
    cache_versions.touch(dates=diff.dates)
    return plan.make(rule, diff.fresh) + len(diff.revived)


def _is_kept(row: Timeslot) -> bool:
    return row.booked_pax_cnt > 0 or row.held_pax_cnt > 0 or row.is_edited


def _kept(row: Timeslot, *, is_wanted: bool) -> KeptTimeslot:
    reason = "edited" if row.is_edited else "sold" if row.booked_pax_cnt else "held"
    taken = row.booked_pax_cnt + row.held_pax_cnt
    return KeptTimeslot(row.pk, row.date, row.start_time, reason, is_wanted, taken)


def _changed(
    rows: Mapping[datetime, Timeslot],
    by_start: Mapping[datetime, Occurrence],
    plan: TimeslotPlan,
    rule: ExperienceTimeslot,
) -> dict[int, Occurrence]:
    items = [by_start[start] for start in rows]
    common: dict[str, Any] = plan.common(rule)
    instants = plan.instants(items)
    found: dict[int, Occurrence] = {}
    for place, row in enumerate(rows.values()):
        wanted = {
            **common,
            "end_at": items[place].end_at,
            **{name: values[place] for name, values in instants.items()},
        }
        if any(getattr(row, name) != value for name, value in wanted.items()):
            found[row.pk] = items[place]
    return found


def _patch(plan: TimeslotPlan, rule: ExperienceTimeslot, ids: Sequence[int]) -> None:
    """Change on sold timeslots what no guest has paid for; what was edited by hand stays."""
    common = plan.common(rule)
    rows = Timeslot.objects.filter(pk__in=ids, is_edited=False)
    plain = {"note": common["note"], "min_price": common["min_price"]}
    rows.exclude(**plain).update(**plain, version=F("version") + 1)
    if common["is_pooled"]:
        return
    wider = rows.filter(is_pooled=False).exclude(capacity=common["capacity"])
    fits = Q()
    if common["capacity"] is not None:
        fits = Q(booked_pax_cnt__lte=common["capacity"] - F("held_pax_cnt"))
    wider.filter(fits, overbook_cnt=0).update(capacity=common["capacity"], version=F("version") + 1)


def _remove(ids: set[int], at: datetime) -> None:
    """Delete timeslots; those that old carts or cancelled orders point at are cancelled instead."""
    if not ids:
        return
    resource_claims.release_departures(timeslot_ids=ids)
    try:
        Timeslot.objects.filter(pk__in=ids).delete()
    except ProtectedError as problem:
        pointed_at = {getattr(item, "timeslot_id", None) for item in problem.protected_objects}
        used = {pk for pk in ids if pk in pointed_at}
        Timeslot.objects.filter(pk__in=ids - used).delete()
        Timeslot.objects.filter(pk__in=used).update(
            status="cancelled", cancelled_at=at, cancel_reason=DROPPED
        )
