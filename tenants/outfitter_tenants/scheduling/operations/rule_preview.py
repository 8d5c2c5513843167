"""What becomes of a rule's starts, day by day: what an operator looks at before saving. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from typing import Final

from outfitter_tenants.scheduling.operations.rule_changes import Conflict, Diff, KeptTimeslot
from outfitter_tenants.scheduling.rules.recurrence import Occurrence

FATES: Final = ("created", "updated", "removed", "kept", "unchanged", "taken")


@dataclass(slots=True)
class RuleDay:
    """
    The local starts of a rule on one day, in order, by what becomes of them.

    `kept` have sales, holds or a change by hand; at `taken` the experience has another departure.
    """

    date: date
    created: list[time] = field(default_factory=list)
    updated: list[time] = field(default_factory=list)
    removed: list[time] = field(default_factory=list)
    kept: list[time] = field(default_factory=list)
    unchanged: list[time] = field(default_factory=list)
    taken: list[time] = field(default_factory=list)


@dataclass(slots=True)
class DaySums:
    """How many starts of many rules one day has, by what becomes of them."""

    date: date
    created_cnt: int = 0
    updated_cnt: int = 0
    removed_cnt: int = 0
    kept_cnt: int = 0
    unchanged_cnt: int = 0
    taken_cnt: int = 0


def of_new(fresh: Sequence[Occurrence], clashes: Sequence[Conflict]) -> tuple[RuleDay, ...]:
    """Return the days of a rule that is new."""
    return _by_day({"created": _starts(fresh), "taken": _starts(clashes)})


def of_diff(diff: Diff) -> tuple[RuleDay, ...]:
    """Return the days of a rule that becomes another, in order."""
    fates = {
        "created": _starts([*diff.fresh, *diff.revived.values()]),
        "updated": _starts(diff.changed.values()),
        "removed": [(row.date, row.start_time) for row in diff.removed],
        "kept": _starts(diff.kept),
        "taken": _starts(diff.conflicts),
    }
    told = {start for starts in fates.values() for start in starts}
    fates["unchanged"] = [start for start in _starts(diff.wanted) if start not in told]
    return _by_day(fates)


def add(sums: dict[date, DaySums], days: Iterable[RuleDay]) -> None:
    """Add a rule's days to those of others."""
    for day in days:
        mine = sums.setdefault(day.date, DaySums(day.date))
        for fate in FATES:
            name = f"{fate}_cnt"
            setattr(mine, name, getattr(mine, name) + len(getattr(day, fate)))


def _starts(items: Iterable[Occurrence | Conflict | KeptTimeslot]) -> list[tuple[date, time]]:
    return [(item.date, item.start_time) for item in items]


def _by_day(fates: dict[str, list[tuple[date, time]]]) -> tuple[RuleDay, ...]:
    days: dict[date, RuleDay] = {}
    for fate, starts in fates.items():
        for day, start in sorted(starts):
            getattr(days.setdefault(day, RuleDay(day)), fate).append(start)
    return tuple(days[day] for day in sorted(days))
