"""A departure of ours as a channel is told of it. Pure."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from outfitter.plugins.channels.catalog_types import Departure, DepartureStatus, Price, Refusal, UnitPrice
from outfitter_tenants.channels.rules.party_mapping import fits, pax_of, total_of
from outfitter_tenants.channels.rules.product_options import MappedOption
from outfitter_tenants.channels.rules.unit_prices import PricedUnit
from outfitter_tenants.scheduling.queries import DepartureRow


class DepartureSerializer:
    """Tells the departures of one option to one connection; `party` is who is meant, if anybody."""

    def __init__(
        self, option: MappedOption, shelf: Any, zone: ZoneInfo, party: Mapping[int, int] | None, at: datetime
    ) -> None:
        self._option, self._shelf, self._zone = option, shelf, zone
        self._party, self._at = party, at
        self._kinds = {kind.id: kind for kind in shelf.experience.online_types}
        self._units = {unit: kind for unit, kind in option.units.items() if kind in self._kinds}
        self._wanted = pax_of(self._kinds, party) if party else max(1, shelf.min_pax)
        self._is_fitting = party is None or fits(self._kinds, party, least=shelf.min_pax, most=shelf.max_pax)
        self._known: dict[int, tuple[tuple[UnitPrice, ...], Price | None, Any]] = {}

    def departure(self, row: DepartureRow, left: int | None) -> Departure:
        """Return one departure; `left` are the seats this connection can take of it."""
        refusal = self._refusal(row, left)
        prices, total = self._prices(row)
        return Departure(
            id=str(row.id),
            product_id=self._option.product_ref,
            option_id=self._option.option_ref,
            starts_at=row.start_at.astimezone(self._zone),
            ends_at=row.end_at.astimezone(self._zone),
            cutoff_at=row.closes_at.astimezone(UTC),
            is_all_day=row.is_flex,
            status=self._status(refusal, row, left),
            refusal=refusal,
            vacancies=left,
            capacity=row.capacity,
            most_units=left if left is None else min(left, self._shelf.max_pax),
            prices=prices,
            unit_vacancies=self._by_unit(row, left) if row.left_by_type else {},
            total=total,
        )

    def _refusal(self, row: DepartureRow, left: int | None) -> Refusal | None:
        if self._at >= row.closes_at:
            return "past_cutoff"
        if row.opens_at is not None and self._at < row.opens_at:
            return "not_yet_on_sale"
        if not row.is_open:
            return "closed"
        if not self._is_fitting:
            return "party"
        if left is not None and left < self._wanted:
            return "too_few_seats" if left > 0 and self._party else "sold_out"
        if row.left_by_type and self._party and not self._has_types(row):
            return "too_few_seats"
        return None

    def _has_types(self, row: DepartureRow) -> bool:
        return all(
            self._kinds[kind].pax_of(qty) <= row.left_by_type.get(kind, 0)
            for kind, qty in (self._party or {}).items()
        )

    def _status(self, refusal: Refusal | None, row: DepartureRow, left: int | None) -> DepartureStatus:
        if refusal in {"past_cutoff", "not_yet_on_sale", "closed"}:
            return "closed"
        if left is None:
            return "freesale"
        if left < max(1, self._shelf.min_pax):
            return "sold_out"
        is_scarce = row.capacity is not None and left * 4 <= row.capacity
        return "limited" if is_scarce else "available"

    def _prices(self, row: DepartureRow) -> tuple[tuple[UnitPrice, ...], Price | None]:
        found: Mapping[int, PricedUnit] = self._shelf.pricer.prices(row, at=self._at)
        joint = self._shelf.pricer.prices(row, at=self._at, party=self._party) if self._party else found
        # The pricer gives the same mapping to departures that cost the same.
        known = self._known.get(id(joint))
        if known is not None:
            return known[0], known[1]
        prices = tuple(
            UnitPrice(unit, joint[kind].price, found[kind].tiers) for unit, kind in self._units.items()
        )
        total = None
        if self._party:
            parts = [(joint[kind].price, qty) for kind, qty in self._party.items()]
            total = total_of(parts, self._shelf.properties.currency)
        self._known[id(joint)] = (prices, total, joint)
        return prices, total

    def _by_unit(self, row: DepartureRow, left: int | None) -> dict[str, int | None]:
        found: dict[str, int | None] = {}
        for unit, kind in self._units.items():
            pax = self._kinds[kind].pax_of(1)
            seats = row.left_by_type.get(kind, 0) if pax else None
            if left is not None and seats is not None:
                seats = min(seats, left)
            found[unit] = seats // pax if seats is not None and pax else left
        return found
