"""
What calendar programs read of experiences and resources, by secret addresses (domain.md 4.24).

An address says how much it tells: when something is on, how many come, or who. Each is made of the
secret by a key of its own, so that whoever has one address cannot make another of it.
"""

import hmac
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final, Literal

from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import NotFound
from outfitter.kit.person_names import full_name
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.calendar.ical import Feed, FeedEvent
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries.feeds import SlotEvent, feed_secret_of_resource, slots_for_feed
from outfitter_tenants.scheduling.queries.resource_timeline import UseRow, uses_between
from outfitter_tenants.trips import queries as trips

Detail = Literal["busy", "counts", "names"]
DETAILS: Final[tuple[Detail, ...]] = ("busy", "counts", "names")
BACK: Final = timedelta(days=30)
AHEAD: Final = timedelta(days=365)


class FeedNotFound(NotFound):
    """No feed is read by this address (any more)."""


def address_hash(secret: str, detail: Detail) -> str:
    """Return the last part of a feed's address: its first letter names the detail."""
    return detail[0] + keyed_hash(secret, "ical", detail)[:31]


def detail_of(*, secret: str | None, given: str) -> Detail:
    """
    Return how much an address tells.

    :raises FeedNotFound: it is not made of this secret
    """
    for detail in DETAILS:
        wanted = address_hash(secret or "", detail)
        if secret and hmac.compare_digest(wanted.encode(), given.encode()):
            return detail
    raise FeedNotFound("Calendar not found.")


def experience_feed(*, experience_id: int, given: str, is_all: bool, slug: str, at: datetime) -> Feed:
    """
    Return the departures of an experience with guests, or all of them.

    :raises FeedNotFound: unknown experience or address
    """
    try:
        row = catalog.get_experience(experience_id=experience_id)
        secret = catalog.feed_secret(experience_id=experience_id)
    except catalog.ExperienceNotFound:
        raise FeedNotFound("Calendar not found.") from None
    detail = detail_of(secret=secret, given=given)
    slots = slots_for_feed(
        experience_id=row.id, begin=at - BACK, end=at + AHEAD, cancelled_since=at - BACK, is_all=is_all
    )
    ids = [slot.id for slot in slots]
    changed = audit.last_changes(entity_type="timeslot", entity_ids=ids)
    guests = _guests(ids) if detail == "names" else {}
    events = [
        FeedEvent(
            uid=f"ts-{slot.id}",
            start_at=slot.start_at,
            end_at=slot.end_at,
            summary=_summary(row.name, slot, detail),
            description="\n".join(guests.get(slot.id, [])),
            location=row.meeting_point if detail != "busy" else "",
            sequence=slot.version,
            is_cancelled=slot.status == "cancelled",
            changed_at=changed.get(slot.id),
        )
        for slot in slots
    ]
    return Feed(row.name, slug, scheduling.zone_of(time_zone=row.time_zone), events)


def _summary(name: str, slot: SlotEvent, detail: Detail) -> str:
    if detail == "busy" or slot.status == "cancelled":
        return name
    total = "" if slot.capacity is None else f"/{slot.capacity}"
    return f"{name} ({slot.booked_pax_cnt}{total})"


def _guests(timeslot_ids: Sequence[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for order in trips.orders_on_timeslots(timeslot_ids=timeslot_ids):
        found.setdefault(order.timeslot_id or 0, []).append(_party(order))
    return found


def _party(order: Any) -> str:
    trip = order.trip
    person = full_name(trip.contact_first_name, trip.contact_last_name)
    names = " / ".join(name for name in (trip.group_name, person) if name)
    return f"{names or trip.confirmation_code} ({len(order.live_bookings)})"


def resource_feed(*, resource_id: int, given: str, slug: str, at: datetime) -> Feed:
    """
    Return what a resource does, and when it is blacked out.

    :raises FeedNotFound: unknown resource or address
    """
    try:
        row = scheduling.get_resource(resource_id=resource_id)
        secret = feed_secret_of_resource(resource_id=resource_id)
    except scheduling.UnknownResource:
        raise FeedNotFound("Calendar not found.") from None
    detail = detail_of(secret=secret, given=given)
    begin, end = at - BACK, at + AHEAD
    uses = uses_between(resource_ids=[row.id], begin=begin, end=end, at=at)
    sold = [use for use in uses if not use.is_held]
    guests = _guests([use.timeslot_id for use in sold]) if detail == "names" else {}
    events = [*_uses(row, sold, detail, guests), *_blackouts(row, begin, end, detail)]
    zone = scheduling.zone_of(time_zone=_zone_of_place(row.location_id))
    return Feed(row.name, slug, zone, sorted(events, key=lambda e: (e.start_at, e.uid)))


def _uses(
    row: scheduling.ResourceRow, uses: Iterable[UseRow], detail: Detail, guests: dict[int, Any]
) -> list[FeedEvent]:
    def key(use: UseRow) -> tuple[int, datetime, datetime]:
        return use.timeslot_id, use.start_at, use.end_at

    events: list[FeedEvent] = []
    seen: Counter[int] = Counter()
    # A departure is one entry, however many guests have a row of their own.
    for (slot_id, start_at, end_at), same in groupby(sorted(uses, key=key), key):
        rows = list(same)
        seen[slot_id] += 1
        units = sum(use.units for use in rows)
        shown = f"{rows[0].experience_name} ({units}/{row.capacity})"
        events.append(
            FeedEvent(
                uid=f"ts-{slot_id}-r{row.id}-{seen[slot_id]}",
                start_at=start_at,
                end_at=end_at,
                summary=row.name if detail == "busy" else shown,
                description="\n".join(guests.get(slot_id, [])),
            )
        )
    return events


def _blackouts(
    row: scheduling.ResourceRow, begin: datetime, end: datetime, detail: Detail
) -> list[FeedEvent]:
    rows = scheduling.blackouts_between(begin=begin, end=end, target="resource_id", ids=[row.id])
    return [
        FeedEvent(
            uid=f"bo-{item.id}",
            start_at=item.start_at,
            end_at=item.end_at,
            summary=row.name if detail == "busy" or not item.reason else item.reason,
        )
        for item in rows
    ]


def _zone_of_place(location_id: int | None) -> str | None:
    places = {place.id: place.time_zone for place in catalog.list_locations()}
    return places.get(location_id) if location_id is not None else None
