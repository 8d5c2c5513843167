"""
GetYourGuide's spelling of time: ISO 8601 with an offset, on the activity's own clock.

A product is of one of two kinds. A *time point* product starts at its `dateTime`. A *time period*
product (a pass) is sold for a day: its `dateTime` is midnight there, and `openingTimes` say when.
"""

import re
from datetime import UTC, date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

_MOMENT: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})", re.ASCII
)


class NotATime(ValueError):
    """Text that is no moment with an offset."""


def read(text: str) -> datetime:
    """
    Return a moment.

    A space where the plus belongs is a plus that nobody encoded: forms turn `+` into a space.

    :raises NotATime: no ISO 8601 date and time with an offset
    """
    clean = text.strip().replace(" ", "+")
    if _MOMENT.fullmatch(clean) is None:
        raise NotATime(text[:40])
    try:
        found = datetime.fromisoformat(clean)
        # Near the ends of the calendar there is no such moment on another clock.
        found.astimezone(UTC)
    except (ValueError, OverflowError) as problem:
        raise NotATime(text[:40]) from problem
    return found


def write(moment: datetime, zone: ZoneInfo) -> str:
    """Return a moment on the activity's own clock, whole seconds, with the offset of that day."""
    return moment.astimezone(zone).isoformat(timespec="seconds")


def local_day(moment: datetime, zone: ZoneInfo) -> date:
    """
    Return the day that a moment falls on where the activity is.

    :raises NotATime: the calendar ends before that day
    """
    try:
        return moment.astimezone(zone).date()
    except OverflowError as problem:
        raise NotATime(moment.isoformat()) from problem


def clock(start: time) -> str:
    """Return an opening time as `openingTimes` has it."""
    return start.strftime("%H:%M")


def day_start(day: date, zone: ZoneInfo) -> datetime:
    """Return the midnight that a local day begins with."""
    return datetime.combine(day, time(), zone)
