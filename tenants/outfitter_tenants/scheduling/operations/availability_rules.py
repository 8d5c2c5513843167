"""
Availability rules: made, edited, and kept ahead of the calendar.

Timeslots are rows made 18 months ahead, because a row can be locked, counted and indexed. Making
them is idempotent: what exists stays as it is.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import Final, Literal

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.plugins import outbox, scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.models import ExperienceTimeslot, Timeslot
from outfitter_tenants.scheduling.operations import (
    rule_changes,
    rule_preview,
    rule_validation,
    timeslot_generation,
)
from outfitter_tenants.scheduling.operations.rule_changes import Conflict, KeptTimeslot
from outfitter_tenants.scheduling.operations.rule_preview import RuleDay
from outfitter_tenants.scheduling.queries import availability_rules
from outfitter_tenants.scheduling.rules.recurrence import Occurrence

__all__ = [
    "Conflict",
    "KeptTimeslot",
    "RuleDraft",
    "RuleResult",
    "create_rule",
    "delete_rule",
    "edit_rule",
    "extend_rules",
    "follow_season",
]

log = logging.getLogger(__name__)
EXTEND: Final = "availability.extend"
NIGHTLY: Final = "nightly"
MAX_LIST: Final = 500
Status = Literal["draft", "live", "ended"]
_LISTS: Final = ("exclude_dates", "include_dates", "times", "season_ids")


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """
    What an operator says about when something happens; weekdays 0 to 6, 0 is Sunday.

    `capacity_by_type` and `price_override` map experience customer type ids (JSON keys) to pax and
    minor units, `channel_allotments` slugs of trip methods to pax. `guide_ids` are who guides new
    departures, the first of them leads; None: as it was.
    """

    date_from: date
    date_to: date | None = None
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    exclude_dates: tuple[date, ...] = ()
    include_dates: tuple[date, ...] = ()
    season_ids: tuple[int, ...] = ()
    times: tuple[time, ...] = ()
    time_from: time | None = None
    time_to: time | None = None
    interval_minutes: int | None = None
    duration_minutes: int | None = None
    is_flex: bool = False
    capacity: int | None = None
    capacity_by_type: Mapping[str, int] = field(default_factory=dict)
    online_allotment: int | None = None
    channel_allotments: Mapping[str, int] = field(default_factory=dict)
    guide_ids: tuple[int, ...] | None = None
    note: str = ""
    price_override: Mapping[str, int] | None = None
    status: Status = "live"


@dataclass(frozen=True, slots=True)
class RuleResult:
    """
    What a rule makes, or would make: `rule` is null in the preview of a new one.

    The counts and the days are of all; the other lists are cut at 500.
    """

    rule: availability_rules.RuleRow | None
    created_cnt: int
    timeslots: tuple[Occurrence, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    kept: tuple[KeptTimeslot, ...] = field(default=())
    updated_cnt: int = 0
    removed_cnt: int = 0
    kept_cnt: int = 0
    days: tuple[RuleDay, ...] = ()


def create_rule(*, experience_id: int, draft: RuleDraft, is_dry_run: bool, at: datetime) -> RuleResult:
    """
    Make an availability rule and its timeslots, or only say which they would be.

    A start at which the experience has a timeslot already is reported and not made again.

    :raises ExperienceNotFound: there is no such experience
    :raises Invalid: the rule makes no sense, no timeslot, or too many
    """
    with atomic():
        if not is_dry_run:
            catalog.lock_experience(experience_id=experience_id)
        plan = timeslot_generation.TimeslotPlan(catalog.get_experience(experience_id=experience_id), at=at)
        row = ExperienceTimeslot(**_columns(experience_id, draft))
        wanted = _wanted(row, plan)
        fresh, clashes = rule_changes.split(experience_id, wanted)
        if is_dry_run:
            return _result(None, len(fresh), fresh, clashes)
        row.generated_until = plan.horizon
        row.save()
        created = plan.make(row, fresh) if row.status == "live" else 0
        schedule_extension(at=at)
        _tell(row, "availability.created", created, at)
        made = availability_rules.get_rule(rule_id=row.pk)
    return _result(made, created, fresh, clashes)


def edit_rule(
    *, rule_id: int, draft: RuleDraft, version: int | None, at: datetime, is_dry_run: bool = False
) -> RuleResult:
    """
    Change a rule and what it made in the future, or only say what that would do.

    Timeslots nobody has bought are changed, made or removed; those with sales stay as they are,
    but for what no guest has paid for (note, price of the next sale, more seats, default guides),
    and are reported in `kept`.

    :raises RuleNotFound: there is no such rule
    :raises StaleVersion: somebody changed it since
    :raises Invalid: the rule makes no sense, no timeslot, or too many
    """
    with atomic():
        seen = availability_rules.get_rule(rule_id=rule_id)
        catalog.lock_experience(experience_id=seen.experience_id)
        row = rule_changes.lock_rule(rule_id=rule_id, version=version)
        plan = timeslot_generation.TimeslotPlan(
            catalog.get_experience(experience_id=row.experience_id), at=at
        )
        for name, value in _columns(row.experience_id, draft).items():
            setattr(row, name, value)
        wanted = _wanted(row, plan) if row.status == "live" else []
        if not is_dry_run:
            rule_changes.lock_future(row, at=at)
        diff = rule_changes.compare(plan=plan, rule=row, wanted=wanted, at=at, former_guides=seen.guide_ids)
        if is_dry_run:
            return _of_diff(seen, diff)
        row.generated_until = plan.horizon
        row.version += 1
        row.save()
        created = rule_changes.apply(diff, plan=plan, rule=row, at=at)
        schedule_extension(at=at)
        _tell(row, "availability.edited", created, at)
        made = availability_rules.get_rule(rule_id=rule_id)
    return replace(_of_diff(made, diff), created_cnt=created)


def delete_rule(*, rule_id: int, version: int | None, at: datetime) -> RuleResult:
    """
    Take a rule away with the future that nobody has bought.

    What was sold stays, and so does the rule then, ended: `rule` says whether it is still there.

    :raises RuleNotFound: there is no such rule
    :raises StaleVersion: somebody changed it since
    """
    with atomic():
        seen = availability_rules.get_rule(rule_id=rule_id)
        catalog.lock_experience(experience_id=seen.experience_id)
        row = rule_changes.lock_rule(rule_id=rule_id, version=version)
        plan = timeslot_generation.TimeslotPlan(
            catalog.get_experience(experience_id=row.experience_id), at=at
        )
        row.status = "ended"
        row.version += 1
        row.save(update_fields=["status", "version"])
        rule_changes.lock_future(row, at=at)
        diff = rule_changes.compare(plan=plan, rule=row, wanted=[], at=at)
        rule_changes.apply(diff, plan=plan, rule=row, at=at)
        is_gone = not Timeslot.objects.filter(experience_timeslot=row).exists()
        _tell(row, "availability.deleted" if is_gone else "availability.ended", 0, at)
        if is_gone:
            row.delete()
            return _of_diff(None, diff)
        made = availability_rules.get_rule(rule_id=rule_id)
    return _of_diff(made, diff)


def follow_season(*, season_id: int, at: datetime) -> int:
    """
    Make what rules say that happen in a season, after its days changed; returns how many rules.

    As with an edit, what was sold stays.
    """
    rows = ExperienceTimeslot.objects.filter(season_ids__contains=[season_id], status="live")
    found = sorted(rows.values_list("experience_id", "pk"))
    for experience_id, rule_id in found:
        with atomic():
            catalog.lock_experience(experience_id=experience_id)
            row = rule_changes.lock_rule(rule_id=rule_id, version=None)
            plan = timeslot_generation.TimeslotPlan(
                catalog.get_experience(experience_id=experience_id), at=at
            )
            wanted = rule_validation.occurrences(plan, row)
            rule_changes.lock_future(row, at=at)
            diff = rule_changes.compare(plan=plan, rule=row, wanted=wanted, at=at)
            created = rule_changes.apply(diff, plan=plan, rule=row, at=at)
            _tell(row, "availability.season_changed", created, at)
    return len(found)


def extend_rules(*, at: datetime) -> int:
    """
    Make the timeslots that came into reach since last time; returns how many.

    A rule that does not make sense any more is told in the log and stops no other.
    """
    created = 0
    for rule in availability_rules.list_open_rules():
        try:
            with atomic():
                created += _extend(rule, at)
        except Invalid as problem:
            log.error("rule %s makes no timeslots: %s", rule.id, problem.detail)
    return created


def _extend(rule: "availability_rules.RuleRow", at: datetime) -> int:
    catalog.lock_experience(experience_id=rule.experience_id)
    plan = timeslot_generation.TimeslotPlan(catalog.get_experience(experience_id=rule.experience_id), at=at)
    is_done = rule.generated_until is not None and rule.generated_until >= plan.horizon
    if is_done or plan.experience.status == "archived":
        return 0
    row = rule_changes.lock_rule(rule_id=rule.id, version=None)
    wanted = [
        item
        for item in rule_validation.occurrences(plan, row)
        if row.generated_until is None or item.date > row.generated_until
    ]
    fresh, _ = rule_changes.split(row.experience_id, wanted)
    made = plan.make(row, fresh)
    ExperienceTimeslot.objects.filter(pk=row.pk).update(generated_until=plan.horizon)
    return made


def has_live_rules() -> bool:
    """Return whether any rule still makes timeslots."""
    return bool(availability_rules.list_open_rules())


def schedule_extension(*, at: datetime) -> None:
    """Have the operator's rules extended in the coming night."""
    night = timeslot_generation.next_night(at)
    scheduled_jobs.schedule(EXTEND, key=NIGHTLY, due_at=night)


def _wanted(row: ExperienceTimeslot, plan: timeslot_generation.TimeslotPlan) -> list[Occurrence]:
    rule_validation.check(row, plan)
    found = rule_validation.occurrences(plan, row)
    rule_validation.refuse_nothing(row, plan, found)
    return found


def _result(
    rule: availability_rules.RuleRow | None,
    created: int,
    fresh: Sequence[Occurrence],
    clashes: Sequence[Conflict],
) -> RuleResult:
    return RuleResult(
        rule,
        created,
        tuple(fresh[:MAX_LIST]),
        tuple(clashes[:MAX_LIST]),
        days=rule_preview.of_new(fresh, clashes),
    )


def _of_diff(rule: availability_rules.RuleRow | None, diff: rule_changes.Diff) -> RuleResult:
    return RuleResult(
        rule,
        len(diff.fresh) + len(diff.revived),
        diff.wanted[:MAX_LIST],
        diff.conflicts[:MAX_LIST],
        diff.kept[:MAX_LIST],
        updated_cnt=len(diff.changed),
        removed_cnt=len(diff.removed),
        kept_cnt=len(diff.kept),
        days=rule_preview.of_diff(diff),
    )


def _columns(experience_id: int, draft: RuleDraft) -> dict[str, object]:
    values = {name: getattr(draft, name) for name in RuleDraft.__slots__}
    values = {
        **values,
        **{name: sorted(set(values[name])) for name in _LISTS},
        "experience_id": experience_id,
        "weekdays": availability_rules.mask_of(draft.weekdays),
        "capacity_by_type": dict(draft.capacity_by_type),
        "channel_allotments": dict(draft.channel_allotments),
        "price_override": dict(draft.price_override) if draft.price_override else None,
    }
    if draft.guide_ids is None:
        del values["guide_ids"]
    else:
        values["guide_ids"] = list(dict.fromkeys(draft.guide_ids))
    return values


def _tell(row: ExperienceTimeslot, action: str, created: int, at: datetime) -> None:
    record(
        entity_type="experience_timeslot",
        entity_id=row.pk,
        action=action,
        at=at,
        after={"experience_id": row.experience_id, "status": row.status, "created_cnt": created},
    )
    outbox.publish(
        "availability.changed",
        at=at,
        experience_id=row.experience_id,
        timeslot_id=None,
        dates=[],
        reason=action,
    )
