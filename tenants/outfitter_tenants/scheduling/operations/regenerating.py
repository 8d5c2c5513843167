"""What an edited rule does to the timeslots it has made."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Final

from django.db.models import ProtectedError

from outfitter.kit.errors import StaleVersion
from outfitter_tenants.scheduling import freshness
from outfitter_tenants.scheduling.expansion import Occurrence
from outfitter_tenants.scheduling.models import ExperienceTimeslot, Timeslot
from outfitter_tenants.scheduling.operations.making import Plan, starts_taken
from outfitter_tenants.scheduling.queries import rules, seats

_CHANGED: Final = (
    "end_at", "is_flex", "capacity", "online_allotment", "note", "min_price", "cutoff_at_online",
    "cutoff_at_direct", "cutoff_at_reseller", "version",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kept:
    """A timeslot that an edit left alone, and why."""

    timeslot_id: int
    date: date
    start_time: time
    reason: str


def lock_rule(*, rule_id: int, version: int | None) -> ExperienceTimeslot:
    """
    Lock a rule for a change.

    :raises RuleNotFound: there is none
    :raises StaleVersion: `version` is given and not the current one
    """
    row = ExperienceTimeslot.objects.select_for_update().filter(pk=rule_id).first()
    if row is None:
        raise rules.RuleNotFound("There is no such availability rule.")
    if version is not None and version != row.version:
        raise StaleVersion("Somebody changed this meanwhile.", version=row.version)
    return row


def apply(
    *, plan: Plan, rule: ExperienceTimeslot, wanted: Sequence[Occurrence], at: datetime
) -> tuple[int, list[Kept]]:
    """Make the rule's future timeslots what it says now; returns how many are new, and the kept."""
    mine = Timeslot.objects.filter(experience_timeslot=rule, start_at__gt=at)
    seats.lock_timeslots(ids=mine.values_list("pk", flat=True))
    existing = {row.start_at: row for row in mine.exclude(status="cancelled").order_by("pk")}
    by_start = {item.start_at: item for item in wanted}
    kept = [_kept(row) for row in existing.values() if _is_kept(row)]
    free = {start: row for start, row in existing.items() if not _is_kept(row)}
    _change([row for start, row in free.items() if start in by_start], by_start, plan, rule)
    _remove([row for start, row in free.items() if start not in by_start], at)
    freshness.touch(dates={row.date for row in existing.values()})
    fresh = [item for item in wanted if item.start_at not in existing]
    taken = starts_taken(experience_id=rule.experience_id, occurrences=fresh)
    return plan.make(rule, [item for item in fresh if item.start_at not in taken]), kept


def _is_kept(row: Timeslot) -> bool:
    return row.booked_pax_cnt > 0 or row.held_pax_cnt > 0 or row.is_edited


def _kept(row: Timeslot) -> Kept:
    reason = "edited" if row.is_edited else "sold" if row.booked_pax_cnt else "held"
    return Kept(row.pk, row.date, row.start_time, reason)


def _change(
    rows: Sequence[Timeslot],
    by_start: dict[datetime, Occurrence],
    plan: Plan,
    rule: ExperienceTimeslot,
) -> None:
    for row in rows:
        for name, value in plan.properties(rule, by_start[row.start_at]).items():
            setattr(row, name, value)
        row.version += 1
    Timeslot.objects.bulk_update(rows, _CHANGED, batch_size=500)


def _remove(rows: Sequence[Timeslot], at: datetime) -> None:
    """Delete timeslots; those that old carts or cancelled orders point at are cancelled instead."""
    ids = {row.pk for row in rows}
    if not ids:
        return
    try:
        Timeslot.objects.filter(pk__in=ids).delete()
    except ProtectedError as problem:
        pointed_at = {getattr(item, "timeslot_id", None) for item in problem.protected_objects}
        used = {pk for pk in ids if pk in pointed_at}
        Timeslot.objects.filter(pk__in=ids - used).delete()
        Timeslot.objects.filter(pk__in=used).update(
            status="cancelled", cancelled_at=at, cancel_reason="No longer in the schedule."
        )
