"""What units cost on departures through a channel: as a sale would price them. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

import orjson

from outfitter.kit.money import mul_ppm
from outfitter.plugins.channels.catalog_types import Discount, Price, Tier
from outfitter_tenants.catalog.queries import CustomerTypeRow
from outfitter_tenants.pricing.rules.quote import UnitPrice, unit_price
from outfitter_tenants.pricing.rules.rate_sheets import RateSheet, Sale, in_order
from outfitter_tenants.pricing.rules.ticket_display import AllIn
from outfitter_tenants.pricing.rules.trip_price import Rules
from outfitter_tenants.resellers.rules.commission import Rate
from outfitter_tenants.scheduling.queries import DepartureRow

_NO_PRICES: Final[Mapping[str, int]] = {}


@dataclass(frozen=True, slots=True)
class ChannelPriceTerms:
    """On which terms a channel sells an experience: its partner's share, or wholesale."""

    reseller_id: int
    method: str
    rate: Rate
    wholesale_ppm: int | None
    booked_on: date
    currency: str


@dataclass(frozen=True, slots=True)
class PricedUnit:
    """What one unit costs, and for parties of other sizes where that makes a difference."""

    price: Price
    tiers: tuple[Tier, ...] = ()


class Pricer:
    """
    The prices of one experience, each computed once for all departures that share them.

    `rule_prices` are what availability rules ask for: rule id -> {customer type as text: minor
    units}; a departure's own beat them.
    """

    def __init__(
        self,
        *,
        experience_id: int,
        kinds: Sequence[CustomerTypeRow],
        sheets: Sequence[RateSheet],
        rules: Rules,
        rule_prices: Mapping[int, Mapping[str, int]],
        terms: ChannelPriceTerms,
    ) -> None:
        self._experience_id, self._terms = experience_id, terms
        self._kinds = {kind.id: kind for kind in kinds}
        self._rule_prices = rule_prices
        self._sheets = [
            one
            for one in in_order(sheets)
            if one.is_for(method=terms.method, reseller_id=terms.reseller_id, booked_on=terms.booked_on)
        ]
        self._all_in = AllIn(
            rules=replace(rules, is_all_in=True), method=terms.method, reseller_id=terms.reseller_id
        )
        self._dated = [one for one in rules.charges if one.valid_from or one.valid_to]
        self._on: dict[tuple[date, Any], tuple[RateSheet, ...]] = {}
        self._known: dict[tuple[Any, ...], Mapping[int, PricedUnit]] = {}
        self._shown: dict[tuple[Any, ...], int] = {}

    @property
    def is_net_agreed(self) -> bool:
        """Tell whether what the partner keeps is no share of the price: a net rate, or an amount a guest."""
        terms = self._terms
        return terms.wholesale_ppm is not None or terms.rate.amount_per_guest is not None

    @property
    def terms(self) -> ChannelPriceTerms:
        """Return on which terms the channel sells."""
        return self._terms

    def prices(
        self, row: DepartureRow, *, at: datetime, party: Mapping[int, int] | None = None
    ) -> Mapping[int, PricedUnit]:
        """
        Return what one unit of each kind costs on a departure: customer type -> price.

        `party` is who travels together (customer type -> how many); without it each by itself.
        """
        sheets = self._sheets_on(row)
        lead = max(0, int((row.start_at - at).total_seconds() // 60))
        met = tuple(
            sheet.has_room(remaining=row.left_for_price, advance_minutes=lead)
            for sheet in sheets
            if sheet.looks_at_room
        )
        ruled = row.rule_id if row.rule_id in self._rule_prices else None
        key = (
            tuple(sheet.id for sheet in sheets),
            met,
            row.override,
            ruled,
            self._force(row.date),
            tuple(sorted(party.items())) if party else None,
        )
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._priced(row, sheets, lead, party)
        return found

    def bare(self, row: DepartureRow, *, at: datetime, party: Mapping[int, int]) -> dict[int, int]:
        """Return what one ticket of each kind of a party costs before taxes and fees, in minor units."""
        lead = max(0, int((row.start_at - at).total_seconds() // 60))
        sheets, override = self._sheets_on(row), self._override(row)
        kinds = [self._kinds[kind] for kind, qty in party.items() if qty and kind in self._kinds]
        pax = {kind.id: kind.pax_of(party[kind.id]) for kind in kinds}
        return {kind.id: self._found(row, kind, sheets, lead, pax, override).amount for kind in kinds}

    def reduced(
        self, before: Price, kind_id: int, day: date, *, bare: int, off: int, is_theirs: bool
    ) -> Price:
        """
        Return the price of a ticket of `bare` minor units that `off` is taken from.

        With `is_theirs` the partner gives it: off what they earn, and not off what they earn it on.
        """
        kind = self._kinds[kind_id]
        less = self._whole(bare, kind, day) - self._whole(bare - off, kind, day)
        if self._terms.wholesale_ppm is not None:
            net = (before.net or 0) - less
        else:
            earned = self._earned(bare, kind) - off if is_theirs else self._earned(bare - off, kind)
            net = before.retail - less - max(0, earned)
        net = max(0, net)
        discount = Discount(off, max(0, (before.net or 0) - net))
        return replace(before, retail=before.retail - less, net=net, discount=discount)

    def listed(self, kind_id: int) -> Price | None:
        """Return the list price of a unit, on no departure at all; None when it is not sold."""
        kind = self._kinds.get(kind_id)
        if kind is None:
            return None
        asked = self._whole(kind.base_price, kind, self._terms.booked_on)
        net = max(0, asked - self._earned(kind.base_price, kind))
        if self._terms.wholesale_ppm is not None:
            net = mul_ppm(asked, self._terms.wholesale_ppm)
        return Price(asked, asked, net, self._terms.currency)

    def _sheets_on(self, row: DepartureRow) -> tuple[RateSheet, ...]:
        if not self._sheets:
            return ()
        key = (row.date, row.start_time)
        found = self._on.get(key)
        if found is None:
            found = self._on[key] = tuple(one for one in self._sheets if one.is_on(*key))
        return found

    def _force(self, day: date) -> tuple[bool, ...]:
        return tuple(
            (one.valid_from is None or one.valid_from <= day)
            and (one.valid_to is None or day <= one.valid_to)
            for one in self._dated
        )

    def _priced(
        self, row: DepartureRow, sheets: Sequence[RateSheet], lead: int, party: Mapping[int, int] | None
    ) -> Mapping[int, PricedUnit]:
        override = self._override(row)
        pax = {
            kind: self._kinds[kind].pax_of(qty)
            for kind, qty in (party or {}).items()
            if kind in self._kinds and qty
        }
        made: dict[int, PricedUnit] = {}
        for kind_id, kind in self._kinds.items():
            alone = {kind_id: kind.pax_of(1)}
            price = self._price(row, kind, sheets, lead, pax or alone, override)
            tiers = () if party else self._tiers(row, kind, sheets, lead, override)
            made[kind_id] = PricedUnit(price, tiers)
        return made

    def _tiers(
        self,
        row: DepartureRow,
        kind: CustomerTypeRow,
        sheets: Sequence[RateSheet],
        lead: int,
        override: Mapping[str, int] | None,
    ) -> tuple[Tier, ...]:
        cuts = {1}
        for sheet in sheets:
            if kind.id in sheet.prices:
                cuts |= {sheet.pax_min or 1, (sheet.pax_max or 0) + 1}
        if len(cuts) == 1:
            return ()
        firsts = sorted(cuts)
        lasts = [one - 1 for one in firsts[1:]] + [None]
        return tuple(
            Tier(first, last, self._price(row, kind, sheets, lead, {kind.id: first}, override))
            for first, last in zip(firsts, lasts, strict=True)
        )

    def _price(
        self,
        row: DepartureRow,
        kind: CustomerTypeRow,
        sheets: Sequence[RateSheet],
        lead: int,
        pax: Mapping[int, int],
        override: Mapping[str, int] | None,
    ) -> Price:
        terms = self._terms
        found = self._found(row, kind, sheets, lead, pax, override)
        asked = self._whole(found.amount, kind, row.date)
        listed = self._whole(found.list_amount, kind, row.date)
        if terms.wholesale_ppm is not None:
            return Price(max(listed, asked), max(listed, asked), asked, terms.currency)
        earned = self._earned(found.amount, kind)
        return Price(asked, max(listed, asked), max(0, asked - earned), terms.currency)

    def _found(
        self,
        row: DepartureRow,
        kind: CustomerTypeRow,
        sheets: Sequence[RateSheet],
        lead: int,
        pax: Mapping[int, int],
        override: Mapping[str, int] | None,
    ) -> UnitPrice:
        terms = self._terms
        sale = Sale(
            method=terms.method,
            reseller_id=terms.reseller_id,
            day=row.date,
            start=row.start_time,
            remaining=row.left_for_price,
            advance_minutes=lead,
            booked_on=terms.booked_on,
            pax_by_type=pax,
            wholesale_ppm=terms.wholesale_ppm,
        )
        return unit_price(experience_customer_type=kind, price_override=override, sheets=sheets, sale=sale)

    def _earned(self, amount: int, kind: CustomerTypeRow) -> int:
        rate = self._terms.rate
        if rate.amount_per_guest is not None:
            return rate.amount_per_guest
        return mul_ppm(amount, rate.ppm or 0)

    def _whole(self, amount: int, kind: CustomerTypeRow, day: date) -> int:
        """Return what a guest pays for a ticket of that price: with taxes and fees of its own."""
        key = (amount, kind.pax_per_booking, self._force(day))
        if key not in self._shown:
            self._shown[key] = self._all_in.ticket(
                experience_id=self._experience_id, price=amount, pax=kind.pax_per_booking, day=day
            ).amount
        return self._shown[key]

    def _override(self, row: DepartureRow) -> Mapping[str, int] | None:
        ruled = self._rule_prices.get(row.rule_id or 0, _NO_PRICES)
        own: Mapping[str, int] = orjson.loads(row.override) if row.override else {}
        merged = {**ruled, **(own or {})}
        return merged or None
