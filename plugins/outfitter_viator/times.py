"""
Viator's spellings of time.

Dates and start times are the activity's own clock; cut-offs and expirations are instants, in UTC
with a `Z` (v2) or with an offset (v1). Holds of v1 are lengths, an `xs:duration`.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

_DURATION: Final = re.compile(
    r"P(?:(?P<days>\d{1,3})D)?(?:T(?:(?P<hours>\d{1,4})H)?(?:(?P<minutes>\d{1,5})M)?"
    r"(?:(?P<seconds>\d{1,7})(?:\.\d{1,9})?S)?)?",
    re.ASCII,
)
_START: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,6})?)?", re.ASCII)


class NotATime(ValueError):
    """Text that is no time or length of time of Viator's."""


def read_start(text: str) -> time:
    """
    Return a start time written `hh:mm` (v2) or `hh:mm:ss` (v1).

    :raises NotATime: anything else
    """
    found = _START.fullmatch(text)
    if found is None:
        raise NotATime(text[:40])
    return time(int(found[1]), int(found[2]), int(found[3] or 0))


def read_duration(text: str) -> timedelta:
    """
    Return the length of a hold, such as `PT300S` or `PT15M`.

    Years and months are refused: they have no length.

    :raises NotATime: anything else
    """
    found = _DURATION.fullmatch(text)
    parts = {name: int(part) for name, part in found.groupdict().items() if part} if found else {}
    if not parts:
        raise NotATime(text[:40])
    return timedelta(**parts)


def duration(length: timedelta) -> str:
    """Return a length of time as v1 writes it: whole seconds, never less than none."""
    return f"PT{max(int(length.total_seconds()), 0)}S"


def instant(moment: datetime) -> str:
    """Return an instant as v2 writes it: UTC, whole seconds, `Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def stamp(moment: datetime, zone: ZoneInfo) -> str:
    """Return an instant as v1 stamps its messages: with milliseconds and an offset."""
    return moment.astimezone(zone).isoformat(timespec="milliseconds")


def short(start: time) -> str:
    """Return a start time as v2 writes it."""
    return start.strftime("%H:%M")


def long(start: time) -> str:
    """Return a start time as v1 writes it."""
    return start.strftime("%H:%M:%S")


def days(first: date, last: date) -> int:
    """Return how many days a closed range of dates has, none when it runs backwards."""
    return max((last - first).days + 1, 0)


def precise(moment: datetime) -> str:
    """Return an instant that orders answers: UTC, with microseconds."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def later(day: date, days: int) -> date:
    """Return the date so many days on, the last there is where the calendar ends."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.max
