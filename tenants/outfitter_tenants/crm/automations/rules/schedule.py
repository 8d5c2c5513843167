"""
When a message goes, or why it does not: trigger, offset, and the reader's night. Pure.

Offsets are exact time: a reminder 24 hours before a start goes 24 hours before that instant, also
where clocks change in between. Only nights are read off the wall clock where the reader is.
"""

from datetime import datetime, timedelta
from typing import Final

from outfitter_tenants.crm.automations.rules.types import Channel, Circumstances
from outfitter_tenants.messaging import quiet_hours
from outfitter_tenants.messaging.rules import reasons

# A reminder that the morning is too late for goes so long before the night begins.
BEFORE_NIGHT: Final = timedelta(minutes=30)
# After what time nobody needs it any more, where nothing else says so.
USEFUL: Final = {
    "draft_idle": timedelta(days=3),
    "reserved": timedelta(days=2),
    "rebooked": timedelta(days=2),
    "order_cancelled": timedelta(days=7),
    "after_end": timedelta(days=7),
    "gift_card_activated": timedelta(days=30),
}
# What counts backwards from an instant to come; the others count forwards from one that was.
BACKWARDS: Final = frozenset({"before_start", "balance_due"})


def due_at(trigger: str, offset_minutes: int, anchor: datetime) -> datetime:
    """Return the instant so many minutes before or after what triggers it."""
    offset = timedelta(minutes=offset_minutes)
    return anchor - offset if trigger in BACKWARDS else anchor + offset


def useful_until(trigger: str, due: datetime, anchor: datetime) -> datetime:
    """Return from when on nobody needs the message."""
    return anchor if trigger in BACKWARDS else due + USEFUL[trigger]


def waking_time(
    due: datetime, *, channel: Channel, phone: str, until: datetime, around: Circumstances, trigger: str
) -> datetime | None:
    """
    Return `due`, or when its reader is awake: the morning after, or the evening before.

    Mails wait for their reader anyway. None where no time is left for it.
    """
    if channel == "email":
        return due
    night = quiet_hours.Night(around.quiet_from, around.quiet_until)
    zones = quiet_hours.zones_of(phone, home=around.time_zone)
    morning = quiet_hours.waking_time(due, zones=zones, home=around.time_zone, night=night)
    if morning == due:
        return due
    if morning < until and (trigger != "before_start" or until - morning >= quiet_hours.ENOUGH):
        return morning
    if trigger != "before_start":
        return None
    evening = quiet_hours.evening_before(due, zones=zones, home=around.time_zone, night=night)
    return evening - BEFORE_NIGHT


def reason_of_time(*, trigger: str, due: datetime, goes_at: datetime | None, since: datetime | None) -> str:
    """Return why a message goes or not, by its time alone; `since` is when it could first be planned."""
    if goes_at is None:
        return reasons.TOO_LATE
    if since is not None and goes_at < since and trigger != "draft_idle":
        return reasons.ALREADY_PAST
    return reasons.PLANNED[trigger] if goes_at == due else reasons.QUIET_HOURS
