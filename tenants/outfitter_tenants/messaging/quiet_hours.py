"""
When a text may reach a phone: not in the night where its owner is (domain.md 4.22). Pure.

The night is 21:00 to 08:00 unless the operator says otherwise. Where a phone is, the number tells:
of the time zones of its country or area code. Countries with many leave it open; then the operator's
zone counts if it is among them, else the hours that are quiet nowhere in it, and where there are
none, the operator's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import phonenumbers
from phonenumbers.timezone import time_zones_for_number

BEGIN: Final = time(21)
END: Final = time(8)
# What somebody waits for is worth a night's text unless so much time is left in the morning.
ENOUGH: Final = timedelta(hours=1)
# Zones further apart than this leave no hours that suit all of them.
_ROUNDS: Final = 4


@dataclass(frozen=True, slots=True)
class Night:
    """The hours of a wall clock in which phones stay silent; equal ones mean no night at all."""

    begin: time = BEGIN
    end: time = END

    def covers(self, wall: time) -> bool:
        """Return whether it is night at this time of a wall clock."""
        if self.begin <= self.end:
            return self.begin <= wall < self.end
        return wall >= self.begin or wall < self.end


NIGHT: Final = Night()


def zones_of(phone: str, *, home: str) -> tuple[str, ...]:
    """Return the time zones a number (E.164) may be in; `home` is the operator's."""
    try:
        found = time_zones_for_number(phonenumbers.parse(phone))
    except phonenumbers.NumberParseException:
        return (home,)
    known = tuple(zone for zone in found if _is_known(zone))
    return (home,) if home in known or not known else known


def waking_time(at: datetime, *, zones: Sequence[str], home: str, night: Night = NIGHT) -> datetime:
    """Return `at`, or the end of the night it is in; an instant that suits all `zones`."""
    moment = at
    for _ in range(_ROUNDS):
        later = max((_end_of_night(moment, zone, night) for zone in zones), default=moment)
        if later == moment:
            return moment
        moment = later
    return _end_of_night(at, home, night)


def evening_before(at: datetime, *, zones: Sequence[str], home: str, night: Night = NIGHT) -> datetime:
    """Return `at`, or the beginning of the night it is in; an instant that suits all `zones`."""
    moment = at
    for _ in range(_ROUNDS):
        earlier = min((_begin_of_night(moment, zone, night) for zone in zones), default=moment)
        if earlier == moment:
            return moment
        moment = earlier
    return _begin_of_night(at, home, night)


def decide(
    at: datetime, *, phone: str, home: str, is_urgent: bool, until: datetime | None, night: Night = NIGHT
) -> datetime | Literal["too_late"]:
    """
    Return from when on a text may be sent: `at` for now; "too_late" when it is of no use by then.

    An urgent one waits for the morning as well if that leaves an hour to act on it (docs/adr/0097).
    """
    if until is not None and until <= at:
        return "too_late"
    morning = waking_time(at, zones=zones_of(phone, home=home), home=home, night=night)
    if morning == at:
        return at
    if is_urgent:
        return morning if until is not None and morning + ENOUGH <= until else at
    return "too_late" if until is not None and morning >= until else morning


def _end_of_night(at: datetime, zone: str, night: Night) -> datetime:
    local = at.astimezone(ZoneInfo(zone))
    if not night.covers(local.time()):
        return at
    is_before_midnight = night.begin > night.end and local.time() >= night.begin
    day = local.date() + timedelta(days=int(is_before_midnight))
    return _instant(day, night.end, zone, at)


def _begin_of_night(at: datetime, zone: str, night: Night) -> datetime:
    local = at.astimezone(ZoneInfo(zone))
    if not night.covers(local.time()):
        return at
    is_after_midnight = night.begin > night.end and local.time() < night.end
    day = local.date() - timedelta(days=int(is_after_midnight))
    # A moment before it begins: as it begins, it is night.
    return _instant(day, night.begin, zone, at) - timedelta(seconds=1)


def _instant(day: date, wall: time, zone: str, like: datetime) -> datetime:
    return datetime.combine(day, wall, tzinfo=ZoneInfo(zone)).astimezone(like.tzinfo)


def _is_known(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        return False
    return True
