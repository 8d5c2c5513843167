"""
What products are called between Viator and us.

v2 names a way to book with one text, `productOptionId`: here the product's name and the option's
with a colon between. v1 names them apart, `SupplierProductCode` and `SupplierOptionCode`, and may
leave the option out: then it is the product's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from outfitter.sdk.channels import Connection, Option, Product, UnknownOption, product

SEPARATOR: Final = ":"
# Viator's limit of a product's code, and the letter that it cannot carry.
MOST_CODE: Final = 50
FORBIDDEN: Final = "|"


@dataclass(frozen=True, slots=True)
class ProductOption:
    """A product and one of its options."""

    product: Product
    option: Option

    @property
    def option_id(self) -> str:
        """Return v2's name for it."""
        return join(self.product.product_id, self.option.option_id)


def join(product_id: str, option_id: str) -> str:
    """Return v2's name of an option of a product."""
    return f"{product_id}{SEPARATOR}{option_id}"


def split(product_option_id: str) -> tuple[str, str] | None:
    """Return the product and the option of v2's name, None when it is no such name."""
    product_id, colon, option_id = product_option_id.rpartition(SEPARATOR)
    return (product_id, option_id) if colon and product_id and option_id else None


def find_option(connection: Connection, product_option_id: str) -> ProductOption | None:
    """
    Return what v2 names, None when it is not on sale here.

    A product whose bookings wait for staff has no place in Viator, which knows no waiting.

    :raises UnknownProduct: there is no such product
    """
    parts = split(product_option_id)
    if parts is None:
        return None
    found = product(connection, parts[0])
    option = found.option(parts[1])
    return ProductOption(found, option) if option is not None and found.is_instant else None


def way_of(found: Product, option_code: str | None) -> ProductOption:
    """
    Return the way to book a product that v1 names; without an option the product's own.

    :raises UnknownOption: the product has no such option
    """
    if option_code:
        code = option_code.removeprefix(found.product_id + SEPARATOR)
        option = found.option(option_code) or found.option(code)
    else:
        option = next((one for one in found.options if one.is_default), None)
        option = option or (found.options[0] if len(found.options) == 1 else None)
    if option is None:
        raise UnknownOption(option_code or "")
    return ProductOption(found, option)


def problems(found: Product) -> Sequence[str]:
    """Return what Viator could not carry of a product's names, in words for the screen."""
    wrong = []
    if len(found.product_id) > MOST_CODE:
        wrong.append(f"Viator takes at most {MOST_CODE} letters in a product's code.")
    if FORBIDDEN in found.product_id:
        wrong.append(f"Viator takes no “{FORBIDDEN}” in a product's code.")
    if any(SEPARATOR in option.option_id for option in found.options):
        wrong.append(f"An option's code may not have a “{SEPARATOR}” in it.")
    return wrong
