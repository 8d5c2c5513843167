"""The "from" prices of a calendar's departures as JSON, each computed as seldom as possible."""

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

import orjson

from outfitter_tenants.calendar.queries import CatalogSnapshot, Departures, PricedTimeslot
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.pricing.rules.lowest_prices import Cheapest, DayKind, PriceAudience, SeasonDays
from outfitter_tenants.pricing.rules.ticket_display import AllIn

_MOMENT: Final = 1e-6
# Nothing is kept for longer, so what changes later need not be known.
_SOON: Final = 60.0


_WRITTEN: Final = ',"timeslots":[%s]'
# Ways to write a day of departures, a few kilobytes each; then all are made anew.
_MOST_PATTERNS: Final = 4096


@dataclass(frozen=True, slots=True)
class PriceQuery:
    """How it would be sold, for whom, on which local day."""

    method: str
    reseller_id: int | None
    booked_on: date


class PriceBook:
    """
    What the prices of one shelf are made of, and all that was computed of them so far.

    None of it changes with a sale or within a day, so the next calendars of the same shelf go on
    with it, in whatever thread. `ends` is what follows a price, by experience.
    """

    def __init__(
        self,
        *,
        rows: Sequence[ExperienceRow],
        shelf: CatalogSnapshot,
        asking: PriceQuery,
        ends: Mapping[int, str],
    ) -> None:
        self.ends = ends
        # Rules with prices of their own.
        self.rule_prices = {int(pk): prices for pk, prices in shelf.rule_prices.items()}
        audience = PriceAudience(asking.method, asking.booked_on, asking.reseller_id)
        self.is_dated = any(
            sheet.valid_from or sheet.valid_to for sheets in shelf.sheets.values() for sheet in sheets
        )
        seasons = SeasonDays()
        self.cheapest = {
            row.id: Cheapest(
                tickets=[kind for kind in row.online_types if not kind.is_exclude_from_min_price],
                sheets=shelf.sheets.get(row.id, ()),
                audience=audience,
                display=_AllIn(shelf, row.id, asking) if shelf.rules.is_all_in else None,
                seasons=seasons,
            )
            for row in rows
        }
        self.leads = {pk: sorted(one.leads) for pk, one in self.cheapest.items()}
        self.patterns: dict[tuple[int, str | None, int | None], _Pattern] = {}

    def keep(self, key: tuple[int, str | None, int | None], pattern: "_Pattern") -> "_Pattern":
        """Remember how a day of departures is written."""
        if len(self.patterns) >= _MOST_PATTERNS:
            self.patterns.clear()
        self.patterns[key] = pattern
        return pattern

    @property
    def asked(self) -> PricedTimeslot:
        """Return what of departures these prices look at; the rest need not be read."""
        return PricedTimeslot(
            has_rules=bool(self.rule_prices),
            has_seats=any(one.looks_at_seats for one in self.cheapest.values()),
            # Experiences where it matters how early one books.
            led_ids=frozenset(pk for pk, leads in self.leads.items() if leads),
        )


class Prices:
    """
    The departures of one calendar as JSON, with their prices.

    Days with the same starts under the same sheets are written from one pattern. `until` is when a
    price that was written changes by itself, in POSIX seconds.
    """

    def __init__(self, book: PriceBook, *, first: date, last: date, at: datetime) -> None:
        self._book = book
        self._days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
        self._now = at.timestamp()
        self.until = math.inf

    def written(self, day: int, experience_id: int, found: Departures) -> str:
        """Return the `timeslots` of an entry on a day, counted from the first one, by start."""
        ids, starts, overrides, rule_ids, _, instants = found
        if ids is None or starts is None:
            return _WRITTEN % ""
        book = self._book
        kind = book.cheapest[experience_id].kind_of(self._days[day])
        if overrides is None and (rule_ids is None or not self._is_ruled(rule_ids)):
            sides = self._sides(experience_id, instants) if book.leads[experience_id] else 0
            key = (id(kind), starts, sides)
            pattern = book.patterns.get(key)
            if pattern is None:
                pattern = book.keep(key, self._pattern(kind, experience_id, found, sides))
            if pattern.text is not None:
                numbers = ids.split(",")
                if pattern.order is not None:
                    numbers = [numbers[n] for n in pattern.order]
                return pattern.text % tuple(numbers)
        return _WRITTEN % self._one_by_one(kind, experience_id, found)

    def _is_ruled(self, rule_ids: Sequence[int | None]) -> bool:
        return any(rule_id in self._book.rule_prices for rule_id in rule_ids if rule_id is not None)

    def _sides(self, experience_id: int, instants: Sequence[float] | None) -> int | None:
        """
        Return how many lead times all of a day's departures have before them.

        None when they lie on both sides of one, or that close to one that it passes soon.
        """
        leads = self._book.leads[experience_id]
        if not instants:
            return 0
        least, most = min(instants) - self._now, max(instants) - self._now
        place = bisect_right(leads, most / 60)
        is_apart = place == 0 or leads[place - 1] * 60 < least - _SOON
        return place if is_apart else None

    def _pattern(self, kind: DayKind, experience_id: int, found: Departures, sides: int | None) -> "_Pattern":
        starts = (found.starts or "").split(",")
        order = sorted(range(len(starts)), key=starts.__getitem__)
        if order != list(range(len(starts))):
            # The database gave them as they lie there: the same as those in order.
            ordered = found._replace(starts=",".join(starts[n] for n in order))
            return _Pattern(self._pattern(kind, experience_id, ordered, sides).text, order)
        at = [kind.at(start) for start in starts]
        is_single = (
            sides is None
            or len(set(starts)) < len(starts)
            or any(sheet.looks_at_seats for one in at for sheet in one.moving)
        )
        if is_single:
            return _Pattern(None)
        lead = self._lead(found.instants[0]) if found.instants else 0
        cheapest = self._book.cheapest[experience_id]
        # On most days one price holds for every start.
        prices = {
            id(one): cheapest.price(one, met=one.met(None, lead)) for one in (at if kind.is_timed else at[:1])
        }
        parts = [
            self._text(experience_id, start, prices[id(one)]) for start, one in zip(starts, at, strict=True)
        ]
        return _Pattern(_WRITTEN % ",".join(f'{{"id":%s{part}' for part in parts))

    def _one_by_one(self, kind: DayKind, experience_id: int, found: Departures) -> str:
        ids, starts = (found.ids or "").split(","), (found.starts or "").split(",")
        order = sorted(range(len(ids)), key=lambda place: (starts[place], int(ids[place])))
        overrides, rules = found.overrides, found.rule_ids
        lefts, instants = found.lefts, found.instants
        return ",".join(
            f'{{"id":{ids[n]}'
            + self._special(
                kind,
                experience_id,
                starts[n],
                overrides[n] if overrides else None,
                rules[n] if rules else None,
                lefts[n] if lefts else None,
                instants[n] if instants else None,
            )
            for n in order
        )

    def _special(
        self,
        kind: DayKind,
        experience_id: int,
        start: str,
        override: str | None,
        rule_id: int | None,
        remaining: int | None,
        start_at: float | None,
    ) -> str:
        """Return the text of a departure with its own prices or bounds."""
        found, lead = kind.at(start), 0
        if start_at is not None:
            lead = self._lead(start_at)
            self._look_ahead(experience_id, start_at)
        met = found.met(remaining, lead)
        ruled = self._book.rule_prices.get(rule_id) if rule_id is not None else None
        key = (start, met, override, rule_id if ruled else None)
        text = kind.texts.get(key)
        if text is None:
            price = self._book.cheapest[experience_id].price(
                found, met=met, override=_merged(ruled, override)
            )
            text = kind.texts[key] = self._text(experience_id, start, price)
        return text

    def _lead(self, start_at: float) -> int:
        return max(0, int((start_at - self._now) // 60))

    def _text(self, experience_id: int, start: str, price: int | None) -> str:
        shown = "null" if price is None else price
        return f',"start_time":"{start[:5]}","min_price":{shown}{self._book.ends[experience_id]}'

    def _look_ahead(self, experience_id: int, start_at: float) -> None:
        seconds = start_at - self._now
        for lead in self._book.leads[experience_id]:
            if 0 <= seconds - lead * 60 <= _SOON:
                # A lead time is met up to and including its last minute: a moment later it is not.
                self.until = min(self.until, start_at - lead * 60 + _MOMENT)


def _merged(ruled: Mapping[str, int] | None, own: str | None) -> Mapping[str, int] | None:
    if ruled is None and own is None:
        return None
    said: Mapping[str, int] = orjson.loads(own) if own is not None else {}
    return {**(ruled or {}), **(said or {})}


@dataclass(frozen=True, slots=True)
class _Pattern:
    """
    A day of departures as JSON with places for their numbers, by start.

    `order` says where each is found; null: as they come. No text: the single departure decides.
    """

    text: str | None
    order: Sequence[int] | None = None


class _AllIn:
    """What shows the prices of an experience with everything they bring along."""

    def __init__(self, shelf: CatalogSnapshot, experience_id: int, asking: PriceQuery) -> None:
        self._shown = AllIn(rules=shelf.rules, method=asking.method, reseller_id=asking.reseller_id)
        self._experience_id = experience_id
        self._dated = [one for one in shelf.rules.charges if one.valid_from or one.valid_to]
        self._found: dict[tuple[Any, ...], int] = {}

    def force(self, day: date) -> tuple[bool, ...]:
        """Return which charges with dates are in force: of a day nothing else matters."""
        return tuple(
            (charge.valid_from is None or charge.valid_from <= day)
            and (charge.valid_to is None or day <= charge.valid_to)
            for charge in self._dated
        )

    def show(self, price: int, pax: int, day: date) -> int:
        """Return what a ticket of so many minor units for so many guests shows."""
        key = (price, pax, self.force(day))
        if key not in self._found:
            self._found[key] = self._shown.ticket(
                experience_id=self._experience_id, price=price, pax=pax, day=day
            ).amount
        return self._found[key]
