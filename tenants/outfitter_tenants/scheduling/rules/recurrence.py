"""
From an availability rule to departures: local days and times first, instants last. Pure.

On the night clocks go forward a start that does not exist moves forward by the gap (and is called
by the time it then has); on the night they go back the first of the two is meant.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from outfitter.kit import zones

# A departure every five minutes.
MAX_STARTS_PER_DAY: Final = 288
# Whether a season covers a departure on a local day at a local time.
Covers = Callable[[date, time], bool]


class BadRule(ValueError):
    """The rule cannot make timeslots; `field` says which part is wrong."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True)
class RuleDays:
    """Local days: weekdays (0 is Sunday) of a span, plus and minus single dates."""

    date_from: date
    date_to: date | None
    weekdays: frozenset[int]
    exclude_dates: frozenset[date] = frozenset()
    include_dates: frozenset[date] = frozenset()
    # Only departures that one of these covers; None: all. Dates included by hand need no season.
    seasons: tuple[Covers, ...] | None = None

    def starts_on(self, day: date, starts: tuple[time, ...]) -> tuple[time, ...]:
        """Return which of these local start times happen on that local day."""
        if not self.matches(day):
            return ()
        if self.seasons is None or day in self.include_dates:
            return starts
        return tuple(at for at in starts if any(covers(day, at) for covers in self.seasons))

    def matches(self, day: date) -> bool:
        """Return whether that local day is one of the rule's, seasons aside."""
        if day in self.exclude_dates:
            return False
        if day in self.include_dates:
            return True
        in_span = self.date_from <= day and (self.date_to is None or day <= self.date_to)
        return in_span and day.isoweekday() % 7 in self.weekdays

    @property
    def last(self) -> date | None:
        """Return the last day it can ever make, None when it has no end."""
        if self.date_to is None:
            return None
        return max([self.date_to, *self.include_dates])

    @property
    def first(self) -> date:
        """Return the first day it can make."""
        return min([self.date_from, *self.include_dates])


@dataclass(frozen=True, slots=True)
class RuleTimes:
    """Local start times: a list, or every so many minutes from one time to another."""

    times: tuple[time, ...] = ()
    time_from: time | None = None
    time_to: time | None = None
    interval_minutes: int | None = None

    def starts(self) -> tuple[time, ...]:
        """
        Return the local start times of a day in order, each once.

        :raises BadRule: neither a list nor an interval, both, or too many starts
        """
        parts = (self.time_from, self.time_to, self.interval_minutes)
        if self.times and parts != (None, None, None):
            raise BadRule("times", "Give either start times or an interval, not both.")
        found = sorted(set(self.times)) if self.times else self._interval()
        if len(found) > MAX_STARTS_PER_DAY:
            raise BadRule("times", f"At most {MAX_STARTS_PER_DAY} departures a day.")
        return tuple(found)

    def count(self) -> int:
        """
        Return how many starts a day has; computed, so that no number of them takes long.

        :raises BadRule: as `starts`
        """
        if self.times:
            return len(self.starts())
        return len(self._range())

    def _interval(self) -> list[time]:
        return [time(minute // 60, minute % 60) for minute in self._range()]

    def _range(self) -> range:
        first, last, step = self.time_from, self.time_to, self.interval_minutes
        if first is None and last is None and step is None:
            raise BadRule("times", "Give at least one start time.")
        if first is None or last is None or step is None:
            raise BadRule("interval_minutes", "Give a first and a last time and an interval.")
        if step < 1:
            raise BadRule("interval_minutes", "An interval must be at least one minute.")
        if last < first:
            raise BadRule("time_to", "The last start must not be before the first.")
        starts = range(_minutes(first), _minutes(last) + 1, step)
        if len(starts) > MAX_STARTS_PER_DAY:
            raise BadRule("interval_minutes", f"At most {MAX_STARTS_PER_DAY} departures a day.")
        return starts


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One departure: its local day and wall time, and the instants of start and end."""

    date: date
    start_time: time
    start_at: datetime
    end_at: datetime


def expand(
    *, days: RuleDays, times: RuleTimes, duration_minutes: int, zone: str, first: date, last: date
) -> Iterator[Occurrence]:
    """
    Yield a rule's departures from one local day to another (both included), in order.

    :raises BadRule: the rule cannot make any
    """
    starts = times.starts()
    length = timedelta(minutes=duration_minutes)
    if not days.weekdays and not days.include_dates:
        raise BadRule("weekdays", "Choose at least one day of the week.")
    for offset in range(max(0, (last - first).days + 1)):
        day = first + timedelta(days=offset)
        yield from _of_day(day, days.starts_on(day, starts), length, zone)


def _of_day(day: date, starts: tuple[time, ...], length: timedelta, zone: str) -> Iterator[Occurrence]:
    # A set: a start inside the gap may fall on one that exists.
    for instant in sorted({zones.to_instant(day, start, zone) for start in starts}):
        wall = zones.to_local(instant, zone)
        yield Occurrence(wall.date(), wall.time(), instant, instant + length)


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute
