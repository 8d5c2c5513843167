"""What calendars need of pricing, as parts of one statement (see catalog.queries.offers)."""

from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import Any, Final

from outfitter_tenants.people.queries import PropertiesRow
from outfitter_tenants.pricing.models import PriceRules
from outfitter_tenants.pricing.rules.booking_fee import BookingFee
from outfitter_tenants.pricing.rules.rate_sheets import RateSheet, Season
from outfitter_tenants.pricing.rules.surcharges import Charge
from outfitter_tenants.pricing.rules.trip_price import Rules

SHEETS: Final = """
(SELECT json_agg(to_jsonb(r) || jsonb_build_object('prices', (
          SELECT jsonb_agg(jsonb_build_array(p.experience_customer_type_id, p.mode, p.value))
            FROM pricing_ratesheetprice p WHERE p.rate_sheet_id = r.id)))
   FROM pricing_ratesheet r
  WHERE r.status = 'live' AND r.experience_id IN (SELECT id FROM chosen))
"""
PRICE_RULES: Final = "(SELECT to_jsonb(r) FROM pricing_pricerules r WHERE r.id = 1)"
CHARGES: Final = """
(SELECT json_agg(to_jsonb(c) ORDER BY c.position, c.id)
   FROM pricing_surcharge c WHERE c.archived_at IS NULL)
"""
_PLAIN: Final = (
    "id",
    "priority",
    "weekdays",
    "pax_min",
    "pax_max",
    "is_same_type_only",
    "remaining_min",
    "remaining_max",
    "advance_min_minutes",
    "advance_max_minutes",
)
_SETS: Final = frozenset({"applies_to", "experience_ids", "methods", "reseller_ids"})
_DAYS: Final = ("valid_from", "valid_to")
_TIMES: Final = ("time_from", "time_to")


def sheets_by_experience(
    found: Sequence[Mapping[str, Any]] | None, seasons: Mapping[int, Season]
) -> dict[int, list[RateSheet]]:
    """Return what `SHEETS` read, by experience."""
    sheets: dict[int, list[RateSheet]] = {}
    for row in found or ():
        sheets.setdefault(row["experience_id"], []).append(_sheet(row, seasons))
    return sheets


def shown_rules(
    properties: PropertiesRow,
    price_rules: Mapping[str, object] | None,
    charges: Sequence[Mapping[str, object]] | None,
) -> Rules:
    """Return the rules behind prices on calendars; deposits do not show there."""
    if properties.price_display_mode != "all_in":
        return Rules()
    return rules_of(properties, price_rules, charges)


def rules_of(
    properties: PropertiesRow,
    price_rules: Mapping[str, Any] | None,
    charges: Sequence[Mapping[str, Any]] | None,
) -> Rules:
    """Return the same for whoever is told whole prices, however they are shown; no deposits."""
    blank = PriceRules()
    rounds = price_rules or {
        "round_per": blank.round_per,
        "is_exclusive_on_gross": blank.is_exclusive_on_gross,
    }
    return Rules(
        charges=tuple(_charge(row) for row in charges or ()),
        round_per="trip" if rounds["round_per"] == "trip" else "line",
        is_exclusive_on_gross=rounds["is_exclusive_on_gross"],
        booking_fee=BookingFee.of(properties.booking_fee),
        is_all_in=True,
    )


def _sheet(row: Mapping[str, Any], seasons: Mapping[int, Season]) -> RateSheet:
    values: dict[str, Any] = {
        **{name: row[name] for name in _PLAIN},
        **{name: _day(row[name]) for name in _DAYS},
        **{name: time.fromisoformat(row[name]) if row[name] else None for name in _TIMES},
    }
    return RateSheet(
        prices={kind: (mode, value) for kind, mode, value in row["prices"] or ()},
        channels=frozenset(row["channels"]),
        reseller_ids=frozenset(row["reseller_ids"]),
        seasons=tuple(seasons[one] for one in row["season_ids"] if one in seasons),
        **values,
    )


def _charge(row: Mapping[str, Any]) -> Charge:
    values: dict[str, Any] = {name: row[name] for name in Charge.__slots__}
    values.update({name: frozenset(row[name]) for name in _SETS})
    values.update({name: _day(row[name]) for name in _DAYS})
    return Charge(**values)


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
