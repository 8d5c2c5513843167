"""
How many seats are left, and why something cannot be booked: pure rules on plain data.

`None` is unlimited; the 999 of the calendar exists only in `day_counters` (domain.md 4.2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

Audience = Literal["online", "direct"]
UNLIMITED_CNT: Final = 999

# In the order in which they are checked; the first that holds is the answer (domain.md 4.2.5).
REASONS: Final = (
    "not_live", "cancelled", "closed", "past", "cutoff", "presale", "channel_blocked",
    "reseller_blocked", "blackout", "customer_type_unavailable", "composition", "min_party",
    "max_party", "sold_out", "resource_unavailable", "credit_limit",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seats:
    """
    The seats of a timeslot as its row counts them.

    `lapsed_cnt` is the part of `held_pax_cnt` whose holds have expired and are not swept yet:
    they block nobody. `overbook_cnt` is what staff allowed beyond the capacity, for staff.
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


@dataclass(frozen=True, slots=True)
class Day:
    """What the experience date itself has to say: its state, and a cap for all its timeslots."""

    status: str = "open"
    capacity: int | None = None
    booked_pax_cnt: int = 0
    held_pax_cnt: int = 0
    lapsed_cnt: int = 0

    @property
    def remaining(self) -> int | None:
        """Return the seats the whole day can still take."""
        if self.status != "open":
            return 0
        if self.capacity is None:
            return None
        return max(0, self.capacity - self.booked_pax_cnt - self.held_pax_cnt + self.lapsed_cnt)


@dataclass(frozen=True, slots=True)
class Remaining:
    """Seats left: for staff (`total`) and for strangers (`online`)."""

    total: int | None
    online: int | None

    def of(self, audience: Audience) -> int | None:
        """Return the seats that audience can still take."""
        return self.online if audience == "online" else self.total


def remaining(seats: Seats, day: Day | None = None) -> Remaining:
    """Return the seats a timeslot can still take: the binding limit wins (domain.md 4.2.2)."""
    limit = day.remaining if day else None
    used = seats.booked_pax_cnt + seats.held_pax_cnt - seats.lapsed_cnt
    total = online = None
    if seats.capacity is not None:
        total = max(0, seats.capacity + seats.overbook_cnt - used)
        online = max(0, seats.capacity - used)
    if seats.online_allotment is not None:
        used_online = (
            seats.online_booked_pax_cnt + seats.online_held_pax_cnt - seats.online_lapsed_cnt
        )
        online = _least(online, max(0, seats.online_allotment - used_online))
    return Remaining(total=_least(total, limit), online=_least(online, limit))


def _least(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


@dataclass(frozen=True, slots=True)
class SmartCutoff:
    """Sell longer once a departure runs anyway (domain.md 4.2.6)."""

    min_booked_pax: int
    cutoff_minutes_if_running: int


def cutoff_at(
    *,
    start_at: datetime,
    cutoff_minutes: int,
    smart: SmartCutoff | None = None,
    booked_pax_cnt: int = 0,
) -> datetime:
    """Return the instant from which nothing is sold; negative minutes lie after the start."""
    normal = start_at - timedelta(minutes=cutoff_minutes)
    if smart is None or booked_pax_cnt < smart.min_booked_pax:
        return normal
    return max(normal, start_at - timedelta(minutes=smart.cutoff_minutes_if_running))


def is_open(
    *, status: str, cutoff_at_online: datetime, cutoff_at_direct: datetime, audience: Audience,
    at: datetime,
) -> bool:  # fmt: skip
    """Return whether a timeslot is on sale to that audience, whatever seats are left."""
    if audience == "online":
        return status == "open" and at < cutoff_at_online
    return status in {"open", "closed_online"} and at < cutoff_at_direct


@dataclass(frozen=True, slots=True)
class Slot:
    """One timeslot of a day, as the day's counters need it."""

    seats: Seats
    status: str
    cutoff_at_online: datetime
    cutoff_at_direct: datetime

    def is_open(self, audience: Audience, at: datetime) -> bool:
        """Return whether it is on sale to that audience."""
        return is_open(
            status=self.status,
            cutoff_at_online=self.cutoff_at_online,
            cutoff_at_direct=self.cutoff_at_direct,
            audience=audience,
            at=at,
        )


@dataclass(frozen=True, slots=True)
class DayCounters:
    """The counters of one experience on one day (domain.md 4.2.4)."""

    total_availability_cnt: int
    online_availability_cnt: int
    open_direct_timeslot_cnt: int
    open_online_timeslot_cnt: int
    pax_cnt: int


def day_counters(
    slots: Sequence[Slot],
    *,
    day: Day,
    min_party: int,
    is_sold_online: bool,
    is_show_full: bool,
    at: datetime,
) -> DayCounters:
    """
    Return the widget's counters of a day.

    `is_sold_online` says that strangers can buy at least one customer type; `is_show_full` also
    counts full timeslots for staff. Calendars of many days use the same rule in SQL; this is the
    form that tests compare it with.
    """
    limit = day.remaining
    direct = [remaining(s.seats).total for s in slots if s.is_open("direct", at)]
    online = [
        remaining(s.seats).online for s in slots if is_sold_online and s.is_open("online", at)
    ]
    is_possible = limit is None or limit > 0
    fits_online = limit is None or limit >= max(1, min_party)
    return DayCounters(
        total_availability_cnt=_sum(direct, limit),
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


@dataclass(frozen=True, slots=True)
class Kind:
    """A customer type of the experience, as the rules of a party need it."""

    id: int
    is_sold_online: bool
    min_qty: int = 0
    max_qty: int | None = None
    accompanied_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """Who wants what: experience customer type id -> how many, and the seats that takes."""

    audience: Audience
    quantities: Mapping[int, int]
    pax_cnt: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A timeslot with what decides whether it can be booked."""

    experience_status: str
    status: str
    day_status: str
    end_at: datetime
    start_at: datetime
    cutoff_at_online: datetime
    cutoff_at_direct: datetime
    is_blacked_out: bool
    min_pax: int
    max_pax: int
    kinds: Mapping[int, Kind]
    remaining: Remaining


def refusal(offer: Offer, ask: Ask, *, at: datetime, is_seats_checked: bool = True) -> str | None:
    """
    Return the first reason against booking, None when nothing speaks against it.

    Without `is_seats_checked` the seats are left to whoever takes them. An empty party asks about
    the timeslot alone. Party rules bind strangers; staff are not held up by them.
    """
    if reason := _closed(offer, ask.audience, at):
        return reason
    if ask.quantities and (reason := _party(offer, ask)):
        return reason
    left = offer.remaining.of(ask.audience)
    smallest = max(1, offer.min_pax) if ask.audience == "online" else 1
    wanted = ask.pax_cnt if ask.quantities else smallest
    if is_seats_checked and left is not None and left < wanted:
        return "sold_out"
    return None


def _closed(offer: Offer, audience: Audience, at: datetime) -> str | None:
    if offer.experience_status not in {"live", "hidden"}:
        return "not_live"
    if "cancelled" in {offer.status, offer.day_status}:
        return "cancelled"
    closed = {"closed", "closed_online"} if audience == "online" else {"closed"}
    if offer.status in closed or offer.day_status == "closed":
        return "closed"
    if at >= offer.start_at and not _sells_later(offer, audience):
        return "past"
    cutoff = offer.cutoff_at_online if audience == "online" else offer.cutoff_at_direct
    if at >= cutoff:
        return "cutoff"
    return "blackout" if offer.is_blacked_out else None


def _sells_later(offer: Offer, audience: Audience) -> bool:
    # A negative cut-off sells into a departure that has begun (domain.md 4.2.6).
    cutoff = offer.cutoff_at_online if audience == "online" else offer.cutoff_at_direct
    return cutoff > offer.start_at


def _party(offer: Offer, ask: Ask) -> str | None:
    wanted = {kind: qty for kind, qty in ask.quantities.items() if qty > 0}
    online = ask.audience == "online"
    for kind_id in wanted:
        kind = offer.kinds.get(kind_id)
        if kind is None or (online and not kind.is_sold_online):
            return "customer_type_unavailable"
    if not wanted:
        return "min_party"
    if not online:
        return None
    for kind_id, qty in wanted.items():
        kind = offer.kinds[kind_id]
        if qty < kind.min_qty or (kind.max_qty is not None and qty > kind.max_qty):
            return "composition"
        if kind.accompanied_by and not set(kind.accompanied_by) & set(wanted):
            return "composition"
    if ask.pax_cnt < offer.min_pax:
        return "min_party"
    return "max_party" if ask.pax_cnt > offer.max_pax else None
