"""
Months and years of a subscription, counted from the day it began (domain.md 6.6).

Every date is reckoned from that first day and never from the one before: a subscription that began
on January 31 is due on February 28 and again on March 31, a yearly one of February 29 is due on
February 28 and in the next leap year on February 29.
"""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

Interval = Literal["month", "year"]
MONTHS: Final[dict[str, int]] = {"month": 1, "year": 12}


@dataclass(frozen=True, slots=True)
class Period:
    """Days from `start` on, `end` not among them."""

    start: date
    end: date

    @property
    def days(self) -> int:
        """Return how many days it has."""
        return (self.end - self.start).days

    def rest(self, day: date) -> int:
        """Return how many of its days are left, `day` among them."""
        return max(0, min(self.days, (self.end - day).days))

    @property
    def last(self) -> date:
        """Return its last day, as people write periods."""
        return self.end - timedelta(days=1)


def add_months(anchor: date, months: int) -> date:
    """Return the same day so many months later, the month's last where there is no such day."""
    index = anchor.year * 12 + anchor.month - 1 + months
    year, month = divmod(index, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(anchor.day, last))


def month_of(anchor: date, number: int) -> Period:
    """Return the month with that number since `anchor`; the first is 0."""
    return Period(add_months(anchor, number), add_months(anchor, number + 1))


def price_period(anchor: date, *, first: int, number: int, interval: str) -> Period:
    """
    Return for which days a price is paid in the month `number`.

    `first` is the number of the month in which this price was first due.
    """
    length = MONTHS[interval]
    turns = (number - first) // length
    return Period(
        add_months(anchor, first + turns * length), add_months(anchor, first + (turns + 1) * length)
    )


def is_price_due(*, first: int, number: int, interval: str) -> bool:
    """Return whether the price is due at the beginning of the month `number`."""
    return (number - first) % MONTHS[interval] == 0
