"""What departures cost, as v2 writes it. Prices are major units; see `amounts`."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, time
from typing import Any, Final

from outfitter.sdk.channels import Departure, Option, Price, Tier, Unit
from outfitter_viator.amounts import to_viator
from outfitter_viator.settings import SpecialOffer
from outfitter_viator.unit_types import BANDS, PEOPLE, UNIT

# A tier without an end goes as far as the option does, or to here.
NO_END: Final = 999
MIXED: Final = "Prices for people and for units are mixed"
UNPRICED: Final = "The price is not told"


def sold_bands(option: Option) -> list[Unit]:
    """Return the kinds of ticket that Viator can sell, those for people first."""
    return sorted(
        (unit for unit in option.units if unit.unit_id in BANDS), key=lambda unit: BANDS.index(unit.unit_id)
    )


def people_in(unit: Unit) -> int:
    """Return how many people one unit carries."""
    return max(unit.guests, unit.pax, 1)


def offer_for(offers: Iterable[SpecialOffer], departure: Departure) -> str | None:
    """Return the id of the offer to show beside a reduced price of this departure."""
    day = datetime.combine(departure.date, time(12), departure.starts_at.tzinfo or UTC)
    for offer in offers:
        is_named = not offer.product_ids or departure.product_id in offer.product_ids
        is_over = offer.valid_until is not None and offer.valid_until < day
        if is_named and not is_over and offer.valid_from <= day:
            return offer.offer_id
    return None


def figures(price: Price, offer_id: str | None) -> dict[str, Any]:
    """Return the amounts of one price."""
    found: dict[str, Any] = {"retailPrice": to_viator(price.retail, price.currency)}
    if price.net is not None:
        found["netPrice"] = to_viator(price.net, price.currency)
    if price.original > price.retail:
        discount: dict[str, Any] = {"originalRetailPrice": to_viator(price.original, price.currency)}
        if offer_id:
            discount["specialOfferId"] = offer_id
        found["discount"] = discount
    return found


def grouped(prices: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return prices with the bands that share one put together, in the order they came."""
    found: list[dict[str, Any]] = []
    for band, amounts in prices.items():
        same = next((row for row in found if {k: v for k, v in row.items() if k != "types"} == amounts), None)
        if same is not None:
            same["types"].append(band)
        else:
            found.append({"types": [band], **amounts})
    return found


def unsupported(reason: str) -> dict[str, Any]:
    """Return a price that the operator types in at Viator."""
    return {"type": "UNSUPPORTED_PRICE", "reason": reason}


def per_unit(price: Price, unit: Unit, offer_id: str | None) -> dict[str, Any]:
    """Return the price of a boat or a car, however many people are in it."""
    amounts = figures(price, offer_id)
    return {"type": "PER_UNIT_PRICE", **amounts, "maxTravelers": people_in(unit)}


def per_person(prices: Mapping[str, Price], offer_id: str | None) -> dict[str, Any]:
    """Return what one person of each band costs."""
    rows = {band: figures(price, offer_id) for band, price in prices.items()}
    return {"type": "PER_PERSON_PRICE", "prices": grouped(rows)}


def price_of(
    option: Option, departure: Departure, offers: Iterable[SpecialOffer], *, is_tiered: bool
) -> dict[str, Any]:
    """
    Return the price of a departure.

    A calendar has every tier; a check has what the party that asks would pay.
    """
    units = sold_bands(option)
    by_unit = {one.unit_id: one for one in departure.prices if one.unit_id in BANDS}
    offer_id = offer_for(offers, departure)
    if any(unit.unit_id not in by_unit for unit in units) or not units:
        return unsupported(UNPRICED)
    bands = [unit.unit_id for unit in units]
    if UNIT in bands:
        if len(bands) > 1:
            return unsupported(MIXED)
        return per_unit(by_unit[UNIT].price, units[0], offer_id)
    if is_tiered and any(by_unit[band].tiers for band in bands):
        return _tiered(option, by_unit, bands, offer_id)
    return per_person({band: by_unit[band].price for band in bands}, offer_id)


def _tiered(
    option: Option, by_unit: Mapping[str, Any], bands: list[str], offer_id: str | None
) -> dict[str, Any]:
    rows = {}
    for band in bands:
        tiers = sorted(by_unit[band].tiers, key=lambda tier: tier.least)
        tiers = tiers or [Tier(option.min_pax, None, by_unit[band].price)]
        rows[band] = {"tiers": [_tier(tier, option, offer_id) for tier in tiers]}
    return {"type": "TIERED_PER_PERSON_PRICE", "prices": grouped(rows)}


def _tier(tier: Tier, option: Option, offer_id: str | None) -> dict[str, Any]:
    # Viator wants a tier from none on, unless so many people really have to come.
    least = 0 if tier.least <= 1 >= option.min_pax else tier.least
    most = tier.most if tier.most is not None else max(option.max_pax or NO_END, tier.least)
    return {"min": least, "max": most, **figures(tier.price, offer_id)}


def frozen(option: Option, prices: Mapping[str, Price]) -> dict[str, Any]:
    """Return the price of a hold: what each band that was reserved costs."""
    units = {unit.unit_id: unit for unit in option.units}
    if UNIT in prices and UNIT in units:
        return per_unit(prices[UNIT], units[UNIT], None)
    people = {band: prices[band] for band in PEOPLE if band in prices}
    return per_person(people, None) if people else unsupported(UNPRICED)
