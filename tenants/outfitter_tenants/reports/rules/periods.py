"""Which days "last month" is: periods that move with the calendar, on the operator's own day."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

FIXED: Final = "fixed"
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Period:
    """Days from `first` to `last`, both part of it."""

    first: date
    last: date


def _month(day: date, by: int = 0) -> date:
    """Return the first day of a month, so many months on."""
    number = day.year * 12 + day.month - 1 + by
    return date(number // 12, number % 12 + 1, 1)


def _months(first: date, count: int) -> Period:
    return Period(first, _month(first, count) - _DAY)


def _quarter(day: date, by: int = 0) -> Period:
    return _months(_month(date(day.year, (day.month - 1) // 3 * 3 + 1, 1), by * 3), 3)


def _week(day: date, week_start: int, by: int = 0) -> Period:
    first = day - timedelta(days=(day.weekday() - week_start) % 7) + timedelta(weeks=by)
    return Period(first, first + timedelta(days=6))


def _last(days: int) -> Callable[[date, int], Period]:
    return lambda today, _: Period(today - timedelta(days=days - 1), today)


def _next(days: int) -> Callable[[date, int], Period]:
    return lambda today, _: Period(today, today + timedelta(days=days - 1))


# By name, from today and the weekday that weeks begin with (0 is Monday).
RELATIVE: Final[Mapping[str, Callable[[date, int], Period]]] = {
    "today": lambda today, _: Period(today, today),
    "yesterday": lambda today, _: Period(today - _DAY, today - _DAY),
    "tomorrow": lambda today, _: Period(today + _DAY, today + _DAY),
    "this_week": lambda today, start: _week(today, start),
    "last_week": lambda today, start: _week(today, start, -1),
    "next_week": lambda today, start: _week(today, start, 1),
    "this_month": lambda today, _: _months(_month(today), 1),
    "last_month": lambda today, _: _months(_month(today, -1), 1),
    "next_month": lambda today, _: _months(_month(today, 1), 1),
    "this_quarter": lambda today, _: _quarter(today),
    "last_quarter": lambda today, _: _quarter(today, -1),
    "this_year": lambda today, _: _months(date(today.year, 1, 1), 12),
    "last_year": lambda today, _: _months(date(today.year - 1, 1, 1), 12),
    "month_to_date": lambda today, _: Period(_month(today), today),
    "year_to_date": lambda today, _: Period(date(today.year, 1, 1), today),
    "last_7_days": _last(7),
    "last_30_days": _last(30),
    "last_90_days": _last(90),
    "last_365_days": _last(365),
    "next_7_days": _next(7),
    "next_30_days": _next(30),
    "next_90_days": _next(90),
}
PERIODS: Final = (*RELATIVE, FIXED)


def resolve(name: str, *, today: date, week_start: int, fixed: Period | None = None) -> Period:
    """
    Return the days of a period; `fixed` are those of the one that doesn't move.

    :raises ValueError: there is no such period, or it is fixed without days
    """
    if name == FIXED:
        if fixed is None:
            raise ValueError("A fixed period needs its days.")
        return fixed
    if name not in RELATIVE:
        raise ValueError(name)
    return RELATIVE[name](today, week_start)
