"""Which rate sheet sets a ticket's price, and what it makes of the list price. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, Final, Literal, Protocol

from outfitter.kit.money import mul_ppm

Mode = Literal["absolute", "add", "percent"]
_LONGEST: Final = 100_000  # days; a sheet without dates spans them all


class Season(Protocol):
    """Days of the year, as the catalogue keeps them; ranges hold both ends."""

    @property
    def ranges(self) -> tuple[tuple[date, date], ...]: ...
    @property
    def is_timed(self) -> bool: ...
    def covers(self, day: date, at: time | None = None) -> bool: ...


@dataclass(frozen=True, slots=True)
class Sale:
    """
    What a rate sheet may look at when one ticket is priced.

    `remaining` are the seats left before this purchase (null: no limit), `advance_minutes` the
    time until the start, `booked_on` the local day of booking, `qty_by_type` the party by
    experience customer type, `pax_by_type` its seats.
    """

    method: str
    reseller_id: int | None
    day: date
    start: time
    remaining: int | None
    advance_minutes: int
    booked_on: date
    pax_by_type: Mapping[int, int] = field(default_factory=dict)
    # What share of the price a partner pays who is sold to at wholesale (domain.md 4.17).
    wholesale_ppm: int | None = None

    @property
    def pax_cnt(self) -> int:
        """Return the seats of the whole party."""
        return sum(self.pax_by_type.values())


@dataclass(frozen=True, slots=True)
class RateSheet:
    """A live rate sheet as the matching reads it; `prices` is by experience customer type."""

    id: int
    prices: Mapping[int, tuple[Mode, int]]
    priority: int = 0
    channels: frozenset[str] = frozenset()
    reseller_ids: frozenset[int] = frozenset()
    seasons: tuple[Season, ...] = ()
    weekdays: int | None = None
    time_from: time | None = None
    time_to: time | None = None
    pax_min: int | None = None
    pax_max: int | None = None
    is_same_type_only: bool = False
    remaining_min: int | None = None
    remaining_max: int | None = None
    advance_min_minutes: int | None = None
    advance_max_minutes: int | None = None
    valid_from: date | None = None
    valid_to: date | None = None

    def is_for(self, *, method: str, reseller_id: int | None, booked_on: date) -> bool:
        """Return whether it may apply at all to who is buying, how and today."""
        return (
            (not self.channels or method in self.channels)
            and (not self.reseller_ids or reseller_id in self.reseller_ids)
            and _is_between(booked_on, self.valid_from, self.valid_to)
        )

    def is_on(self, day: date, start: time) -> bool:
        """Return whether it covers departures of that local day and time."""
        return (
            (not self.seasons or any(season.covers(day, start) for season in self.seasons))
            and (self.weekdays is None or has_weekday(self.weekdays, day))
            and _is_between(start, self.time_from, self.time_to)
        )

    def is_met(self, *, pax: int, remaining: int | None, advance_minutes: int) -> bool:
        """Return whether party, seats left and lead time are within its bounds."""
        return _is_between(pax, self.pax_min, self.pax_max) and self.has_room(
            remaining=remaining, advance_minutes=advance_minutes
        )

    @property
    def is_timed(self) -> bool:
        """Return whether it is for certain times of a day."""
        return (self.time_from, self.time_to) != (None, None) or any(
            season.is_timed for season in self.seasons
        )

    @property
    def looks_at_room(self) -> bool:
        """Return whether it asks for seats left or lead time at all."""
        return self._room != (None, None, None, None)

    @property
    def looks_at_seats(self) -> bool:
        """Return whether it asks for the seats left."""
        return (self.remaining_min, self.remaining_max) != (None, None)

    def has_room(self, *, remaining: int | None, advance_minutes: int) -> bool:
        """Return whether seats left and lead time are within its bounds."""
        if not _is_between(advance_minutes, self.advance_min_minutes, self.advance_max_minutes):
            return False
        if self.remaining_min is None and self.remaining_max is None:
            return True
        if remaining is None:
            # What has no limit has more left than any bound names.
            return self.remaining_max is None
        return _is_between(remaining, self.remaining_min, self.remaining_max)

    @property
    def _room(self) -> tuple[int | None, ...]:
        return (self.remaining_min, self.remaining_max, self.advance_min_minutes, self.advance_max_minutes)

    @property
    def rank(self) -> tuple[bool, bool, int, int, int, int]:
        """
        Return what decides between two that match; the greater wins (domain.md 4.5).

        For a reseller, for a method, priority, number of criteria, narrowest dates, newest.
        """
        return (
            bool(self.reseller_ids),
            bool(self.channels),
            self.priority,
            self._criteria,
            -self._days,
            self.id,
        )

    @property
    def _criteria(self) -> int:
        pairs = (
            (self.time_from, self.time_to),
            (self.pax_min, self.pax_max),
            (self.remaining_min, self.remaining_max),
            (self.advance_min_minutes, self.advance_max_minutes),
            (self.valid_from, self.valid_to),
        )
        said = sum(1 for pair in pairs if pair != (None, None))
        lists = (self.channels, self.reseller_ids, self.seasons)
        return said + sum(1 for one in lists if one) + (self.weekdays is not None)

    @property
    def _days(self) -> int:
        spans = (sum((last - first).days + 1 for first, last in season.ranges) for season in self.seasons)
        return min(spans, default=_LONGEST)


@dataclass(frozen=True, slots=True)
class RatedPrice:
    """A price in minor units and the rate sheet that made it; None when it is the list price."""

    amount: int
    rate_sheet_id: int | None


def rated(*, sheets: Iterable[RateSheet], sale: Sale, kind_id: int, amount: int) -> RatedPrice:
    """
    Return the price of one ticket of `amount` (list price) under the one sheet that applies.

    Exactly one sheet applies to a ticket; sheets do not compound (domain.md 4.5).
    """
    found = [sheet for sheet in sheets if _matches(sheet, sale, kind_id)]
    if not found:
        return RatedPrice(amount, None)
    best = max(found, key=lambda sheet: sheet.rank)
    return RatedPrice(changed(best, kind_id, amount), best.id)


def changed(sheet: RateSheet, kind_id: int, amount: int) -> int:
    """Return what a sheet makes of a list price, never less than nothing."""
    mode, value = sheet.prices[kind_id]
    if mode == "absolute":
        return max(0, value)
    if mode == "add":
        return max(0, amount + value)
    # Rounded as an amount taken off or put on: half away from zero either way.
    share = mul_ppm(amount, abs(value))
    return max(0, amount + (share if value >= 0 else -share))


def in_order(sheets: Iterable[RateSheet]) -> Sequence[RateSheet]:
    """Return sheets so that the first that matches is the one that applies."""
    return sorted(sheets, key=lambda sheet: sheet.rank, reverse=True)


def has_weekday(mask: int, day: date) -> bool:
    """Return whether a weekday mask (bit 0 is Sunday) holds that day."""
    return bool(mask >> (day.isoweekday() % 7) & 1)


def _matches(sheet: RateSheet, sale: Sale, kind_id: int) -> bool:
    if kind_id not in sheet.prices:
        return False
    pax = sale.pax_by_type.get(kind_id, 0) if sheet.is_same_type_only else sale.pax_cnt
    return (
        sheet.is_for(method=sale.method, reseller_id=sale.reseller_id, booked_on=sale.booked_on)
        and sheet.is_on(sale.day, sale.start)
        and sheet.is_met(pax=pax, remaining=sale.remaining, advance_minutes=sale.advance_minutes)
    )


def _is_between(value: Any, least: Any, most: Any) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)
