"""Amounts as the protocol writes them: integers and how many of their digits are decimals."""

from collections.abc import Sequence
from functools import lru_cache

from outfitter.sdk import exponent
from outfitter.sdk.channels import Price, UnitPrice
from outfitter_octo.types import PricingShape, TaxShape, UnitPricingShape

precision = lru_cache(maxsize=256)(exponent)


def pricing(price: Price, *, is_net_told: bool) -> PricingShape:
    """Return a price; `net` is null where it is not told."""
    net = price.net if is_net_told else None
    taxes: list[TaxShape] = [
        {
            "name": tax.name,
            "retail": tax.amount,
            "original": tax.amount,
            "net": None if net is None else tax.amount,
        }
        for tax in price.taxes
    ]
    found: PricingShape = {
        "original": price.original,
        "retail": price.retail,
        "net": net,
        "currency": price.currency,
        "currencyPrecision": precision(price.currency),
        "includedTaxes": taxes,
    }
    if price.discount is not None:
        of_net = price.discount.net if is_net_told else None
        found["offerDiscount"] = {"retail": price.discount.retail, "net": of_net, "includedTaxes": []}
    return found


def unit_pricing(prices: Sequence[UnitPrice], *, is_net_told: bool) -> list[UnitPricingShape]:
    """Return what each unit costs."""
    return [{**pricing(one.price, is_net_told=is_net_told), "unitId": one.unit_id} for one in prices]
