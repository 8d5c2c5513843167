"""Calendars that other programs subscribe to (RFC 5545, RFC 7986). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import blake2b
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

REFRESH: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """One entry of a calendar; `uid` lacks the operator's name, which is added."""

    uid: str
    start_at: datetime
    end_at: datetime
    summary: str
    description: str = ""
    location: str = ""
    sequence: int = 0
    is_cancelled: bool = False
    changed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Feed:
    """A calendar before it is written; instants show in `time_zone`."""

    name: str
    slug: str
    time_zone: str
    events: Sequence[FeedEvent]

    @property
    def digest(self) -> str:
        """Return what changes exactly when the calendar does."""
        return blake2b(repr(self).encode(), digest_size=12).hexdigest()


def write(feed: Feed, *, at: datetime) -> bytes:
    """Return a calendar with its time zone, as of `at`."""
    calendar = Calendar()
    calendar.add("prodid", "-//Outfitter//Feed//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", feed.name)
    calendar.add("x-wr-calname", feed.name)
    calendar.add("x-wr-timezone", feed.time_zone)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT15M")
    zone = ZoneInfo(feed.time_zone)
    for item in feed.events:
        calendar.add_component(_event(item, feed.slug, zone, at))
    if feed.events:
        first = min(item.start_at for item in feed.events).date()
        last = max(item.end_at for item in feed.events).date()
        calendar.add_missing_timezones(first_date=date(first.year, 1, 1), last_date=date(last.year + 1, 1, 1))
    return bytes(calendar.to_ical())


def _event(item: FeedEvent, slug: str, zone: ZoneInfo, at: datetime) -> Event:
    event = Event()
    event.add("uid", f"{item.uid}@{slug}")
    event.add("sequence", item.sequence)
    event.add("dtstamp", at)
    event.add("dtstart", item.start_at.astimezone(zone))
    event.add("dtend", item.end_at.astimezone(zone))
    event.add("summary", item.summary)
    event.add("status", "CANCELLED" if item.is_cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT" if item.is_cancelled else "OPAQUE")
    for name, text in (("description", item.description), ("location", item.location)):
        if text:
            event.add(name, text)
    if item.changed_at is not None:
        event.add("last-modified", item.changed_at)
    return event
