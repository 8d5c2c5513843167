"""
How many seats are left and when they are on sale: pure rules on plain data.

`None` is unlimited; the 999 of the calendar exists only in `day_counters` (domain.md 4.2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

# Whose terms apply: strangers, staff at the phone or the counter, partners (domain.md 4.2.6).
Audience = Literal["online", "direct", "reseller"]
AUDIENCES: Final[tuple[Audience, ...]] = ("online", "direct", "reseller")
UNLIMITED_CNT: Final = 999
# By which trip method the public calendar sells.
ONLINE_METHOD: Final = "ecommerce"


@dataclass(frozen=True, slots=True)
class Pool:
    """
    Seats of a timeslot for one customer type (`kind_id`) or one trip method, beside its own count.

    `lapsed_cnt` is the part of `held_pax_cnt` that expired holds still have.
    """

    id: int
    kind_id: int | None
    method: str | None
    capacity: int
    booked_pax_cnt: int = 0
    held_pax_cnt: int = 0
    overbook_cnt: int = 0
    lapsed_cnt: int = 0

    def left(self, audience: Audience) -> int:
        """Return the seats it can still give; what staff allowed beyond it is theirs alone."""
        beyond = self.overbook_cnt if audience == "direct" else 0
        used = self.booked_pax_cnt + self.held_pax_cnt - self.lapsed_cnt
        return max(0, self.capacity + beyond - used)


@dataclass(frozen=True, slots=True)
class Seats:
    """
    The seats of a timeslot as its row counts them.

    `lapsed_cnt` is the part of `held_pax_cnt` whose holds have expired and are not swept yet:
    they block nobody. `overbook_cnt` is what staff allowed beyond the capacity, for staff.
    `room` is how many more the boats and vans of the departure carry, None when nothing does:
    whatever the departure's own capacity, nobody rides beside the boat.
    """

    capacity: int | None
    booked_pax_cnt: int = 0
    held_pax_cnt: int = 0
    online_allotment: int | None = None
    online_booked_pax_cnt: int = 0
    online_held_pax_cnt: int = 0
    overbook_cnt: int = 0
    lapsed_cnt: int = 0
    online_lapsed_cnt: int = 0
    pools: tuple[Pool, ...] = ()
    room: int | None = None

    def pool_of_method(self, method: str | None) -> Pool | None:
        """Return the pool that a trip method has for itself."""
        if method is None:
            return None
        return next((pool for pool in self.pools if pool.method == method), None)

    @property
    def by_type(self) -> Mapping[int, Pool]:
        """Return the pools of customer types: experience customer type id -> pool."""
        return {pool.kind_id: pool for pool in self.pools if pool.kind_id is not None}

    def is_online(self, audience: Audience, method: str | None) -> bool:
        """
        Return whether a sale counts against the online allotment.

        A method with seats of its own does not (domain.md 4.2.2); partners without do.
        """
        return audience != "direct" and self.pool_of_method(method) is None


@dataclass(frozen=True, slots=True)
class Day:
    """What the experience date itself has to say: its state, and a cap for all its timeslots."""

    status: str = "open"
    capacity: int | None = None
    booked_pax_cnt: int = 0
    held_pax_cnt: int = 0
    overbook_cnt: int = 0
    lapsed_cnt: int = 0

    @property
    def remaining(self) -> int | None:
        """Return the seats the whole day can still take."""
        return self.left("online")

    def left(self, audience: Audience) -> int | None:
        """Return the same for an audience: what staff allowed beyond the cap is theirs alone."""
        if self.status != "open":
            return 0
        if self.capacity is None:
            return None
        beyond = self.overbook_cnt if audience == "direct" else 0
        used = self.booked_pax_cnt + self.held_pax_cnt - self.lapsed_cnt
        return max(0, self.capacity + beyond - used)


@dataclass(frozen=True, slots=True)
class Remaining:
    """
    Seats left: for staff (`total`) and for strangers (`online`); None is unlimited.

    `by_type` and `by_type_strict` (without what only staff may sell) hold the customer types that
    have seats of their own.
    """

    total: int | None
    online: int | None
    strict: int | None = None
    by_type: Mapping[int, int] = field(default_factory=dict)
    by_type_strict: Mapping[int, int] = field(default_factory=dict)
    by_method: Mapping[str, Pool] = field(default_factory=dict)

    def of(self, audience: Audience, method: str | None = None) -> int | None:
        """Return the seats that audience can still take, by that trip method when it is known."""
        own = self.by_method.get(method) if method is not None else None
        if own is not None:
            return _least(self.total if audience == "direct" else self.strict, own.left(audience))
        return self.total if audience == "direct" else self.online

    def of_type(self, kind_id: int, audience: Audience, method: str | None = None) -> int | None:
        """Return how many seats one customer type can still take."""
        left = self.of(audience, method)
        types = self.by_type if audience == "direct" else self.by_type_strict
        if not types:
            return left
        return _least(left, types.get(kind_id, 0))

    def has(self, audience: Audience, method: str | None, pax_by_type: Mapping[int, int]) -> bool:
        """Return whether a party fits: as a whole, and each customer type by itself."""
        left = self.of(audience, method)
        types = self.by_type if audience == "direct" else self.by_type_strict
        if left is not None and sum(pax_by_type.values()) > left:
            return False
        return not types or all(pax <= types.get(kind, 0) for kind, pax in pax_by_type.items())


def remaining(seats: Seats, day: Day | None = None) -> Remaining:
    """Return the seats a timeslot can still take: the binding limit wins (domain.md 4.2.2)."""
    limit = day.remaining if day else None
    used = seats.booked_pax_cnt + seats.held_pax_cnt - seats.lapsed_cnt
    total = strict = None
    if seats.capacity is not None:
        total = max(0, seats.capacity + seats.overbook_cnt - used)
        strict = max(0, seats.capacity - used)
    kinds = seats.by_type
    wide = {kind: pool.left("direct") for kind, pool in kinds.items()}
    narrow = {kind: pool.left("online") for kind, pool in kinds.items()}
    if kinds:
        total = _least(total, sum(wide.values()))
        strict = _least(strict, sum(narrow.values()))
    total = _least(_least(total, day.left("direct") if day else None), seats.room)
    strict = _least(_least(strict, limit), seats.room)
    online = strict
    if seats.online_allotment is not None:
        used_online = seats.online_booked_pax_cnt + seats.online_held_pax_cnt - seats.online_lapsed_cnt
        online = _least(online, max(0, seats.online_allotment - used_online))
    methods = {pool.method: pool for pool in seats.pools if pool.method is not None}
    return Remaining(total, online, strict, wide, narrow, methods)


def _least(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


@dataclass(frozen=True, slots=True)
class Window:
    """
    From when until when an audience may book a timeslot.

    Once `smart_min_pax` are booked it runs anyway and the later cut-off holds (domain.md 4.2.6).
    """

    cutoff_at: datetime
    presale_at: datetime | None = None
    smart_min_pax: int | None = None
    smart_cutoff_at: datetime | None = None

    def closes_at(self, booked_pax_cnt: int) -> datetime:
        """Return the instant from which nothing is sold, with so many pax booked."""
        if self.smart_min_pax is None or self.smart_cutoff_at is None:
            return self.cutoff_at
        if booked_pax_cnt < self.smart_min_pax:
            return self.cutoff_at
        return max(self.cutoff_at, self.smart_cutoff_at)

    def is_open(self, *, booked_pax_cnt: int, at: datetime) -> bool:
        """Return whether it is on sale at that instant."""
        begun = self.presale_at is None or self.presale_at <= at
        return begun and at < self.closes_at(booked_pax_cnt)


# In which states of a timeslot an audience may book it.
SELLING_STATES: Final[Mapping[Audience, tuple[str, ...]]] = {
    "online": ("open",),
    "direct": ("open", "closed_online"),
    "reseller": ("open",),
}


@dataclass(frozen=True, slots=True)
class Slot:
    """One timeslot of a day, as the day's counters need it."""

    seats: Seats
    status: str
    windows: Mapping[Audience, Window]
    is_blacked_out: bool = False

    def is_open(self, audience: Audience, at: datetime) -> bool:
        """Return whether it is on sale to that audience, whatever seats are left."""
        if self.is_blacked_out or self.status not in SELLING_STATES[audience]:
            return False
        return self.windows[audience].is_open(booked_pax_cnt=self.seats.booked_pax_cnt, at=at)


@dataclass(frozen=True, slots=True)
class DayCounters:
    """The counters of one experience on one day (domain.md 4.2.4)."""

    total_availability_cnt: int
    online_availability_cnt: int
    open_direct_timeslot_cnt: int
    open_online_timeslot_cnt: int
    pax_cnt: int


def day_counters(
    slots: Sequence[Slot], *, day: Day, min_party: int, is_sold_online: bool, is_show_full: bool, at: datetime
) -> DayCounters:
    """
    Return the widget's counters of a day.

    `is_sold_online` says that strangers can buy at least one customer type; `is_show_full` also
    counts full timeslots for staff. Calendars of many days use the same rule in SQL; this is the
    form that tests compare it with.
    """
    limit, direct_limit = day.remaining, day.left("direct")
    direct = [remaining(s.seats).total for s in slots if s.is_open("direct", at)]
    online = [
        remaining(s.seats).of("online", ONLINE_METHOD)
        for s in slots
        if is_sold_online and s.is_open("online", at)
    ]
    is_possible = direct_limit is None or direct_limit > 0
    fits_online = limit is None or limit >= max(1, min_party)
    return DayCounters(
        total_availability_cnt=_sum(direct, direct_limit),
        online_availability_cnt=_sum(online, limit),
        open_direct_timeslot_cnt=sum(
            1 for n in direct if is_show_full or (is_possible and (n is None or n > 0))
        ),
        open_online_timeslot_cnt=sum(
            1 for n in online if fits_online and (n is None or n >= max(1, min_party))
        ),
        pax_cnt=sum(s.seats.booked_pax_cnt for s in slots if s.status != "cancelled"),
    )


def _sum(counts: Sequence[int | None], limit: int | None) -> int:
    # Unlimited counts as 999 for a day, however many such timeslots it has.
    whole = UNLIMITED_CNT if None in counts else sum(n for n in counts if n is not None)
    return whole if limit is None else min(whole, limit)
