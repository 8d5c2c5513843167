"""The "from" prices of a calendar's departures as JSON, each computed as seldom as possible."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

import orjson

from outfitter_tenants.calendar.queries import Shelf
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.pricing.cheapest import Asker, Cheapest, DayKind, SeasonDays
from outfitter_tenants.pricing.display import AllIn

_MOMENT: Final = 1e-6
# Nothing is kept for longer, so what changes later need not be known.
_SOON: Final = 60.0


@dataclass(frozen=True, slots=True)
class Asking:
    """How it would be sold, for whom, on which local day; `first` is the calendar's first day."""

    method: str
    reseller_id: int | None
    booked_on: date
    first: date
    at: datetime


class Prices:
    """
    The prices of one calendar, each as what follows the number of a departure in its JSON.

    `ends` is what follows the price, by experience.
    """

    def __init__(
        self,
        *,
        rows: Sequence[ExperienceRow],
        shelf: Shelf,
        asking: Asking,
        ends: Mapping[int, str],
    ) -> None:
        self._asking = asking
        self._ends = ends
        # Rules with prices of their own.
        self.rule_prices = {int(pk): prices for pk, prices in shelf.rule_prices.items()}
        asker = Asker(asking.method, asking.booked_on, asking.reseller_id)
        self.is_dated = any(
            sheet.valid_from or sheet.valid_to
            for sheets in shelf.sheets.values()
            for sheet in sheets
        )
        seasons = SeasonDays()
        self._cheapest = {
            row.id: Cheapest(
                tickets=[kind for kind in row.online_types if not kind.is_exclude_from_min_price],
                sheets=shelf.sheets.get(row.id, ()),
                asker=asker,
                display=_AllIn(shelf, row.id, asking.method) if shelf.rules.is_all_in else None,
                seasons=seasons,
            )
            for row in rows
        }
        self._leads = {pk: sorted(one.leads) for pk, one in self._cheapest.items()}
        self.looks_at_seats = any(one.looks_at_seats for one in self._cheapest.values())
        # Experiences where it matters how early one books.
        self.led_ids = frozenset(pk for pk, leads in self._leads.items() if leads)
        self.until = math.inf
        self._now = asking.at.timestamp()

    def day_kind(self, day: int, experience_id: int) -> DayKind:
        """Return what a day of an experience has in common; its texts fill as they are asked."""
        when = self._asking.first + timedelta(days=day)
        return self._cheapest[experience_id].kind_of(when)

    def plain(self, kind: DayKind, experience_id: int, start: str) -> str | None:
        """Return the text of a start, None where it depends on the single departure."""
        found = kind.at(start)
        text = None
        if not found.moving:
            price = self._cheapest[experience_id].price(found)
            text = self._text(experience_id, start, price)
        kind.texts[start] = text
        return text

    def special(
        self, kind: DayKind, experience_id: int, start: str, override: str | None,
        rule_id: int | None = None, remaining: int | None = None,
        start_at: float | None = None,
    ) -> str:  # fmt: skip
        """Return the text of a departure (see `DepartureRow`) with its own prices or bounds."""
        found, lead = kind.at(start), 0
        if start_at is not None:
            seconds = start_at - self._now
            lead = max(0, int(seconds // 60))
            self._look_ahead(experience_id, start_at, seconds)
        met = found.met(remaining, lead)
        ruled = self.rule_prices.get(rule_id) if rule_id is not None else None
        key = (start, met, override, rule_id if ruled else None)
        text = kind.texts.get(key)
        if text is None:
            price = self._cheapest[experience_id].price(
                found, met=met, override=_merged(ruled, override)
            )
            text = kind.texts[key] = self._text(experience_id, start, price)
        return text

    def _text(self, experience_id: int, start: str, price: int | None) -> str:
        shown = "null" if price is None else price
        return f',"start_time":"{start[:5]}","min_price":{shown}{self._ends[experience_id]}'

    def _look_ahead(self, experience_id: int, start_at: float, seconds: float) -> None:
        for lead in self._leads[experience_id]:
            if 0 <= seconds - lead * 60 <= _SOON:
                # A lead time is met up to and including its last minute: a moment later it is not.
                self.until = min(self.until, start_at - lead * 60 + _MOMENT)


def _merged(ruled: Mapping[str, int] | None, own: str | None) -> Mapping[str, int] | None:
    if ruled is None and own is None:
        return None
    said: Mapping[str, int] = orjson.loads(own) if own is not None else {}
    return {**(ruled or {}), **(said or {})}


class _AllIn:
    """What shows the prices of an experience with everything they bring along."""

    def __init__(self, shelf: Shelf, experience_id: int, method: str) -> None:
        self._shown = AllIn(rules=shelf.rules, method=method)
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
