"""Which prices, surcharges and codes name partners (domain.md 4.5, 4.6)."""

from collections.abc import Mapping, Sequence
from itertools import chain

from outfitter_tenants.pricing.models import OfferCode, RateSheet, Surcharge


def rate_sheets_of(reseller_ids: Sequence[int]) -> Mapping[int, list[int]]:
    """Return the price lists that are charged to these partners and to whom else they name."""
    found: dict[int, list[int]] = {}
    rows = RateSheet.objects.filter(reseller_ids__overlap=list(reseller_ids)).exclude(status="archived")
    for sheet_id, named in rows.order_by("id").values_list("pk", "reseller_ids"):
        for reseller_id in named:
            found.setdefault(reseller_id, []).append(sheet_id)
    return found


def partners_named_among(reseller_ids: Sequence[int]) -> frozenset[int]:
    """Return which of these partners a price list, a surcharge or an offer code names."""
    wanted = list(reseller_ids)
    rows = chain.from_iterable(
        kind.objects.filter(reseller_ids__overlap=wanted).values_list("reseller_ids", flat=True)
        for kind in (RateSheet, Surcharge, OfferCode)
    )
    return frozenset(chain.from_iterable(rows)) & frozenset(wanted)
