"""All that the prices and seats of an experience in a channel are made of, read together."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import orjson

from outfitter.db.prepared_statements import one_line, prepared_cursor
from outfitter.kit.zones import local_day
from outfitter.plugins.channels.errors import UnknownProduct
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import ExperienceRow, calendar_offers
from outfitter_tenants.channels.rules.unit_prices import ChannelPriceTerms, Pricer
from outfitter_tenants.channels.types import AUDIENCE, METHOD
from outfitter_tenants.people.queries import PROPERTIES, PropertiesRow, properties_of
from outfitter_tenants.pricing.queries import calendar_offers as prices
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import calendar_offers as schedules
from outfitter_tenants.scheduling.rules.partner_terms import PartnerTerms

_PARTS: Final = {
    "properties": PROPERTIES,
    "offers": calendar_offers.OFFERS,
    "seasons": calendar_offers.SEASONS,
    "sheets": prices.SHEETS,
    "price_rules": prices.PRICE_RULES,
    "charges": prices.CHARGES,
    "rule_prices": schedules.RULE_PRICES,
    "resourced": schedules.RESOURCED,
}
_ALL: Final = one_line(
    f"WITH {calendar_offers.CHOSEN} SELECT " + ", ".join(f"{sql}::text" for sql in _PARTS.values())
)


@dataclass(frozen=True, slots=True)
class CatalogSnapshot:
    """An experience as a partner sells it: its parties, its prices, the operator's settings."""

    experience: ExperienceRow
    properties: PropertiesRow
    pricer: Pricer
    min_pax: int
    max_pax: int
    cutoff_minutes: int
    # Boats and vans bear on its seats.
    needs_resources: bool
    # The partner's own booking terms; None: the experience's count.
    partner_terms: PartnerTerms | None

    @property
    def zone(self) -> str:
        """Return the zone its local times are in."""
        return self.experience.time_zone or self.properties.time_zone


def load_shelf(*, experience_id: int, reseller_id: int, at: datetime) -> CatalogSnapshot:
    """
    Return it as of now.

    :raises UnknownProduct: there is no such experience on sale, or the partner may not sell it
    """
    found = _read(experience_id)
    chosen = calendar_offers.offers_of(found["offers"])
    partner = resellers.get_partner(reseller_id=reseller_id)
    if not chosen or experience_id in partner.hidden_experience_ids:
        raise UnknownProduct(str(experience_id))
    return _Maker(found, partner, at).shelf(chosen[0].row)


def load_shelves(
    *, experience_ids: Collection[int], reseller_id: int, at: datetime
) -> dict[int, CatalogSnapshot]:
    """Return those of these experiences that the partner may sell, by id."""
    found = _read(None)
    partner = resellers.get_partner(reseller_id=reseller_id)
    maker = _Maker(found, partner, at)
    rows = {one.row.id: one.row for one in calendar_offers.offers_of(found["offers"])}
    wanted = set(experience_ids) - partner.hidden_experience_ids
    made = {pk: maker.shelf(row) for pk, row in rows.items() if pk in wanted}
    # What is sold but not shown is read by itself.
    for pk in wanted - made.keys():
        with suppress(UnknownProduct):
            made[pk] = load_shelf(experience_id=pk, reseller_id=reseller_id, at=at)
    return made


def _read(experience_id: int | None) -> dict[str, Any]:
    values: dict[str, Any] = {"experience": experience_id, "staff": False}
    with prepared_cursor() as cursor:
        cursor.execute(_ALL, values)
        row = cursor.fetchone() or ()
    return {
        name: orjson.loads(text) if text is not None else None for name, text in zip(_PARTS, row, strict=True)
    }


class _Maker:
    """Makes shelves of what was read for all of them."""

    def __init__(self, found: dict[str, Any], partner: resellers.Partner, at: datetime) -> None:
        self._partner, self._at = partner, at
        self._properties = properties_of(found["properties"])
        self._rules = prices.rules_of(self._properties, found["price_rules"], found["charges"])
        self._sheets = prices.sheets_by_experience(
            found["sheets"], calendar_offers.seasons_of(found["seasons"])
        )
        self._rule_prices = {int(pk): one for pk, one in (found["rule_prices"] or {}).items()}
        self._resourced = frozenset(found["resourced"] or ())
        self._own = scheduling.terms_of_partner(reseller_id=partner.id)
        self._wholesale = resellers.wholesale_of(reseller_id=partner.id)

    def shelf(self, experience: ExperienceRow) -> CatalogSnapshot:
        """Return an experience as the partner sells it."""
        rate = self._partner.terms.of(experience.id)
        pricer = Pricer(
            experience_id=experience.id,
            kinds=experience.online_types,
            sheets=self._sheets.get(experience.id, ()),
            rules=self._rules,
            rule_prices=self._rule_prices,
            terms=ChannelPriceTerms(
                self._partner.id,
                METHOD,
                rate,
                self._wholesale(experience.id),
                local_day(self._at, self._properties.time_zone),
                self._properties.currency,
            ),
        )
        own = self._own
        terms = catalog.under(catalog.terms_of(experience)[AUDIENCE], own.rows.get(AUDIENCE) if own else None)
        return CatalogSnapshot(
            experience,
            self._properties,
            pricer,
            terms.min_pax,
            terms.max_pax,
            terms.cutoff_minutes or 0,
            experience.id in self._resourced,
            own,
        )
