"""The counters of days with what is on sale on them (domain.md 4.2.4), in one statement."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple

from outfitter.db.row_stream import streamed_rows
from outfitter_tenants.calendar.queries.month_sql import PRICED, Parts, statement
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.scheduling.rules.availability import UNLIMITED_CNT, DayCounters

# What strangers are told of a day; what is on sale comes after it.
_TOLD: Final = 8


class Departures(NamedTuple):
    """
    What of one experience is on sale on one day, in no order but the same in all of these.

    `ids` and `starts` ("HH:MM:SS") are joined by commas, `overrides` are JSON. Null: nothing is on
    sale, or none has any, or nobody asked. `lefts` are the seats that rate sheets see (null: no
    limit), `instants` POSIX seconds.
    """

    ids: str | None
    starts: str | None
    overrides: Sequence[str | None] | None = None
    rule_ids: Sequence[int | None] | None = None
    lefts: Sequence[int | None] | None = None
    instants: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class PricedTimeslot:
    """What prices look at; experiences in `led_ids` also tell their starts as instants."""

    has_rules: bool = False
    has_seats: bool = False
    led_ids: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Month:
    """
    Which days of which experiences are asked for.

    `parties` are the fewest guests that strangers may come with, where it is not the experience's
    own; `rooms` are the guests that resources can still take, by departure; `is_shared`: what
    others take of those, held or sold, counts here as well. Without `priced` no departures are
    told; with `late` also those that have closed and ended no longer ago than that.
    """

    experiences: Sequence[ExperienceRow]
    first: date
    last: date
    at: datetime
    parties: Mapping[int, int] = field(default_factory=dict)
    rooms: Mapping[int, int] | None = None
    is_shared: bool = False
    has_pools: bool = True
    priced: PricedTimeslot | None = None
    late: timedelta | None = None

    def fetch(self, *, is_staff: bool, is_agent: bool = False) -> Iterator[tuple[Any, ...]]:
        """Return the rows of the statement as they come, in no order."""
        priced = self.priced or PricedTimeslot()
        parts = Parts(
            is_staff=is_staff,
            is_agent=is_agent,
            has_pools=self.has_pools,
            has_rooms=bool(self.rooms),
            has_prices=self.priced is not None,
            has_rules=priced.has_rules,
            has_seats=priced.has_seats,
            is_led=bool(priced.led_ids),
            is_late=self.late is not None,
        )
        rooms = self.rooms or {}
        values: dict[str, Any] = {
            "ids": [row.id for row in self.experiences],
            "is_shared": self.is_shared,
            "parties": [self.parties.get(row.id) or max(1, row.min_pax) for row in self.experiences],
            "first": self.first,
            "last": self.last,
            "at": self.at,
            "led": list(priced.led_ids),
            "late": self.late,
            "room_ids": list(rooms),
            "rooms": list(rooms.values()),
        }
        return streamed_rows(statement(parts), values)


class StaffDay(NamedTuple):
    """The counters of one experience on one day; `day` counts from the first one asked for."""

    day: int
    place: int
    counters: DayCounters
    departures: Departures | None


class OnlineDay(NamedTuple):
    """
    What strangers are told of one experience on one day, places as in the experiences' order.

    `until`: when it changes if nothing is written, in POSIX seconds; null: it does not.
    """

    day: int
    place: int
    seats: int
    open_cnt: int
    departures: Departures | None
    until: float | None


def staff_days(
    month: Month, *, full_ids: frozenset[int] = frozenset(), is_agent: bool = False
) -> Iterator[StaffDay]:
    """
    Yield the counters of every day on which something happens, in no order.

    For experiences in `full_ids` staff's count of open departures takes in full ones. No other
    statement may be executed before the last one was taken.
    """
    if not month.experiences:
        return
    for day, place, party, *row in month.fetch(is_staff=True, is_agent=is_agent):
        experience = month.experiences[place]
        departures = Departures._make(row[-PRICED:]) if month.priced is not None else None
        counters = _counters(
            row, party, is_sold_online=bool(experience.online_types), is_full=experience.id in full_ids
        )
        yield StaffDay(day, place, counters, departures)


def online_days(month: Month) -> Iterator[OnlineDay]:
    """Yield what strangers are told of every day on which something happens, as `staff_days`."""
    if not month.experiences:
        return
    closed = {place for place, row in enumerate(month.experiences) if not row.online_types}
    is_priced = month.priced is not None
    for row in month.fetch(is_staff=False):
        day, place, party, seats, unlimited_cnt, open_cnt, limit, until = row[:_TOLD]
        departures = Departures._make(row[_TOLD:]) if is_priced else None
        if place in closed:
            seats = open_cnt = 0
        elif unlimited_cnt or limit is not None:
            seats = _capped(seats, unlimited_cnt, limit)
            open_cnt = 0 if limit is not None and limit < party else open_cnt
        yield OnlineDay(day, place, seats, open_cnt, departures, until)


def _counters(row: Sequence[Any], party: int, *, is_sold_online: bool, is_full: bool) -> DayCounters:
    (
        total,
        total_unlimited,
        online,
        online_unlimited,
        direct_cnt,
        direct_free_cnt,
        online_free_cnt,
        pax,
        limit,
        direct_limit,
    ) = row[:10]
    is_closed_online = not is_sold_online
    if direct_limit is not None and direct_limit <= 0:
        direct_free_cnt = 0
    if is_closed_online or (limit is not None and limit < party):
        online_free_cnt = 0
    return DayCounters(
        total_availability_cnt=_capped(total, total_unlimited, direct_limit),
        online_availability_cnt=0 if is_closed_online else _capped(online, online_unlimited, limit),
        open_direct_timeslot_cnt=direct_cnt if is_full else direct_free_cnt,
        open_online_timeslot_cnt=online_free_cnt,
        pax_cnt=pax,
    )


def _capped(seats: int, unlimited_cnt: int, limit: int | None) -> int:
    whole = UNLIMITED_CNT if unlimited_cnt else seats
    return whole if limit is None else min(whole, max(0, limit))
