"""What an offer takes off departures that a channel asks about, before anything is booked. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from outfitter.plugins.channels.catalog_types import Departure, Discount, Offer, Price, UnitPrice
from outfitter_tenants.catalog.queries import CustomerTypeRow
from outfitter_tenants.channels.rules.party_mapping import total_of
from outfitter_tenants.channels.rules.product_options import MappedOption
from outfitter_tenants.pricing.queries import KnownOffer
from outfitter_tenants.pricing.rules.offer_codes import AppliedOfferCode, OfferSale, discounts, problem
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.scheduling.queries import DepartureRow

# Another party may have what this one cannot.
_OF_PARTY: Final = frozenset({"min_pax", "max_pax", "min_spend"})
_ORDER: Final = 1


@dataclass(frozen=True, slots=True)
class _Taken:
    """What one code does for one party: why nothing (a key of `REASONS`), or what off each guest."""

    reason: str | None
    guests: tuple[int, ...] = ()
    off: tuple[int, ...] = ()

    @property
    def whole(self) -> int:
        """Return what comes off altogether, in minor units."""
        return sum(self.off)


def offer_told(known: KnownOffer, units: Mapping[str, int], *, is_usable: bool, is_net_agreed: bool) -> Offer:
    """
    Return a code in the engine's words for channels.

    :param units: the channel's name for each unit -> its customer type
    :param is_net_agreed: what the partner keeps is no share of the price
    """
    terms = known.terms
    theirs = terms.funded_by == "reseller"
    wanted = terms.customer_type_ids
    return Offer(
        code=terms.code,
        title=known.description or terms.code,
        description=known.description,
        net_discount="none" if theirs else ("full" if is_net_agreed else "prorated"),
        is_usable=is_usable,
        min_units=terms.min_pax,
        max_units=terms.max_pax,
        min_total=terms.min_spend,
        unit_ids=tuple(unit for unit, kind in units.items() if kind in wanted) if wanted else (),
    )


class OfferPreview:
    """Prices the departures of one option with a code: the one that was named, or the best by itself."""

    def __init__(
        self,
        option: MappedOption,
        shelf: Any,
        party: Mapping[int, int] | None,
        offers: Sequence[KnownOffer],
        named: KnownOffer | None,
        at: datetime,
    ) -> None:
        self._shelf, self._party, self._at = shelf, party, at
        self._offers, self._named = offers, named
        kinds = {kind.id: kind for kind in shelf.experience.online_types}
        self._kinds: Mapping[int, CustomerTypeRow] = kinds
        self._units = {unit: kind for unit, kind in option.units.items() if kind in kinds}

    def departure(self, told: Departure, row: DepartureRow) -> Departure:
        """Return a departure with its offers, and at the price that one of them leaves."""
        offers = tuple(self._told(one, row) for one in self._offers)
        chosen = self._named or self._best(row)
        if chosen is None:
            return replace(told, offers=offers)
        offer = self._told(chosen, row)
        found = replace(told, offers=offers, offer=offer)
        if not offer.is_usable:
            return found
        return self._of_party(found, row, chosen) if self._party else self._alone(found, row, chosen)

    def _told(self, known: KnownOffer, row: DepartureRow) -> Offer:
        units = {unit: self._kinds[kind].customer_type_id for unit, kind in self._units.items()}
        return offer_told(
            known,
            units,
            is_usable=not known.is_used_up and self._is_usable(known, row),
            is_net_agreed=self._shelf.pricer.is_net_agreed,
        )

    def _is_usable(self, known: KnownOffer, row: DepartureRow) -> bool:
        if self._party:
            return self._taken(known, row, self._party).whole > 0
        alone = (self._taken(known, row, {kind: 1}) for kind in self._units.values())
        return any(one.whole > 0 or one.reason in _OF_PARTY for one in alone)

    def _best(self, row: DepartureRow) -> KnownOffer | None:
        """Return what a cart of this party gets by itself: what takes off most, the older of two alike."""
        if not self._party:
            return None
        own = [one for one in self._offers if one.terms.is_auto_apply and not one.is_used_up]
        found = [(self._taken(one, row, self._party).whole, one) for one in own]
        best = max(found, key=lambda one: (one[0], -one[1].terms.id), default=None)
        return best[1] if best is not None and best[0] > 0 else None

    def _taken(self, known: KnownOffer, row: DepartureRow, party: Mapping[int, int]) -> _Taken:
        bare = self._shelf.pricer.bare(row, at=self._at, party=party)
        lines = list(self._lines(bare, party))
        terms = self._shelf.pricer.terms
        sale = OfferSale(terms.method, terms.booked_on, terms.reseller_id, {_ORDER: row.date})
        reason = problem(known.terms, lines, sale)
        off = [0] * len(lines)
        for line in discounts([AppliedOfferCode(known.terms)], lines, sale) if reason is None else ():
            off[line.on[0]] -= line.amount
        return _Taken(reason, tuple(line.experience_customer_type_id or 0 for line in lines), tuple(off))

    def _lines(self, bare: Mapping[int, int], party: Mapping[int, int]) -> Iterator[QuoteLine]:
        number = 0
        for kind_id, amount in bare.items():
            kind = self._kinds[kind_id]
            for _ in range(party[kind_id]):
                number += 1
                yield QuoteLine(
                    "ticket",
                    kind_id,
                    kind.name,
                    1,
                    amount,
                    amount,
                    experience_customer_type_id=kind_id,
                    trip_order_id=_ORDER,
                    booking_id=number,
                    experience_id=kind.experience_id,
                    pax_cnt=kind.pax_per_booking,
                    customer_type_id=kind.customer_type_id,
                )

    def _reduced(
        self, known: KnownOffer, row: DepartureRow, party: Mapping[int, int]
    ) -> list[tuple[int, Price]]:
        """Return each guest's kind and price with a code that fits them."""
        taken = self._taken(known, row, party)
        pricer, is_theirs = self._shelf.pricer, known.terms.funded_by == "reseller"
        before = pricer.prices(row, at=self._at, party=party)
        bare = pricer.bare(row, at=self._at, party=party)
        return [
            (
                kind,
                pricer.reduced(
                    before[kind].price, kind, row.date, bare=bare[kind], off=off, is_theirs=is_theirs
                ),
            )
            for kind, off in zip(taken.guests, taken.off, strict=True)
        ]

    def _of_party(self, told: Departure, row: DepartureRow, known: KnownOffer) -> Departure:
        guests = self._reduced(known, row, self._party or {})
        # Of guests of one kind who differ by a cent, the first; what they pay together is exact.
        of_kind = {kind: price for kind, price in reversed(guests)}
        prices = tuple(
            replace(one, price=of_kind.get(self._units.get(one.unit_id, 0), one.price)) for one in told.prices
        )
        total = total_of([(price, 1) for _, price in guests], self._shelf.properties.currency)
        off = [price.discount for _, price in guests if price.discount is not None]
        discount = Discount(sum(one.retail for one in off), sum(one.net or 0 for one in off))
        return replace(told, prices=prices, total=replace(total, discount=discount))

    def _alone(self, told: Departure, row: DepartureRow, known: KnownOffer) -> Departure:
        return replace(told, prices=tuple(self._one(one, row, known) for one in told.prices))

    def _one(self, told: UnitPrice, row: DepartureRow, known: KnownOffer) -> UnitPrice:
        kind = self._units.get(told.unit_id, 0)
        if self._taken(known, row, {kind: 1}).whole <= 0:
            return told
        [(_, price)] = self._reduced(known, row, {kind: 1})
        return replace(told, price=price)
