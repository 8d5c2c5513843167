"""What resources can still take, for calendars: one statement for however many departures."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

import orjson
from django.db import connection

from outfitter_tenants.scheduling.queries.auto_assignment import AUTO_ASSIGNED
from outfitter_tenants.scheduling.queries.resource_capacity import pax_room
from outfitter_tenants.scheduling.queries.resource_claims import owner_of
from outfitter_tenants.scheduling.queries.timeslot_sql import FOR_STRANGERS, WITH_SEATS
from outfitter_tenants.scheduling.rules.resource_capacity import Claim, Fleet, Span, Supply
from outfitter_tenants.scheduling.rules.resource_needs import Usage

_ROW: Final = """
json_build_array(t.id, t.experience_id, t.date, extract(epoch FROM t.start_at),
                 extract(epoch FROM t.end_at), t.start_time, {party})
"""
# No claim is longer than forty days (requirements.MAX_LENGTH); `reach` is how far from its
# departure something may be needed, buffers included.
_ROOMS: Final = f"""
WITH usage AS MATERIALIZED (
  SELECT u.*, g.name AS group_name, g.strategy, {AUTO_ASSIGNED} AS is_auto_assign, g.is_legal_limit
    FROM scheduling_resourceusage u
    JOIN scheduling_resourcegroup g ON g.id = u.resource_group_id
   WHERE u.experience_id = ANY(%(ids)s)
), resource AS MATERIALIZED (
  SELECT * FROM scheduling_resource
   WHERE group_id IN (SELECT resource_group_id FROM usage)
), shown AS MATERIALIZED (
  SELECT t.*
    FROM scheduling_timeslot t
   WHERE t.experience_id = ANY(%(ids)s) AND t.date BETWEEN %(first)s AND %(last)s
     AND t.status IN ('open', 'closed_online')
), coming AS MATERIALIZED (
  SELECT t.*, party.pax AS party
  {FOR_STRANGERS}
  CROSS JOIN LATERAL (SELECT t.* {WITH_SEATS}) t
   WHERE %(is_open_ended)s AND e.id = ANY(%(ids)s)
), reach AS (
  SELECT make_interval(mins => coalesce(
           (SELECT max(abs(offset_minutes) + coalesce(duration_minutes, 0)) FROM usage), 0)
           + coalesce((SELECT max(buffer_minutes) FROM resource), 0)) AS length
), span AS MATERIALIZED (
  SELECT least((SELECT min(start_at) FROM shown), (SELECT min(start_at) FROM coming))
           - reach.length AS first,
         greatest((SELECT max(end_at) FROM shown), (SELECT max(end_at) FROM coming))
           + reach.length AS last
    FROM reach
)
SELECT (SELECT json_agg(json_build_array(
           id, experience_id, experience_customer_type_id, addon_id, resource_group_id, group_name,
           units_per_booking, duration_mode, duration_minutes, offset_minutes, sharing_scope,
           is_required, position, strategy, is_auto_assign, is_legal_limit)
           ORDER BY position, id) FROM usage)::text,
       (SELECT json_agg(json_build_array(
           r.id, r.group_id, r.capacity, r.priority, r.buffer_minutes, r.status = 'active',
           (SELECT json_agg(json_build_array(extract(epoch FROM b.start_at),
                                             extract(epoch FROM b.end_at)) ORDER BY b.start_at)
              FROM scheduling_blackout b, span
             WHERE b.resource_id = r.id AND b.start_at < span.last AND b.end_at > span.first))
           ORDER BY r.id) FROM resource r)::text,
       (SELECT json_agg(json_build_array(
           b.id, b.resource_id, extract(epoch FROM b.start_at), extract(epoch FROM b.end_at),
           b.units, b.sharing_scope, t.experience_id, b.timeslot_id, b.resource_usage_id,
           b.is_locked, b.hold_id, coalesce(b.trip_order_id, h.trip_order_id)) ORDER BY b.id)
          FROM span, scheduling_bookingresource b
          JOIN scheduling_timeslot t ON t.id = b.timeslot_id
          LEFT JOIN scheduling_hold h ON h.id = b.hold_id
         WHERE b.resource_id IN (SELECT id FROM resource)
           AND b.start_at > span.first - interval '41 days' AND b.start_at < span.last
           AND b.end_at > span.first
           AND (h.id IS NULL OR (h.status = 'active' AND h.expires_at > %(at)s)))::text,
       (SELECT json_agg(json_build_array(
           id, experience_id, CASE WHEN is_consume_capacity THEN pax_per_booking ELSE 0 END)
           ORDER BY id)
          FROM catalog_experiencecustomertype
         WHERE experience_id = ANY(%(ids)s) AND archived_at IS NULL)::text,
       (SELECT json_agg({_ROW.format(party="0")}) FROM shown t)::text,
       (SELECT json_agg({_ROW.format(party="t.party")} ORDER BY t.date, t.start_time, t.id)
          FROM coming t)::text
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class _Departure:
    id: int
    experience_id: int
    date: date
    start_at: datetime
    end_at: datetime
    start_time: time
    # The fewest guests that strangers may come with.
    party: int


class _Busy:
    """When anything at all bears on the resources of a group."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._begins: list[datetime] = []
        self._ends: list[datetime] = []
        for begin, end in sorted(spans):
            if self._ends and begin <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._begins.append(begin)
                self._ends.append(end)

    def touches(self, span: Span) -> bool:
        """Return whether something does during a span."""
        place = bisect_left(self._begins, span[1]) - 1
        return place >= 0 and self._ends[place] > span[0]


class Rooms:
    """The resources of experiences that sell what those can take, with their departures."""

    def __init__(
        self,
        usages: Sequence[Usage],
        fleet: Fleet,
        pax: Mapping[int, Mapping[int, int]],
        shown: Sequence[_Departure],
        coming: Sequence[_Departure],
    ) -> None:
        self._usages: dict[int, list[Usage]] = defaultdict(list)
        for usage in usages:
            if usage.is_claimed:
                self._usages[usage.experience_id].append(usage)
        self._fleet, self._pax = fleet, pax
        self._shown, self._coming = shown, coming
        self._busy = _busy_groups(fleet)
        # What is free of an experience while nobody has anything.
        self._empty: dict[int, int | None] = {}

    def of_shown(self) -> dict[int, int]:
        """Return departure id -> guests its resources can take; none: nothing limits them."""
        found = ((departure.id, self._room(departure)) for departure in self._shown)
        return {pk: room for pk, room in found if room is not None}

    def next_days(self) -> dict[int, date]:
        """Return experience id -> first local day on which strangers find seats and resources."""
        found: dict[int, date] = {}
        for departure in self._coming:
            if departure.experience_id not in found:
                room = self._room(departure)
                if room is None or room >= departure.party:
                    found[departure.experience_id] = departure.date
        return found

    def _room(self, departure: _Departure) -> int | None:
        usages = self._usages.get(departure.experience_id)
        if not usages:
            return None
        pax = self._pax.get(departure.experience_id, {})
        if any(
            self._busy[usage.resource_group_id].touches(usage.window(departure))
            for usage in usages
            if usage.resource_group_id in self._busy
        ):
            return pax_room(self._fleet, usages, departure, pax)
        key = departure.experience_id
        if key not in self._empty:
            self._empty[key] = pax_room(self._fleet, usages, departure, pax)
        return self._empty[key]


def load_rooms(
    *, experience_ids: Iterable[int], first: date, last: date, at: datetime, is_open_ended: bool
) -> Rooms:
    """
    Return what the resources of some experiences can take from one local day to another.

    `is_open_ended`: also on which days of all times strangers can book. One statement.
    """
    values: dict[str, Any] = {
        "ids": list(experience_ids),
        "first": first,
        "last": last,
        "at": at,
        "is_open_ended": is_open_ended,
    }
    with connection.cursor() as cursor:
        cursor.execute(_ROOMS, values)
        row: Sequence[str | None] = cursor.fetchone() or ()
    usages, supplies, claims, kinds, shown, coming = (orjson.loads(text) if text else [] for text in row)
    pax: dict[int, dict[int, int]] = defaultdict(dict)
    for kind_id, experience_id, seats in kinds:
        pax[experience_id][kind_id] = seats
    fleet = Fleet([_supply(*one) for one in supplies], [_claim(*one) for one in claims])
    return Rooms(
        [Usage(*one) for one in usages], fleet, pax, list(_departures(shown)), list(_departures(coming))
    )


def _busy_groups(fleet: Fleet) -> dict[int, _Busy]:
    spans: dict[int, list[Span]] = defaultdict(list)
    for supply in fleet.supplies.values():
        spans[supply.group_id] += supply.blackouts
    for claim in fleet.claims:
        supply = fleet.supplies[claim.resource_id]
        span = (claim.start_at - supply.buffer, claim.end_at + supply.buffer)
        spans[supply.group_id].append(span)
    return {group_id: _Busy(found) for group_id, found in spans.items()}


def _departures(rows: Iterable[Sequence[Any]]) -> Iterator[_Departure]:
    for pk, experience_id, day, begin, end, start, party in rows:
        yield _Departure(
            pk,
            experience_id,
            date.fromisoformat(day),
            _instant(begin),
            _instant(end),
            time.fromisoformat(start),
            party,
        )


def _supply(
    resource_id: int,
    group_id: int,
    capacity: int,
    priority: int,
    buffer_minutes: int,
    is_active: bool,
    dark: Sequence[Sequence[float]] | None,
) -> Supply:
    blackouts = tuple((_instant(begin), _instant(end)) for begin, end in dark or ())
    buffer = timedelta(minutes=buffer_minutes)
    return Supply(resource_id, group_id, capacity, priority, buffer, is_active, blackouts)


def _claim(
    key: int,
    resource_id: int,
    begin: float,
    end: float,
    units: int,
    scope: Any,
    experience_id: int,
    timeslot_id: int,
    usage_id: int | None,
    is_locked: bool,
    hold_id: int | None,
    trip_order_id: int | None,
) -> Claim:
    return Claim(
        key,
        resource_id,
        _instant(begin),
        _instant(end),
        units,
        scope,
        experience_id,
        timeslot_id,
        owner_of(trip_order_id, hold_id, timeslot_id),
        usage_id,
        is_locked,
    )


def _instant(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
