"""Operators' local time. Nobody else calls `astimezone`."""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones


class UnknownZone(ValueError):
    """The name is not an IANA time zone."""


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """Return the IANA zones offered to people, sorted: areas and cities, no legacy aliases."""
    areas = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/")
    more = ("Indian/", "Pacific/", "Arctic/")
    return tuple(sorted(n for n in available_timezones() if n.startswith(areas + more) or n == "UTC"))


def zone(name: str) -> ZoneInfo:
    """
    Return the zone of that IANA name.

    :raises UnknownZone: there is none
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as problem:
        raise UnknownZone(name) from problem


def to_instant(day: date, at: time, name: str) -> datetime:
    """
    Return the UTC instant of a local wall time.

    A time that does not exist (clocks go forward) moves forward by the gap; one that exists
    twice takes the first (domain.md 4.2.6).
    """
    local = datetime.combine(day, at, tzinfo=zone(name))
    return local.replace(fold=0).astimezone(UTC)


def to_local(instant: datetime, name: str) -> datetime:
    """Return the instant as wall time in that zone."""
    return instant.astimezone(zone(name))


def local_day(instant: datetime, name: str) -> date:
    """Return the calendar day of an instant in that zone."""
    return to_local(instant, name).date()


def day_bounds(day: date, name: str) -> tuple[datetime, datetime]:
    """Return the half-open range [start, end) of a local calendar day, in UTC."""
    return to_instant(day, time(), name), to_instant(day + timedelta(days=1), time(), name)
