"""Everything a calendar shows that is not a departure, in one statement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import orjson
from django.db import connection

from outfitter_tenants.catalog.queries import (
    CategoryNotFound,
    ExperienceNotFound,
    ExperienceRow,
    Offer,
    calendar_offers,
)
from outfitter_tenants.people.queries import PROPERTIES, PropertiesRow, properties_of
from outfitter_tenants.pricing.queries import calendar_offers as prices
from outfitter_tenants.pricing.rules.rate_sheets import RateSheet
from outfitter_tenants.pricing.rules.ticket_display import AllIn
from outfitter_tenants.pricing.rules.trip_price import Rules
from outfitter_tenants.scheduling.queries import calendar_offers as schedules
from outfitter_tenants.scheduling.queries import timeslots as departures
from outfitter_tenants.scheduling.rules.availability import ONLINE_METHOD

_PARTS: Final = {
    "properties": PROPERTIES,
    "offers": calendar_offers.OFFERS,
    "shelf": calendar_offers.SHELF,
    "shelf_is_public": calendar_offers.SHELF_IS_PUBLIC,
    "seasons": calendar_offers.SEASONS,
    "sheets": prices.SHEETS,
    "price_rules": prices.PRICE_RULES,
    "charges": prices.CHARGES,
    "rule_prices": schedules.RULE_PRICES,
    "locales": calendar_offers.LOCALES,
    "has_pools": schedules.HAS_POOLS,
    "resourced": schedules.RESOURCED,
}
_JSON: Final = frozenset(_PARTS) - {"shelf", "shelf_is_public", "has_pools"}
_COLUMNS: Final = [f"{sql}::text" if name in _JSON else sql for name, sql in _PARTS.items()]
_ALL: Final = f"WITH {calendar_offers.CHOSEN} SELECT {', '.join(_COLUMNS)}"


# Of one calendar each, in this process: half a megabyte where there are forty experiences.
_MOST_READ: Final = 16


@dataclass(frozen=True, slots=True, eq=False)
class CatalogSnapshot:
    """
    The experiences of a calendar in the operator's order, and what their prices are made of.

    The same one for as long as the database says the same, so what is made of it may be kept with it.

    `rule_prices` maps rules (as JSON keys) to their prices by customer type. `resourced` are the
    experiences, on this shelf or not, that need boats or vans.
    """

    properties: PropertiesRow
    offers: Sequence[Offer]
    rules: Rules
    sheets: Mapping[int, Sequence[RateSheet]]
    rule_prices: Mapping[str, Mapping[str, int]]
    has_pools: bool
    resourced: frozenset[int]
    # In which languages anything at all says something, on this shelf or not.
    all_locales: frozenset[str] = field(default_factory=frozenset)

    @property
    def parties(self) -> dict[int, int]:
        """Return the fewest guests that strangers may come with, by experience."""
        return {offer.row.id: offer.min_party for offer in self.offers}

    @property
    def hidden_sold_out(self) -> frozenset[int]:
        """Return the experiences whose days strangers do not see when nothing is left."""
        return frozenset(offer.row.id for offer in self.offers if offer.is_hidden_sold_out)

    @property
    def countdowns(self) -> dict[int, int]:
        """Return from how few seats on strangers are told how many are left, by experience."""
        return {
            offer.row.id: departures.FEW_SEATS if offer.countdown_from is None else offer.countdown_from
            for offer in self.offers
        }

    @property
    def shown(self) -> AllIn:
        """Return how "from" prices of experiences show."""
        return AllIn(rules=self.rules, method=ONLINE_METHOD)

    def rows(self, languages: Sequence[str]) -> list[ExperienceRow]:
        """Return the experiences in the reader's language."""
        return [offer.localized(languages, self.properties.locale) for offer in self.offers]


def load_shelf(*, experience_id: int | None, category: str | None, is_staff: bool) -> CatalogSnapshot:
    """
    Return what is live (or one experience, or those of a category) in one statement.

    :raises ExperienceNotFound: unknown, or not for strangers
    :raises CategoryNotFound: the same
    """
    is_number = category is not None and category.isdecimal() and len(category) < 19
    values = {
        "experience": experience_id,
        "staff": is_staff,
        "category": category,
        "category_id": int(category or 0) if is_number else None,
    }
    with connection.cursor() as cursor:
        cursor.execute(_ALL, values)
        row = cursor.fetchone() or ()
    return _snapshot(row, experience_id, category, is_staff)


@lru_cache(maxsize=_MOST_READ)
def _snapshot(
    row: tuple[Any, ...], experience_id: int | None, category: str | None, is_staff: bool
) -> CatalogSnapshot:
    """Return what a row of the statement says: a sale changes none of it, and it takes a while to read."""
    found = {
        name: orjson.loads(value) if name in _JSON and value is not None else value
        for name, value in zip(_PARTS, row, strict=True)
    }
    chosen = _chosen(found, experience_id, category, is_staff=is_staff)
    properties = properties_of(found["properties"])
    return CatalogSnapshot(
        properties=properties,
        offers=chosen,
        rules=prices.shown_rules(properties, found["price_rules"], found["charges"]),
        sheets=prices.sheets_by_experience(found["sheets"], calendar_offers.seasons_of(found["seasons"])),
        rule_prices=found["rule_prices"] or {},
        has_pools=found["has_pools"],
        resourced=frozenset(found["resourced"] or ()),
        all_locales=frozenset(found["locales"] or ()),
    )


def forget() -> None:
    """Read the next calendar anew: measurements ask what that costs."""
    _snapshot.cache_clear()


def _chosen(
    found: Mapping[str, Any], experience_id: int | None, category: str | None, *, is_staff: bool
) -> list[Offer]:
    chosen = calendar_offers.offers_of(found["offers"])
    if experience_id is not None and not chosen:
        raise ExperienceNotFound("Experience not found.")
    if category is None:
        return chosen
    shelf = found["shelf"]
    if shelf is None or not (is_staff or found["shelf_is_public"]):
        raise CategoryNotFound("Category not found.")
    return [offer for offer in chosen if shelf in offer.row.category_ids]
