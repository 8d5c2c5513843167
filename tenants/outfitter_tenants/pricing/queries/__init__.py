"""Reads of pricing: the rules, rate sheets, and what departures cost."""

from outfitter_tenants.pricing.queries.prices import (
    SHOWN_FOR,
    Buyer,
    booking_day,
    prices_of_timeslots,
    sale_of,
)
from outfitter_tenants.pricing.queries.rate_sheets import (
    RateSheetNotFound,
    get_rate_sheet,
    list_rate_sheets,
    lock_rate_sheet,
    sheets_of,
)
from outfitter_tenants.pricing.queries.rules import (
    charge_of,
    deposits_of,
    fixed_fee_ids,
    from_prices,
    get_price_rules,
    get_rules,
    list_charges,
    list_policies,
    list_surcharges,
    policy_snapshots,
)

__all__ = [
    "SHOWN_FOR",
    "Buyer",
    "RateSheetNotFound",
    "booking_day",
    "charge_of",
    "deposits_of",
    "fixed_fee_ids",
    "from_prices",
    "get_price_rules",
    "get_rate_sheet",
    "get_rules",
    "list_charges",
    "list_policies",
    "list_rate_sheets",
    "list_surcharges",
    "lock_rate_sheet",
    "policy_snapshots",
    "prices_of_timeslots",
    "sale_of",
    "sheets_of",
]
