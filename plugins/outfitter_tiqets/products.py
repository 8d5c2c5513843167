"""What Tiqets calls a product is one option of one of ours."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NotRequired

from typing_extensions import TypedDict

from outfitter.sdk import channels
from outfitter.sdk.channels import Connection, Option, Product, UnknownProduct
from outfitter_tiqets import visitor_data
from outfitter_tiqets.errors import no_product
from outfitter_tiqets.settings import TiqetsSettings, settings_of
from outfitter_tiqets.visitor_data import AskedData, asked_of

FULL: Final = 1_000_000
SEPARATOR: Final = "~"
VARIANT_ID: Final = re.compile(r"[A-Za-z0-9_\-]{1,64}")
PRODUCT_ID: Final = re.compile(r"[!-~]{1,64}")


class ProductShape(TypedDict):
    """A product of the catalogue."""

    id: str
    name: str
    description: NotRequired[str]
    use_timeslots: bool
    is_refundable: bool
    provides_pricing: bool
    cutoff_time: int
    max_tickets_per_order: NotRequired[int]
    required_order_data: NotRequired[list[str]]
    required_visitor_data: NotRequired[list[str]]


@dataclass(frozen=True, slots=True)
class TiqetsProduct:
    """A product as Tiqets sees it."""

    id: str
    product: Product
    option: Option
    settings: TiqetsSettings

    @property
    def asked(self) -> AskedData:
        """Return what guests and orders are asked for, and which question of ours it answers."""
        return asked_of(self.product, self.option, self.settings)

    @property
    def cutoff_minutes(self) -> int:
        """
        Return how many minutes before the start it can be cancelled with everything back; 0 always.

        Minutes: `Product.cutoff_time` in Tiqets' OpenAPI document ("the minimum number of minutes
        before the booking date/time for the cancellation to be successful", with 30, 60 and 120 as
        examples). Only the words of error 2009 are in hours; Tiqets' tester compares the number
        with hours, which is a slip of its own.
        """
        rules = self.product.cancellation
        if not rules:
            return 0
        best = max(rules, key=lambda rule: rule.share_ppm)
        return next((rule.minutes for rule in rules if rule.share_ppm >= FULL), best.minutes)

    def shape(self) -> ProductShape:
        """Return the row of the catalogue."""
        option, told = self.option, self.product.content
        name = told.title or self.product.internal_name
        found: ProductShape = {
            "id": self.id,
            "name": f"{name} – {option.title}" if SEPARATOR in self.id else name,  # noqa: RUF001
            "use_timeslots": not option.is_all_day,
            "is_refundable": any(rule.share_ppm > 0 for rule in self.product.cancellation),
            "provides_pricing": self.settings.provides_pricing,
            "cutoff_time": self.cutoff_minutes,
        }
        if told.short_description:
            found["description"] = told.short_description
        if option.max_pax is not None:
            found["max_tickets_per_order"] = option.max_pax
        asked = self.asked
        if asked.order:
            found["required_order_data"] = list(asked.order)
        if asked.visitor:
            found["required_visitor_data"] = list(asked.visitor)
        return found


def list_products(connection: Connection) -> list[TiqetsProduct]:
    """Return everything a connection sells."""
    settings = settings_of(connection)
    return [found for product in channels.products(connection) for found in _options(product, settings)]


def find_product(connection: Connection, wanted: str) -> TiqetsProduct:
    """
    Return one product by Tiqets' name for it.

    :raises TiqetsError: there is none
    """
    settings = settings_of(connection)
    if not PRODUCT_ID.fullmatch(wanted):
        raise no_product(wanted)
    for name in dict.fromkeys((wanted, wanted.rpartition(SEPARATOR)[0])):
        for found in _options(_product(connection, name), settings):
            if found.id == wanted:
                return found
    raise no_product(wanted)


def _product(connection: Connection, name: str) -> Product | None:
    try:
        return channels.product(connection, name) if name else None
    except UnknownProduct:
        return None


def _options(product: Product | None, settings: TiqetsSettings) -> Iterable[TiqetsProduct]:
    # Tiqets hands out tickets at once: what staff have to agree to first is not for it.
    if product is None or not product.is_instant or not product.options:
        return
    default = next((one for one in product.options if one.is_default), product.options[0])
    for option in product.options:
        is_plain = option is default
        name = product.product_id
        own = name if is_plain else f"{name}{SEPARATOR}{option.option_id}"
        yield TiqetsProduct(own, product, option, settings)


def problems(product: Product) -> list[str]:
    """Return what keeps a product from being sold at Tiqets, for the screen of mappings."""
    found = []
    if not product.is_instant:
        found.append("Tiqets sells only what is confirmed at once.")
    if not PRODUCT_ID.fullmatch(product.product_id):
        found.append("The product's id must have 1 to 64 printable ASCII characters, no spaces.")
    units = [unit for option in product.options for unit in option.units]
    if not units:
        found.append("No ticket is mapped.")
    bad = sorted({unit.unit_id for unit in units if not VARIANT_ID.fullmatch(unit.unit_id)})
    found += [f"{name}: ids of tickets have 1 to 64 letters, digits, - or _." for name in bad]
    return found + visitor_data.problems(product)
