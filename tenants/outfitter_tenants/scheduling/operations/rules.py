"""
Availability rules: made, edited, and kept ahead of the calendar.

Timeslots are rows made 18 months ahead, because a row can be locked, counted and indexed. Making
them is idempotent: what exists stays as it is.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any, Final, Literal

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.plugins import due, outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.expansion import BadRule, Occurrence
from outfitter_tenants.scheduling.models import ExperienceTimeslot
from outfitter_tenants.scheduling.operations import making, regenerating
from outfitter_tenants.scheduling.operations.regenerating import Kept
from outfitter_tenants.scheduling.queries import rules

__all__ = [
    "Conflict", "Kept", "RuleDraft", "RuleResult", "create_rule", "edit_rule", "extend_rules",
]  # fmt: skip

log = logging.getLogger(__name__)
EXTEND: Final = "availability.extend"
NIGHTLY: Final = "nightly"
MAX_LIST: Final = 500
Status = Literal["draft", "live", "ended"]


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """What an operator says about when something happens; weekdays 0 to 6, 0 is Sunday."""

    date_from: date
    date_to: date | None = None
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    exclude_dates: tuple[date, ...] = ()
    include_dates: tuple[date, ...] = ()
    times: tuple[time, ...] = ()
    time_from: time | None = None
    time_to: time | None = None
    interval_minutes: int | None = None
    duration_minutes: int | None = None
    is_flex: bool = False
    capacity: int | None = None
    online_allotment: int | None = None
    note: str = ""
    price_override: Mapping[str, int] | None = None
    status: Status = "live"


@dataclass(frozen=True, slots=True)
class Conflict:
    """A departure that was not made, and why."""

    date: date
    start_time: time
    reason: str


@dataclass(frozen=True, slots=True)
class RuleResult:
    """What a rule makes, or would make: `rule` is null in a preview."""

    rule: rules.RuleRow | None
    created_cnt: int
    timeslots: tuple[Occurrence, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    kept: tuple[Kept, ...] = field(default=())


def create_rule(
    *, experience_id: int, draft: RuleDraft, is_dry_run: bool, at: datetime
) -> RuleResult:
    """
    Make an availability rule and its timeslots, or only say which they would be.

    A start at which the experience has a timeslot already is reported and not made again.

    :raises ExperienceNotFound: there is no such experience
    :raises Invalid: the rule makes no sense
    """
    with atomic():
        if not is_dry_run:
            catalog.lock_experience(experience_id=experience_id)
        plan = making.Plan(catalog.get_experience(experience_id=experience_id), at=at)
        row = _checked(ExperienceTimeslot(**_columns(experience_id, draft)), plan)
        wanted = _occurrences(plan, row)
        taken = making.starts_taken(experience_id=experience_id, occurrences=wanted)
        fresh = tuple(item for item in wanted if item.start_at not in taken)
        clashes = tuple(
            Conflict(item.date, item.start_time, "exists")
            for item in wanted
            if item.start_at in taken
        )
        if is_dry_run:
            return RuleResult(None, len(fresh), fresh[:MAX_LIST], clashes[:MAX_LIST])
        created = _store(plan, row, fresh, at)
        made = rules.get_rule(rule_id=row.pk)
    return RuleResult(made, created, fresh[:MAX_LIST], clashes[:MAX_LIST])


def _store(
    plan: making.Plan, row: ExperienceTimeslot, fresh: Sequence[Occurrence], at: datetime
) -> int:
    row.generated_until = plan.horizon
    row.save()
    created = plan.make(row, fresh) if row.status == "live" else 0
    schedule_extension(at=at)
    _tell(row, "availability.created", created, at)
    return created


def edit_rule(*, rule_id: int, draft: RuleDraft, version: int | None, at: datetime) -> RuleResult:
    """
    Change a rule and what it made in the future.

    Timeslots nobody has bought are changed, made or removed; those with sales stay as they are
    and are reported in `kept`.

    :raises RuleNotFound: there is no such rule
    :raises StaleVersion: somebody changed it since
    :raises Invalid: the rule makes no sense
    """
    with atomic():
        catalog.lock_experience(experience_id=rules.get_rule(rule_id=rule_id).experience_id)
        row = regenerating.lock_rule(rule_id=rule_id, version=version)
        plan = making.Plan(catalog.get_experience(experience_id=row.experience_id), at=at)
        for name, value in _columns(row.experience_id, draft).items():
            setattr(row, name, value)
        _checked(row, plan)
        row.generated_until = plan.horizon
        row.version += 1
        row.save()
        wanted = _occurrences(plan, row) if row.status == "live" else []
        created, kept = regenerating.apply(plan=plan, rule=row, wanted=wanted, at=at)
        schedule_extension(at=at)
        _tell(row, "availability.edited", created, at)
        made = rules.get_rule(rule_id=rule_id)
    return RuleResult(made, created, tuple(wanted[:MAX_LIST]), (), tuple(kept))


def extend_rules(*, at: datetime) -> int:
    """
    Make the timeslots that came into reach since last time; returns how many.

    A rule that does not make sense any more is told in the log and stops no other.
    """
    created = 0
    for rule in rules.list_open_rules():
        try:
            with atomic():
                created += _extend(rule, at)
        except Invalid as problem:
            log.error("rule %s makes no timeslots: %s", rule.id, problem.detail)
    return created


def _extend(rule: "rules.RuleRow", at: datetime) -> int:
    catalog.lock_experience(experience_id=rule.experience_id)
    plan = making.Plan(catalog.get_experience(experience_id=rule.experience_id), at=at)
    is_done = rule.generated_until is not None and rule.generated_until >= plan.horizon
    if is_done or plan.experience.status == "archived":
        return 0
    row = regenerating.lock_rule(rule_id=rule.id, version=None)
    wanted = [
        item
        for item in _occurrences(plan, row)
        if row.generated_until is None or item.date > row.generated_until
    ]
    taken = making.starts_taken(experience_id=row.experience_id, occurrences=wanted)
    made = plan.make(row, [item for item in wanted if item.start_at not in taken])
    ExperienceTimeslot.objects.filter(pk=row.pk).update(generated_until=plan.horizon)
    return made


def has_live_rules() -> bool:
    """Return whether any rule still makes timeslots."""
    return bool(rules.list_open_rules())


def schedule_extension(*, at: datetime) -> None:
    """Have the operator's rules extended in the coming night."""
    night = making.next_night(at)
    due.schedule(EXTEND, key=NIGHTLY, due_at=night)


def _occurrences(plan: making.Plan, row: ExperienceTimeslot) -> list[Occurrence]:
    try:
        return plan.occurrences(row)
    except BadRule as problem:
        raise Invalid({problem.field: [problem.message]}) from problem


def _checked(row: ExperienceTimeslot, plan: making.Plan) -> ExperienceTimeslot:
    fields: dict[str, list[str]] = {}
    if row.date_to is not None and row.date_to < row.date_from:
        fields["date_to"] = ["The last day lies before the first."]
    if plan.needs_capacity and row.capacity is None:
        fields["capacity"] = ["Say how many guests fit."]
    known = {str(kind.id) for kind in plan.experience.customer_types}
    if set(row.price_override or {}) - known:
        fields["price_override"] = ["One of these prices belongs to another experience."]
    if fields:
        raise Invalid(fields)
    return row


def _columns(experience_id: int, draft: RuleDraft) -> dict[str, Any]:
    values = {name: getattr(draft, name) for name in RuleDraft.__slots__}
    lists = {
        name: sorted(set(values[name])) for name in ("exclude_dates", "include_dates", "times")
    }
    override = dict(draft.price_override) if draft.price_override else None
    return {
        **values,
        **lists,
        "experience_id": experience_id,
        "weekdays": rules.mask_of(draft.weekdays),
        "price_override": override,
    }


def _tell(row: ExperienceTimeslot, action: str, created: int, at: datetime) -> None:
    record(
        entity_type="experience_timeslot", entity_id=row.pk, action=action, at=at,
        after={"experience_id": row.experience_id, "status": row.status, "created_cnt": created},
    )  # fmt: skip
    outbox.publish(
        "availability.changed", at=at, experience_id=row.experience_id, timeslot_id=None, dates=[],
        reason=action,
    )  # fmt: skip
