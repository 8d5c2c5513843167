"""
When a text may reach a phone: not between 21:00 and 08:00 where its owner is (domain.md 4.22). Pure.

Where that is, the number tells: of the time zones of its country or area code. Countries with many
leave it open; then the operator's zone counts if it is among them, else the hours that are quiet
nowhere in it, and where there are none, the operator's.
"""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
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


def zones_of(phone: str, *, home: str) -> tuple[str, ...]:
    """Return the time zones a number (E.164) may be in; `home` is the operator's."""
    try:
        found = time_zones_for_number(phonenumbers.parse(phone))
    except phonenumbers.NumberParseException:
        return (home,)
    known = tuple(zone for zone in found if _is_known(zone))
    return (home,) if home in known or not known else known


def waking_time(at: datetime, *, zones: Sequence[str], home: str) -> datetime:
    """Return `at`, or the end of the quiet hours it is in; an instant that suits all `zones`."""
    moment = at
    for _ in range(_ROUNDS):
        later = max((_end_of_night(moment, zone) for zone in zones), default=moment)
        if later == moment:
            return moment
        moment = later
    return _end_of_night(at, home)


def decide(
    at: datetime, *, phone: str, home: str, is_urgent: bool, until: datetime | None
) -> datetime | Literal["too_late"]:
    """
    Return from when on a text may be sent: `at` for now; "too_late" when it is of no use by then.

    An urgent one waits for the morning as well if that leaves an hour to act on it (docs/adr/0097).
    """
    if until is not None and until <= at:
        return "too_late"
    morning = waking_time(at, zones=zones_of(phone, home=home), home=home)
    if morning == at:
        return at
    if is_urgent:
        return morning if until is not None and morning + ENOUGH <= until else at
    return "too_late" if until is not None and morning >= until else morning


def _end_of_night(at: datetime, zone: str) -> datetime:
    local = at.astimezone(ZoneInfo(zone))
    if END <= local.time() < BEGIN:
        return at
    day = local.date() + timedelta(days=int(local.time() >= BEGIN))
    # A wall clock has one eight in the morning: clocks change before that.
    return datetime.combine(day, END, tzinfo=ZoneInfo(zone)).astimezone(at.tzinfo)


def _is_known(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        return False
    return True
