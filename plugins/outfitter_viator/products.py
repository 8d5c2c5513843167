"""The list of tours, from which the operator connects its products at Viator."""

from typing import Any, Final

from outfitter.sdk.channels import Connection, Option, Product, products
from outfitter_viator import product_ids, times, unit_types
from outfitter_viator.settings import ViatorSettings, mapping_of

MOST_DESCRIPTION: Final = 5000
# Stands where nobody has said in which country a tour is; ISO 3166-1 keeps it free for users.
NOWHERE: Final = "ZZ"


def list_tours(connection: Connection, settings: ViatorSettings) -> list[dict[str, Any]]:
    """Return what the connection sells; what Viator could not name is left out."""
    return [
        _tour(found, settings)
        for found in products(connection)
        if found.is_instant and not product_ids.problems(found)
    ]


def _tour(found: Product, settings: ViatorSettings) -> dict[str, Any]:
    content = found.content
    return {
        "SupplierProductCode": found.product_id,
        "SupplierProductName": content.title or found.internal_name,
        "CountryCode": country(found, settings),
        **destination(found, settings),
        "TourDescription": _description(found),
        "TourOption": [row for option in found.options for row in _options(found, option, settings)],
    }


def _description(found: Product) -> str:
    content = found.content
    text = content.description or content.short_description or content.title
    return (text or found.internal_name)[:MOST_DESCRIPTION]


def country(found: Product, settings: ViatorSettings) -> str:
    """Return the country of a tour: as mapped, where it begins, or as the connection has it."""
    place = found.content.place
    named = mapping_of(found).country_code or (place.country if place else "")
    return (named or settings.country_code or NOWHERE).upper()


def destination(found: Product, settings: ViatorSettings) -> dict[str, str]:
    """Return the destination of a tour: as mapped, as the connection has it, or its town."""
    place = found.content.place
    town = place.city if place else ""
    own = mapping_of(found)
    code = own.destination_code or settings.destination_code or town
    name = own.destination_name or settings.destination_name or town or code
    return {"DestinationCode": code, "DestinationName": name}


def _options(found: Product, option: Option, settings: ViatorSettings) -> list[dict[str, Any]]:
    row = {
        "productOptionId": product_ids.join(found.product_id, option.option_id),
        "SupplierOptionCode": option.option_id,
        "SupplierOptionName": option.title or found.content.title or found.internal_name,
    }
    if not settings.is_departure_time_listed or not option.start_times:
        return [row]
    return [{**row, "TourDepartureTime": times.long(start)} for start in option.start_times]


def check(connection: Connection, found: Product, settings: ViatorSettings) -> list[str]:
    """Return what keeps a product from being sold at Viator, in words for the screen."""
    wrong = list(product_ids.problems(found))
    if not found.is_instant:
        wrong.append("Viator confirms instantly. Turn off booking review.")
    if found.currency != connection.currency:
        wrong.append("All products of a connection have the same currency.")
    for option in found.options:
        wrong += _units(option)
    if country(found, settings) == NOWHERE:
        wrong.append("Give the experience a place with a country, or the connection a country.")
    if not destination(found, settings)["DestinationCode"]:
        wrong.append("Give the experience a place with a town, or the connection a destination.")
    return list(dict.fromkeys(wrong))


def _units(option: Option) -> list[str]:
    wrong = []
    sold = [unit.unit_id for unit in option.units]
    strange = [unit for unit in sold if unit not in unit_types.BANDS]
    if strange:
        wrong.append(f"Viator has no ticket “{strange[0]}”: use {', '.join(unit_types.BANDS)}.")
    if not sold:
        wrong.append("Say which of your tickets is whose at Viator.")
    if unit_types.UNIT in sold and len(sold) > 1:
        wrong.append("Viator sells an option by the person or by the unit, not both.")
    return wrong
