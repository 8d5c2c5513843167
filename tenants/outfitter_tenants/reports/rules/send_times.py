"""When a report goes by mail: daily, weekly or monthly at a time of the operator's clock."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from outfitter.kit import zones

Frequency = Literal["daily", "weekly", "monthly"]
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SendTimes:
    """
    A rhythm: `weekday` (0 is Monday) of weekly ones, `day` of monthly ones, at `at` of the local clock.

    A month that has no such day has its last one.
    """

    frequency: Frequency
    at: time
    weekday: int = 0
    day: int = 1

    def falls_on(self, day: date) -> bool:
        """Return whether a report goes on that day."""
        if self.frequency == "weekly":
            return day.weekday() == self.weekday
        if self.frequency == "monthly":
            return day.day == min(self.day, monthrange(day.year, day.month)[1])
        return True


def next_after(times: SendTimes, instant: datetime, time_zone: str) -> datetime:
    """
    Return the first instant later than `instant` at which a report goes.

    Every day has one: a time that clocks skip comes as much later, one they show twice counts once.
    """
    day = zones.local_day(instant, time_zone)
    # Every day of five weeks is asked: a month has one of them.
    for _ in range(40):
        if times.falls_on(day):
            found = zones.to_instant(day, times.at, time_zone)
            if found > instant:
                return found
        day += _DAY
    raise AssertionError(times)
