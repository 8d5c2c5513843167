"""Writes of pricing: taxes, fees, how they round, policies, rate sheets, offer codes."""

from outfitter_tenants.pricing.operations.offer_codes import OfferCodeValues, save_offer_code, set_archived
from outfitter_tenants.pricing.operations.price_rules import (
    DefaultPolicy,
    PolicyValues,
    SurchargeValues,
    archive,
    reorder,
    restore,
    save_policy,
    save_price_rules,
    save_surcharge,
    write_surcharge,
)
from outfitter_tenants.pricing.operations.rate_sheets import (
    RateSheetValues,
    archive_rate_sheet,
    restore_rate_sheet,
    save_rate_sheet,
)

__all__ = [
    "DefaultPolicy",
    "OfferCodeValues",
    "PolicyValues",
    "RateSheetValues",
    "SurchargeValues",
    "archive",
    "archive_rate_sheet",
    "reorder",
    "restore",
    "restore_rate_sheet",
    "save_offer_code",
    "save_policy",
    "save_price_rules",
    "save_rate_sheet",
    "save_surcharge",
    "set_archived",
    "write_surcharge",
]
