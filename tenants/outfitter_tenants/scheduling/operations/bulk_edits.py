"""
Many rules changed at once: the difference first, then the change as a job, rule by rule.

A rule is one chunk of the job, in one transaction: a worker that dies leaves whole rules behind,
and the next one goes on with the first that is not done. Each rule is changed at the version the
difference was told for.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import Any, Final, TypedDict

from django.db import transaction
from django.db.models import Count

from outfitter.db.lists import ListReader
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.job_types import Chunk, Failure, JobType, Work, handles
from outfitter_tenants.jobs.queries import JobRow, row_of
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import rule_preview
from outfitter_tenants.scheduling.operations.availability_rules import (
    MAX_LIST,
    RuleDraft,
    RuleResult,
    edit_rule,
)
from outfitter_tenants.scheduling.operations.rule_changes import Conflict, KeptTimeslot
from outfitter_tenants.scheduling.operations.rule_preview import DaySums
from outfitter_tenants.scheduling.queries import availability_rules
from outfitter_tenants.scheduling.queries.availability_rules import RuleRow

KIND: Final = "availability.bulk_edit"
MAX_RULES: Final = 2000
# Beyond so many timeslots the difference is a job as well.
MAX_AT_ONCE: Final = 20_000
_BY_TYPE: Final = ("capacity_by_type", "price_override")


@dataclass(frozen=True, slots=True)
class RuleFilter:
    """Which rules: all that meet every condition; an empty condition asks nothing."""

    experience_ids: tuple[int, ...] = ()
    rule_ids: tuple[int, ...] = ()
    statuses: tuple[str, ...] = ("live",)
    weekdays: tuple[int, ...] = ()
    date_from: date | None = None
    date_to: date | None = None
    time_from: time | None = None
    time_to: time | None = None

    def matches(self, row: RuleRow) -> bool:
        """Return whether a rule is meant."""
        starts = row.times or tuple(at for at in (row.time_from, row.time_to) if at is not None)
        first, last = self.time_from or time.min, self.time_to or time.max
        return (
            row.status in self.statuses
            and (not self.rule_ids or row.id in self.rule_ids)
            and (not self.weekdays or bool(set(self.weekdays) & set(row.weekdays)))
            and (self.date_from is None or row.date_to is None or row.date_to >= self.date_from)
            and (self.date_to is None or row.date_from <= self.date_to)
            and any(first <= at <= last for at in starts)
        )


class RuleChanges(TypedDict, total=False):
    """
    What is to become of the rules; what is left out stays.

    Maps hold what is known of one experience only and leave the rules of others alone.
    `add_exclude_dates` and `add_include_dates` add to what a rule has, `drop_exclude_dates` takes
    away from it.
    """

    status: str
    date_to: date | None
    weekdays: Sequence[int]
    times: Sequence[time]
    duration_minutes: int | None
    is_flex: bool
    capacity: int | None
    capacity_by_type: Mapping[str, int]
    online_allotment: int | None
    channel_allotments: Mapping[str, int]
    guide_ids: Sequence[int]
    price_override: Mapping[str, int] | None
    note: str
    add_exclude_dates: Sequence[date]
    drop_exclude_dates: Sequence[date]
    add_include_dates: Sequence[date]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What would become of one rule's future, or why it cannot be changed."""

    rule_id: int
    created_cnt: int = 0
    updated_cnt: int = 0
    removed_cnt: int = 0
    kept_cnt: int = 0
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """What many rules' future would become, or became; the last two lists are cut at 500."""

    rules: tuple[RuleRow, ...]
    timeslot_cnt: int
    created_cnt: int = 0
    updated_cnt: int = 0
    removed_cnt: int = 0
    kept_cnt: int = 0
    outcomes: tuple[Outcome, ...] = ()
    days: tuple[DaySums, ...] = ()
    failures: tuple[Failure, ...] = field(default=())
    job: JobRow | None = None
    kept: tuple[KeptTimeslot, ...] = ()
    conflicts: tuple[Conflict, ...] = ()


def preview(
    *, wanted: RuleFilter, changes: RuleChanges, reader: ListReader, name: str, at: datetime
) -> Difference:
    """
    Return what a change of many rules would do; a job finds out when they are very many.

    Without changes it only says which rules are meant.

    :raises Invalid: no rule is meant, or too many
    """
    found, cnt = _find(wanted, at)
    if not changes:
        return Difference(tuple(found), cnt)
    if cnt > MAX_AT_ONCE:
        job = _start(found, cnt, changes, reader, name, at, is_dry_run=True)
        return Difference(tuple(found), cnt, job=job)
    total = Difference(tuple(found), cnt)
    days: dict[date, DaySums] = {}
    for row in found:
        try:
            result = edit_rule(
                rule_id=row.id, draft=_draft(row, changes), version=row.version, at=at, is_dry_run=True
            )
        except DomainError as problem:
            failure = Failure(f"#{row.id}", problem.message)
            outcome = Outcome(row.id, message=problem.message)
            total = replace(total, failures=(*total.failures, failure))
        else:
            outcome = Outcome(
                row.id, result.created_cnt, result.updated_cnt, result.removed_cnt, result.kept_cnt
            )
            total = _plus(total, result)
            rule_preview.add(days, result.days)
        total = replace(total, outcomes=(*total.outcomes, outcome))
    return replace(total, days=tuple(days[day] for day in sorted(days)))


def start(
    *, wanted: RuleFilter, changes: RuleChanges, reader: ListReader, name: str, at: datetime
) -> Difference:
    """
    Begin to change many rules, as a job.

    :raises Invalid: no rule is meant, or too many
    :raises Forbidden: the caller may not set up experiences
    """
    found, cnt = _find(wanted, at)
    job = _start(found, cnt, changes, reader, name, at, is_dry_run=False)
    return Difference(tuple(found), cnt, job=job)


def _find(wanted: RuleFilter, at: datetime) -> tuple[list[RuleRow], int]:
    rows = [
        row
        for row in availability_rules.list_all_rules(experience_ids=wanted.experience_ids)
        if wanted.matches(row)
    ]
    if not rows or len(rows) > MAX_RULES:
        raise Invalid({"filter": [f"Choose 1 to {MAX_RULES} availabilities."]})
    return rows, sum(_future([row.id for row in rows], at).values())


def _future(rule_ids: Collection[int], at: datetime) -> dict[int, int]:
    rows = Timeslot.objects.filter(experience_timeslot_id__in=rule_ids, start_at__gt=at)
    found = rows.order_by().values_list("experience_timeslot_id").annotate(cnt=Count("pk"))
    return {pk: cnt for pk, cnt in found if pk is not None}


def _start(
    found: Sequence[RuleRow],
    cnt: int,
    changes: RuleChanges,
    reader: ListReader,
    name: str,
    at: datetime,
    *,
    is_dry_run: bool,
) -> JobRow:
    params = {
        "rules": [[row.id, row.version] for row in found],
        "changes": _plain(changes),
        "is_dry_run": is_dry_run,
    }
    job = jobs.start(
        kind=KIND,
        params=params,
        title={"name": f"{len(found)}", "is_dry_run": is_dry_run},
        reader=reader,
        name=name,
        at=at,
        total_cnt=cnt,
    )
    return row_of(job)


def step(work: Work) -> Chunk:
    """Change the next rule of a bulk edit, or find out what that would do."""
    todo = work.params["rules"]
    place = int(work.state.get("place", 0))
    rule_id, version = todo[place]
    sums = dict(work.state.get("sums") or dict.fromkeys(_SUMS, 0))
    cnt = _future([rule_id], work.at).get(rule_id, 0)
    failures: list[Failure] = []
    try:
        with transaction.atomic():
            row = availability_rules.get_rule(rule_id=rule_id)
            result = edit_rule(
                rule_id=rule_id,
                draft=_draft(row, _typed(work.params["changes"])),
                version=version,
                at=work.at,
                is_dry_run=work.params["is_dry_run"],
            )
    except DomainError as problem:
        if problem.code == "busy":
            raise
        failures.append(Failure(f"#{rule_id}", problem.message))
    else:
        for name in _SUMS:
            sums[name] += _sums(result)[name]
    done = place + 1 >= len(todo)
    state = None if done else {"place": place + 1, "sums": sums}
    return Chunk(state, done_cnt=0 if failures else cnt, failures=failures, result=sums)


_SUMS: Final = ("created_cnt", "updated_cnt", "removed_cnt", "kept_cnt")
BULK_EDIT: Final = handles(JobType(KIND, "setup.experiences", step))


def _sums(result: RuleResult) -> dict[str, int]:
    return {
        "created_cnt": result.created_cnt,
        "updated_cnt": result.updated_cnt,
        "removed_cnt": result.removed_cnt,
        "kept_cnt": result.kept_cnt,
    }


def _plus(total: Difference, result: RuleResult) -> Difference:
    more = _sums(result)
    return replace(
        total,
        **{name: getattr(total, name) + more[name] for name in _SUMS},
        kept=(*total.kept, *result.kept)[:MAX_LIST],
        conflicts=(*total.conflicts, *result.conflicts)[:MAX_LIST],
    )


def _draft(row: RuleRow, changes: RuleChanges) -> RuleDraft:
    """Return what the rule would say with these changes."""
    values: dict[str, Any] = {name: getattr(row, name) for name in RuleDraft.__slots__}
    plain: dict[str, Any] = dict(changes)
    for name, other in (("add_exclude_dates", "exclude_dates"), ("add_include_dates", "include_dates")):
        values[other] = tuple({*values[other], *plain.pop(name, ())})
    dropped = set(plain.pop("drop_exclude_dates", ()))
    values["exclude_dates"] = tuple(day for day in values["exclude_dates"] if day not in dropped)
    if plain.get("times"):
        values.update(time_from=None, time_to=None, interval_minutes=None)
        plain["times"] = tuple(plain["times"])
    if "guide_ids" in plain:
        plain["guide_ids"] = tuple(plain["guide_ids"])
    if any(plain.get(name) for name in _BY_TYPE):
        kinds = catalog.experience_customer_types(experience_id=row.experience_id)
        known = {str(kind.id) for kind in kinds}
        for name in _BY_TYPE:
            mine = {key: n for key, n in (plain.get(name) or {}).items() if key in known}
            if plain.get(name):
                # What belongs to another experience is not meant here.
                plain[name] = {**(values[name] or {}), **mine} or values[name]
    return RuleDraft(**{**values, **plain})


def _plain(changes: RuleChanges) -> dict[str, object]:
    """Return changes as JSON keeps them."""
    found: dict[str, Any] = {}
    for name, value in changes.items():
        if isinstance(value, date):
            value = value.isoformat()
        elif name in _LISTS:
            value = [item.isoformat() for item in value]  # type: ignore[attr-defined]
        found[name] = value
    return found


_LISTS: Final = {
    "times": time.fromisoformat,
    "add_exclude_dates": date.fromisoformat,
    "drop_exclude_dates": date.fromisoformat,
    "add_include_dates": date.fromisoformat,
}


def _typed(plain: Mapping[str, Any]) -> RuleChanges:
    """Return what `_plain` was made from."""
    found: RuleChanges = {**plain}  # type: ignore[typeddict-item]
    if plain.get("date_to"):
        found["date_to"] = date.fromisoformat(plain["date_to"])
    for name, parse in _LISTS.items():
        if name in plain:
            found[name] = [parse(item) for item in plain[name]]  # type: ignore[literal-required]
    return found
