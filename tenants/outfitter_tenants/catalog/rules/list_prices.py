"""List prices: the one place that knows what overrides what (domain.md 4.5). Pure."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol

PriceSource = Literal["timeslot", "base"]


class PricedItem(Protocol):
    """Whatever has a list price: a customer type of an experience."""

    @property
    def id(self) -> int: ...
    @property
    def base_price(self) -> int: ...


class Listed(PricedItem, Protocol):
    """What may count as "from" price."""

    @property
    def is_sold_online(self) -> bool: ...
    @property
    def is_exclude_from_min_price(self) -> bool: ...


def list_price(
    *, customer_type: PricedItem, price_override: Mapping[str, Any] | None
) -> tuple[int, PriceSource]:
    """
    Return the price of one ticket in minor units, and where it comes from.

    `price_override` maps experience customer type ids (as JSON keys) to minor units: the
    timeslot's own entries above those of its rule.
    """
    chosen = (price_override or {}).get(str(customer_type.id))
    if isinstance(chosen, int):
        return max(0, chosen), "timeslot"
    return max(0, customer_type.base_price), "base"


def min_price(*, customer_types: Iterable[Listed], price_override: Mapping[str, Any] | None) -> int | None:
    """Return the "from" price strangers see in minor units; None when they can buy nothing."""
    prices = [
        list_price(customer_type=kind, price_override=price_override)[0]
        for kind in customer_types
        if kind.is_sold_online and not kind.is_exclude_from_min_price
    ]
    return min(prices, default=None)
