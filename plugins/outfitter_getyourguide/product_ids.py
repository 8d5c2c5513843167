"""
What products are called between GetYourGuide and us.

GetYourGuide knows one name, `productId`, for what can be booked. Here that is the product's name;
an option beside the usual one adds its own after a colon.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from outfitter.sdk.channels import Connection, Option, Product, UnknownProduct, product

SEPARATOR: Final = ":"
USUAL: Final = "DEFAULT"
MOST_NAME: Final = 255
FORBIDDEN: Final = "%"


@dataclass(frozen=True, slots=True)
class ProductOption:
    """A product and one of its options."""

    product: Product
    option: Option

    @property
    def product_id(self) -> str:
        """Return GetYourGuide's name for it."""
        return join(self.product.product_id, self.option.option_id)


def join(product_id: str, option_id: str) -> str:
    """Return GetYourGuide's name of an option of a product."""
    return product_id if option_id == USUAL else f"{product_id}{SEPARATOR}{option_id}"


def find(connection: Connection, product_id: str) -> ProductOption:
    """
    Return what GetYourGuide names.

    :raises UnknownProduct: it is not on sale here
    """
    try:
        found = product(connection, product_id)
    except UnknownProduct:
        return _option(connection, product_id)
    option = found.option(USUAL) or next((one for one in found.options if one.is_default), None)
    if option is None:
        raise UnknownProduct(product_id)
    return ProductOption(found, option)


def _option(connection: Connection, product_id: str) -> ProductOption:
    name, colon, option_id = product_id.rpartition(SEPARATOR)
    if not colon or not name:
        raise UnknownProduct(product_id)
    found = product(connection, name)
    option = found.option(option_id)
    if option is None:
        raise UnknownProduct(product_id)
    return ProductOption(found, option)


def problems(found: Product) -> Sequence[str]:
    """Return what GetYourGuide could not carry of a product's names, in words for the screen."""
    named = [join(found.product_id, option.option_id) for option in found.options]
    wrong = []
    if any(FORBIDDEN in name for name in named):
        wrong.append(f"GetYourGuide takes no “{FORBIDDEN}” in a product's code.")
    if any(len(name) > MOST_NAME for name in named):
        wrong.append(f"GetYourGuide takes at most {MOST_NAME} letters in a product's code.")
    return wrong
