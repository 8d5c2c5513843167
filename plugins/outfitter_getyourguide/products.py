"""What GetYourGuide is told of products: the list, their details, categories and add-ons."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from babel.core import get_global

from outfitter.sdk.channels import Connection, Option, Price, Product, Unit, products
from outfitter_getyourguide import errors, product_ids, unit_types
from outfitter_getyourguide.amounts import to_gyg
from outfitter_getyourguide.errors import GetYourGuideError
from outfitter_getyourguide.product_ids import ProductOption
from outfitter_getyourguide.settings import GetYourGuideSettings, mapping_of, settings_of, supplier_of

MOST_TEXT: Final = 512
MOST_TICKETS: Final = 999


@lru_cache
def _alpha3() -> dict[str, str]:
    """Return ISO 3166-1 alpha-2 -> alpha-3, read from CLDR's aliases the other way round."""
    found: dict[str, str] = {}
    for code, targets in get_global("territory_aliases").items():
        if len(code) == 3 and code.isalpha() and len(targets) == 1:
            found.setdefault(targets[0], code)
    return {**found, **_FORMER}


# Where the aliases also know a code of former times, the one of today.
_FORMER: Final = {"CD": "COD", "DE": "DEU", "FR": "FRA", "MM": "MMR", "TL": "TLS", "YE": "YEM"}


def alpha3(country: str) -> str:
    """Return a country's code of three letters; what has three already stays."""
    code = country.strip().upper()
    return code if len(code) == 3 else _alpha3().get(code, "")


def product_list(connection: Connection, supplier_id: str) -> dict[str, Any]:
    """
    Return what this operator sells.

    :raises GetYourGuideError: INVALID_SUPPLIER for another one's id
    """
    settings = settings_of(connection)
    if supplier_id != supplier_of(connection):
        raise GetYourGuideError(errors.INVALID_SUPPLIER, "Supplier ID not found")
    return {
        "supplierId": supplier_id,
        "supplierName": (settings.supplier_name or connection.title)[:MOST_TEXT],
        "products": [
            {"productId": way.product_id, "productTitle": title(way)} for way in sold(products(connection))
        ],
    }


def sold(found: Sequence[Product]) -> list[ProductOption]:
    """Return every way to book that GetYourGuide can name and confirm."""
    return [
        ProductOption(one, option)
        for one in found
        if one.is_instant and not product_ids.problems(one)
        for option in one.options
    ]


def title(way: ProductOption) -> str:
    """Return what a way to book is called."""
    base = way.product.content.title or way.product.internal_name
    own = way.option.title
    is_told = len(way.product.options) > 1 and own and own != base
    return (f"{base} – {own}" if is_told else base)[:MOST_TEXT]  # noqa: RUF001  (a dash)


def details(connection: Connection, way: ProductOption) -> dict[str, Any]:
    """Return a product's title, place and how many people one booking may have."""
    content = way.product.content
    text = content.short_description or content.description
    return {
        "supplierId": supplier_of(connection),
        "productTitle": title(way),
        **({"productDescription": text[:MOST_TEXT]} if text else {}),
        "destinationLocation": place(way.product, settings_of(connection)),
        "configuration": {"participantsConfiguration": participants(way.option)},
    }


def place(found: Product, settings: GetYourGuideSettings) -> dict[str, str]:
    """Return town and country: as mapped, where it begins, or as the connection has them."""
    begin = found.content.place
    own = mapping_of(found)
    city = own.city or (begin.city if begin else "") or settings.city
    country = own.country or (begin.country if begin else "")
    return {"city": city, "country": alpha3(country or settings.country)}


def participants(option: Option) -> dict[str, int | None]:
    """Return how many people one booking may have."""
    return {"min": max(option.min_pax, 1), "max": option.max_pax or MOST_TICKETS}


def pricing_categories(way: ProductOption) -> list[dict[str, Any]]:
    """Return the kinds of ticket of a product, with their ages and bounds."""
    return [_category(unit) for unit in way.option.units if unit.unit_id in unit_types.CATEGORIES]


def _category(unit: Unit) -> dict[str, Any]:
    is_group = unit.unit_id == unit_types.GROUP
    row: dict[str, Any] = {
        "category": unit.unit_id,
        "minTicketAmount": max(unit.min_quantity, 0),
        "maxTicketAmount": unit.max_quantity or MOST_TICKETS,
        "groupSizeMin": 1 if is_group else None,
        "groupSizeMax": people_in(unit) if is_group else None,
        "ageFrom": unit.min_age,
        "ageTo": unit.max_age,
        "bookingCategory": "STANDARD",
    }
    if unit.price_from is not None:
        row["bookingCategory"] = "STANDARD" if unit.price_from.retail else "FREE_TICKET_REQUIRED"
        row["price"] = [_price(unit.price_from)]
    return row


def _price(price: Price) -> dict[str, Any]:
    return {
        "priceType": "RETAIL_PRICE",
        "price": to_gyg(price.retail, price.currency),
        "currency": price.currency,
    }


def people_in(unit: Unit) -> int:
    """Return how many people one unit carries."""
    return max(unit.guests, unit.pax, 1)


def check(connection: Connection, found: Product) -> list[str]:
    """Return what keeps a product from being sold at GetYourGuide, in words for the screen."""
    wrong = list(product_ids.problems(found))
    if not found.is_instant:
        wrong.append("GetYourGuide needs an instant answer. Turn off booking review.")
    for option in found.options:
        wrong += _units(option)
    where = place(found, settings_of(connection))
    if not where["city"]:
        wrong.append("Give the experience a place with a town, or the connection a town.")
    if not where["country"]:
        wrong.append("Give the experience a place with a country, or the connection a country.")
    return list(dict.fromkeys(wrong))


def _units(option: Option) -> list[str]:
    wrong = []
    named = [unit.unit_id for unit in option.units]
    strange = [name for name in named if name not in unit_types.CATEGORIES]
    if strange:
        wrong.append(f"GetYourGuide has no category “{strange[0]}”: use {', '.join(unit_types.CATEGORIES)}.")
    if not named:
        wrong.append("Say which of your tickets is which category of GetYourGuide.")
    if unit_types.GROUP in named and len(named) > 1:
        wrong.append("GetYourGuide sells a product by the person or by the group, not both.")
    return wrong
