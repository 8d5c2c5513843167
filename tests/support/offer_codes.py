"""Offer codes, made by the product's own operation."""

from typing import Any

from outfitter.kit.clock import utc_now
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing.operations import OfferCodeValues

_BLANK: dict[str, Any] = {
    **dict.fromkeys(
        (
            "max_guests_per_trip",
            "book_from",
            "book_to",
            "travel_from",
            "travel_to",
            "min_pax",
            "max_pax",
            "min_spend",
            "advance_min_days",
            "advance_max_days",
            "usage_limit",
            "usage_limit_per_customer",
            "max_discount_amount",
        )
    ),
    **dict.fromkeys(
        ("weekdays", "blackout_dates", "experience_ids", "customer_type_ids", "methods", "reseller_ids"), ()
    ),
    "internal_name": "",
    "public_description": "",
    "frequency": "per_trip",
    "is_active": True,
    "is_stackable": False,
    "is_auto_apply": False,
    "applies_to_addons": False,
    "funded_by": "operator",
    "kind": "percent",
    "value": 100_000,
}


def make_code(code: str = "SPRING10", **values: Any) -> int:
    """Make a code that takes a tenth off a trip, unless told otherwise; returns its id."""
    given: OfferCodeValues = {**_BLANK, "code": code, **values}  # type: ignore[typeddict-item]
    return pricing.save_offer_code(values=given, at=utc_now())
