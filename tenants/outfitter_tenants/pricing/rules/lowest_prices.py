"""
The "from" prices of a month of departures under rate sheets (domain.md 4.2.4, 4.5). Pure.

The same rules as `rate_sheets.rated`, laid out for thousands of departures. Days on which the same
sheets, seasons and charges are in force are one kind of day; on each a price is computed once for
a start, for what its departure overrides, and for which bounds on seats and lead time are met.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from typing import Protocol

from outfitter_tenants.catalog.rules.list_prices import list_price
from outfitter_tenants.pricing.rules.rate_sheets import RateSheet, Season, changed, has_weekday, in_order

Override = Mapping[str, int] | None


class Ticket(Protocol):
    """A customer type that counts for the "from" price."""

    @property
    def id(self) -> int: ...
    @property
    def base_price(self) -> int: ...
    @property
    def pax_per_booking(self) -> int: ...
    def pax_of(self, qty: int) -> int: ...


class Display(Protocol):
    """How prices show; days with the same `force` show them alike."""

    def force(self, day: date) -> tuple[bool, ...]: ...
    def show(self, price: int, pax: int, day: date) -> int: ...


@dataclass(frozen=True, slots=True)
class PriceAudience:
    """Who is shown the prices: how it would be sold, for whom, on which local day of booking."""

    method: str
    booked_on: date
    reseller_id: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """The sheets over departures of one time on one kind of day; `moving` look at seats or lead."""

    kind: "DayKind"
    sheets: tuple[RateSheet, ...]
    moving: tuple[RateSheet, ...]

    def met(self, remaining: int | None, advance_minutes: int) -> tuple[bool, ...]:
        """Return which of the moving ones a departure meets."""
        return tuple(
            [sheet.has_room(remaining=remaining, advance_minutes=advance_minutes) for sheet in self.moving]
        )


@dataclass(slots=True)
class DayKind:
    """
    What days have in common that differ in no price; `texts` is for whoever writes them.

    `is_timed`: some of its sheets are for certain times of a day.
    """

    day: date
    force: tuple[bool, ...]
    sheets: tuple[RateSheet, ...]
    is_timed: bool = True
    starts: dict[str, Start] = field(default_factory=dict)
    texts: dict[object, str | None] = field(default_factory=dict)

    def at(self, start: str) -> Start:
        """Return what is in force for departures at that local time, "HH:MM:SS"."""
        key = start if self.is_timed else ""
        found = self.starts.get(key)
        if found is None:
            when = time.fromisoformat(start)
            sheets = tuple(sheet for sheet in self.sheets if sheet.is_on(self.day, when))
            moving = tuple(sheet for sheet in sheets if sheet.looks_at_room)
            found = self.starts[key] = Start(self, sheets, moving)
        return found


class SeasonDays:
    """Which seasons cover which days: asked once, however many experiences have them."""

    def __init__(self) -> None:
        self._seasons: dict[int, Season] = {}
        self._masks: set[int] = set()
        self._found: dict[tuple[int, date], bool] = {}
        self._signatures: dict[date, tuple[bool, ...]] = {}

    def know(self, sheets: Sequence[RateSheet]) -> None:
        """Take up the seasons and weekdays of some sheets, before days are asked for."""
        for sheet in sheets:
            self._seasons |= {id(season): season for season in sheet.seasons}
            if sheet.weekdays is not None:
                self._masks.add(sheet.weekdays)
        self._signatures.clear()

    def signature(self, day: date) -> tuple[bool, ...]:
        """Return the same for days that are in the same of the known seasons and weekdays."""
        found = self._signatures.get(day)
        if found is None:
            found = self._signatures[day] = (
                *(self._covers(season, day) for season in self._seasons.values()),
                *(has_weekday(mask, day) for mask in self._masks),
            )
        return found

    def cover(self, sheet: RateSheet, day: date) -> tuple[bool, ...] | None:
        """Return which of a sheet's seasons cover a day; None when it covers nothing then."""
        if sheet.weekdays is not None and not has_weekday(sheet.weekdays, day):
            return None
        covered = tuple([self._covers(season, day) for season in sheet.seasons])
        return covered if not covered or any(covered) else None

    def _covers(self, season: Season, day: date) -> bool:
        key = (id(season), day)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = season.covers(day)
        return found


class Cheapest:
    """
    The cheapest single ticket of one experience, by departure.

    Whatever was computed once is kept, and may be asked for by several threads.
    """

    def __init__(
        self,
        *,
        tickets: Sequence[Ticket],
        sheets: Iterable[RateSheet],
        audience: PriceAudience,
        display: Display | None = None,
        seasons: "SeasonDays | None" = None,
    ) -> None:
        named = {ticket.id for ticket in tickets}
        self._tickets = tickets
        self._display = display
        self._seasons = seasons or SeasonDays()
        self._sheets = [
            sheet
            for sheet in in_order(sheets)
            if sheet.is_for(
                method=audience.method, reseller_id=audience.reseller_id, booked_on=audience.booked_on
            )
            and named & sheet.prices.keys()
        ]
        self._seasons.know(self._sheets)
        self._kinds: dict[object, DayKind] = {}
        self._by_signature: dict[object, DayKind] = {}
        self._by_day: dict[date, DayKind] = {}
        self._prices: dict[object, int | None] = {}

    @property
    def looks_at_seats(self) -> bool:
        """Return whether any sheet asks for the seats left."""
        return any(sheet.looks_at_seats for sheet in self._sheets)

    @property
    def leads(self) -> frozenset[int]:
        """Return the minutes before a start after which a price may change."""
        return frozenset(
            minutes
            for sheet in self._sheets
            # An upper bound still holds in its own minute.
            for minutes in (
                sheet.advance_min_minutes,
                None if sheet.advance_max_minutes is None else sheet.advance_max_minutes + 1,
            )
            if minutes is not None
        )

    def kind_of(self, day: date) -> DayKind:
        """Return what a local day has in common with others."""
        found = self._by_day.get(day)
        if found is None:
            found = self._by_day[day] = self._kind_of(day)
        return found

    def _kind_of(self, day: date) -> DayKind:
        force = () if self._display is None else self._display.force(day)
        signature = (self._seasons.signature(day), force)
        known = self._by_signature.get(signature)
        if known is None:
            known = self._by_signature[signature] = self._kind(day, force)
        return known

    def _kind(self, day: date, force: tuple[bool, ...]) -> DayKind:
        found = [(sheet, self._seasons.cover(sheet, day)) for sheet in self._sheets]
        sheets = tuple(sheet for sheet, covered in found if covered is not None)
        seasons = tuple(covered for _, covered in found if covered is not None)
        key = (tuple(sheet.id for sheet in sheets), seasons, force)
        is_timed = any(sheet.is_timed for sheet in sheets)
        return self._kinds.setdefault(key, DayKind(day, force, sheets, is_timed))

    def price(self, start: Start, *, met: Sequence[bool] = (), override: Override = None) -> int | None:
        """
        Return the cheapest ticket in minor units, None when nobody can buy one.

        `met` says which of the sheets that look at seats or lead time apply.
        """
        left_out = {one.id for one, is_met in zip(start.moving, met, strict=True) if not is_met}
        sheets = [sheet for sheet in start.sheets if sheet.id not in left_out]
        if override is not None:
            return self._price(start.kind.day, sheets, override)
        key = (start.kind.force, tuple(sheet.id for sheet in sheets))
        if key not in self._prices:
            self._prices[key] = self._price(start.kind.day, sheets, None)
        return self._prices[key]

    def _price(self, day: date, sheets: Sequence[RateSheet], override: Override) -> int | None:
        return min(
            (self._shown(ticket, _amount(ticket, sheets, override), day) for ticket in self._tickets),
            default=None,
        )

    def _shown(self, ticket: Ticket, amount: int, day: date) -> int:
        if self._display is None:
            return amount
        return self._display.show(amount, ticket.pax_per_booking, day)


def _amount(ticket: Ticket, sheets: Sequence[RateSheet], override: Override) -> int:
    amount = list_price(customer_type=ticket, price_override=override)[0]
    # One ticket is the whole party, so whose guests count makes no difference.
    pax = ticket.pax_of(1)
    for sheet in sheets:
        if ticket.id in sheet.prices and _has_size(sheet, pax):
            return changed(sheet, ticket.id, amount)
    return amount


def _has_size(sheet: RateSheet, pax: int) -> bool:
    least, most = sheet.pax_min, sheet.pax_max
    return (least is None or pax >= least) and (most is None or pax <= most)
