"""Taxes that add-ons and products name are rows of pricing: here both are known."""

from collections.abc import Iterable

from outfitter.kit.errors import Invalid
from outfitter_tenants.pricing import queries as pricing


def check_taxes(tax_ids: Iterable[int] | None) -> None:
    """
    Refuse taxes that do not exist.

    :raises Invalid: one of them does not
    """
    wanted = set(tax_ids or ())
    if wanted and wanted - {row.pk for row in pricing.list_surcharges(kind="tax")}:
        raise Invalid({"tax_ids": ["One of these taxes does not exist."]})
