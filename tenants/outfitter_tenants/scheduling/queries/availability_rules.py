"""Reads of availability rules."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, time

from outfitter.kit.errors import NotFound
from outfitter_tenants.catalog.queries import SeasonRow
from outfitter_tenants.scheduling.models import ExperienceTimeslot
from outfitter_tenants.scheduling.rules.recurrence import RuleDays, RuleTimes


class RuleNotFound(NotFound):
    """No such availability rule here."""


@dataclass(frozen=True, slots=True)
class RuleRow:
    """Weekdays (0 is Sunday) and local times that make timeslots."""

    id: int
    experience_id: int
    status: str
    date_from: date
    date_to: date | None
    weekdays: tuple[int, ...]
    exclude_dates: tuple[date, ...]
    include_dates: tuple[date, ...]
    times: tuple[time, ...]
    time_from: time | None
    time_to: time | None
    interval_minutes: int | None
    duration_minutes: int | None
    is_flex: bool
    season_ids: tuple[int, ...]
    capacity: int | None
    capacity_by_type: dict[str, int]
    online_allotment: int | None
    channel_allotments: dict[str, int]
    guide_ids: tuple[int, ...]
    note: str
    price_override: dict[str, int] | None
    generated_until: date | None
    version: int


def days_of(rule: ExperienceTimeslot, seasons: Mapping[int, SeasonRow]) -> RuleDays:
    """Return on which local days a rule makes timeslots, given the seasons it names."""
    return RuleDays(
        date_from=rule.date_from,
        date_to=rule.date_to,
        weekdays=frozenset(weekdays_of(rule.weekdays)),
        exclude_dates=frozenset(rule.exclude_dates),
        include_dates=frozenset(rule.include_dates),
        seasons=tuple(seasons[pk].covers for pk in rule.season_ids if pk in seasons)
        if rule.season_ids
        else None,
    )


def times_of(rule: ExperienceTimeslot) -> RuleTimes:
    """Return at which local times a rule makes them."""
    return RuleTimes(
        times=tuple(rule.times),
        time_from=rule.time_from,
        time_to=rule.time_to,
        interval_minutes=rule.interval_minutes,
    )


def list_rules(*, experience_id: int) -> list[RuleRow]:
    """Return an experience's rules, the newest last."""
    rows = ExperienceTimeslot.objects.filter(experience_id=experience_id).order_by("id")
    return [_row(row) for row in rows]


def list_all_rules(*, experience_ids: Collection[int] = ()) -> list[RuleRow]:
    """Return the rules of these experiences, or of all, by experience."""
    rows = ExperienceTimeslot.objects.order_by("experience_id", "id")
    return [_row(r) for r in (rows.filter(experience_id__in=experience_ids) if experience_ids else rows)]


def list_open_rules() -> list[RuleRow]:
    """Return the live rules of the operator, whose timeslots are to be made ahead."""
    rows = ExperienceTimeslot.objects.filter(status="live").order_by("experience_id", "id")
    return [_row(row) for row in rows]


def get_rule(*, rule_id: int) -> RuleRow:
    """
    Return one rule.

    :raises RuleNotFound: there is none
    """
    row = ExperienceTimeslot.objects.filter(pk=rule_id).first()
    if row is None:
        raise RuleNotFound("Availability rule not found.")
    return _row(row)


def weekdays_of(mask: int) -> tuple[int, ...]:
    """Return the weekdays of a bit mask; bit 0 is Sunday."""
    return tuple(day for day in range(7) if mask >> day & 1)


def mask_of(weekdays: tuple[int, ...] | frozenset[int]) -> int:
    """Return the bit mask of weekdays; bit 0 is Sunday."""
    return sum(1 << day for day in set(weekdays))


def _row(row: ExperienceTimeslot) -> RuleRow:
    lists = ("exclude_dates", "include_dates", "times", "season_ids", "guide_ids")
    plain = set(RuleRow.__slots__) - {*lists, "weekdays"}
    return RuleRow(
        weekdays=weekdays_of(row.weekdays),
        exclude_dates=tuple(row.exclude_dates),
        include_dates=tuple(row.include_dates),
        times=tuple(row.times),
        season_ids=tuple(row.season_ids),
        guide_ids=tuple(row.guide_ids),
        **{name: getattr(row, name) for name in plain},
    )
