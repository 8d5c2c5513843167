"""Ages on the day of the activity, and how long a waiver is kept (domain.md 4.20)."""

from calendar import isleap
from datetime import date


def years_later(day: date, years: int) -> date:
    """Return the same day so many years on; February 29 becomes March 1 where there is none."""
    if day.month == 2 and day.day == 29 and not isleap(day.year + years):
        return date(day.year + years, 3, 1)
    return day.replace(year=day.year + years)


def age_on(born: date, day: date) -> int:
    """Return somebody's age in whole years on a day; born on February 29, they turn on March 1."""
    years = day.year - born.year
    return years if years_later(born, years) <= day else years - 1


def is_minor(born: date, day: date, *, majority: int) -> bool:
    """Return whether somebody has not reached the age of `majority` on a day."""
    return age_on(born, day) < majority


def retain_until(signed: date, *, born: date | None, years: int, majority: int) -> date:
    """
    Return the last day a waiver is kept: so many years from signing, a minor's from their majority.

    :param born: the minor's birth date, None for adults
    """
    start = signed if born is None else max(signed, years_later(born, majority))
    return years_later(start, years)
