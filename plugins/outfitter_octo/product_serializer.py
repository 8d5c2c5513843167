"""Products, options and units."""

from collections.abc import Sequence
from math import ceil
from typing import Final, Literal

from outfitter.sdk.channels import CancellationRule, Connection, Option, Product, Unit
from outfitter_octo import product_content
from outfitter_octo.amounts import pricing
from outfitter_octo.availability_ids import local_times
from outfitter_octo.request_context import RequestContext
from outfitter_octo.types import (
    ContactFieldName,
    OptionShape,
    ProductShape,
    SupplierShape,
    UnitShape,
    UnitType,
)

OLDEST: Final = 120
FULL: Final = 1_000_000
# Nothing is sold further ahead: the way to say "never" where a number of days is wanted.
NEVER_DAYS: Final = 550
_TYPES: Final[dict[str, UnitType]] = {
    "adult": "ADULT",
    "youth": "YOUTH",
    "child": "CHILD",
    "infant": "INFANT",
    "senior": "SENIOR",
    "student": "STUDENT",
    "military": "MILITARY",
    "family": "FAMILY",
}
_FIELDS: Final[dict[str, ContactFieldName]] = {
    "first_name": "firstName",
    "last_name": "lastName",
    "email": "emailAddress",
    "phone": "phoneNumber",
    "country": "country",
}


def supplier(asked: RequestContext) -> SupplierShape:
    """Return who the operator is."""
    ctx = asked.call.ctx
    found: SupplierShape = {
        "id": ctx.schema,
        "name": ctx.name,
        "endpoint": f"{ctx.base_url}/partner/octo",
        "contact": {"website": ctx.base_url or None, "email": None, "telephone": None, "address": None},
    }
    if asked.has_content:
        found["shortDescription"] = None
        found["media"] = []
    return found


def serialize_product(product: Product, asked: RequestContext) -> ProductShape:
    """Return a product with its options."""
    default = product.options[0] if product.options else None
    is_all_day = any(option.is_all_day for option in product.options)
    found: ProductShape = {
        "id": product.product_id,
        "internalName": product.internal_name,
        "reference": product.reference,
        "locale": product.content.locale,
        "timeZone": product.time_zone,
        "allowFreesale": False,
        "instantConfirmation": product.is_instant,
        "instantDelivery": product.is_instant,
        "availabilityRequired": True,
        "availabilityType": "OPENING_HOURS" if is_all_day else "START_TIME",
        "deliveryFormats": ["QRCODE"],
        "deliveryMethods": list(asked.settings.delivery_methods),
        "redemptionMethod": "DIGITAL",
        "options": [
            option_shape(product, option, asked, is_first=option is default) for option in product.options
        ],
    }
    if asked.has_pricing:
        found["defaultCurrency"] = product.currency
        found["availableCurrencies"] = [product.currency]
        found["pricingPer"] = "UNIT"
    return {**found, **product_content.of_product(product)} if asked.has_content else found


def option_shape(
    product: Product, option: Option, asked: RequestContext, *, is_first: bool = False
) -> OptionShape:
    """Return an option with its units."""
    amount, unit = cutoff(product.cancellation)
    is_only_default = is_first and not any(one.is_default for one in product.options)
    found: OptionShape = {
        "id": option.option_id,
        "default": option.is_default or is_only_default,
        "internalName": option.title or "DEFAULT",
        "reference": None,
        "availabilityLocalStartTimes": local_times(asked.connection, product, option, asked.call.at),
        "cancellationCutoff": f"{amount} {unit}{'' if amount == 1 else 's'}",
        "cancellationCutoffAmount": amount,
        "cancellationCutoffUnit": unit,
        "requiredContactFields": contact_fields(option.contact_fields),
        "restrictions": {"minUnits": least_units(option), "maxUnits": most_units(option)},
        "units": [unit_shape(one, option, asked) for one in option.units],
    }
    title = option.title or product.content.title or product.internal_name
    return {**found, **product_content.of_option(product, title)} if asked.has_content else found


def unit_shape(unit: Unit, option: Option, asked: RequestContext) -> UnitShape:
    """Return a kind of ticket."""
    found: UnitShape = {
        "id": unit.unit_id,
        "internalName": unit.title,
        "reference": None,
        "type": _TYPES.get(unit.kind, "OTHER"),
        "restrictions": {
            "minAge": unit.min_age or 0,
            "maxAge": OLDEST if unit.max_age is None else unit.max_age,
            "idRequired": False,
            "minQuantity": unit.min_quantity or None,
            "maxQuantity": unit.max_quantity,
            "paxCount": unit.pax,
            "accompaniedBy": [],
        },
        "requiredContactFields": contact_fields(option.unit_contact_fields),
    }
    if asked.has_pricing:
        prices = [unit.price_from] if unit.price_from is not None else []
        is_net_told = asked.settings.is_net_told
        found["pricingFrom"] = [pricing(price, is_net_told=is_net_told) for price in prices]
    if asked.has_content:
        found["title"] = unit.title
        found["shortDescription"] = product_content.words_of_unit(unit)
        found["features"] = []
    return found


def contact_fields(fields: Sequence[str]) -> list[ContactFieldName]:
    """Return the names of what a guest has to say; the protocol knows no date of birth."""
    return [_FIELDS[field] for field in fields if field in _FIELDS]


def least_units(option: Option) -> int:
    """Return how many units a booking has at least: groups fill a party sooner."""
    largest = max((unit.pax for unit in option.units), default=1)
    return max(1, ceil(option.min_pax / max(largest, 1)))


def most_units(option: Option) -> int | None:
    """Return how many units a booking has at most, None where there is no bound."""
    smallest = min((unit.pax for unit in option.units), default=1)
    if option.max_pax is None or smallest < 1:
        return None
    return max(1, option.max_pax // smallest)


def cutoff(rules: Sequence[CancellationRule]) -> tuple[int, Literal["minute", "hour", "day"]]:
    """Return until how long before the start everything comes back, or as much as ever does."""
    if not rules:
        return NEVER_DAYS, "day"
    best = max(rules, key=lambda rule: rule.share_ppm)
    minutes = next((rule.minutes for rule in rules if rule.share_ppm >= FULL), best.minutes)
    if minutes % 1440 == 0 and minutes > 72 * 60:
        return minutes // 1440, "day"
    return (minutes // 60, "hour") if minutes % 60 == 0 else (minutes, "minute")


def suggested(unit: Unit) -> str:
    """Return the name that a kind of ticket has for resellers until staff choose another."""
    return f"{unit.kind}-{unit.id}"


def problems(connection: Connection, product: Product) -> list[str]:
    """Return what keeps a product from being sold well, for the screen of mappings."""
    found = []
    if not any(option.units for option in product.options):
        found.append("No kind of ticket is mapped.")
    if not product.content.title:
        found.append("The experience has no title that resellers could show.")
    if connection.currency != product.currency:
        found.append("The product is priced in another currency than the connection.")
    return found
