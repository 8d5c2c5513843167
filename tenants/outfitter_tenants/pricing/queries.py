"""Prices of departures."""

from datetime import datetime, timedelta
from typing import Any, Final

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import Audience, CustomerTypeRow
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing.quote import unit_price
from outfitter_tenants.scheduling.queries import TimeslotRow

# A price that was shown is asked for again after so long; a hold keeps it for longer.
SHOWN_FOR: Final = timedelta(minutes=15)


def prices_of_timeslot(
    *, slot: TimeslotRow, method: str, audience: Audience, at: datetime
) -> dict[str, Any]:
    """Return what each customer type costs on a departure, for that audience."""
    kinds = catalog.experience_customer_types(experience_id=slot.experience_id, audience=audience)
    left = slot.remaining.of(audience)
    return {
        "timeslot_id": slot.id,
        "method": method,
        "currency": people.get_properties().currency,
        "prices": [_price(kind, slot, left) for kind in kinds],
        "min_pax": slot.min_pax,
        "max_pax": slot.max_pax,
        "valid_until": at + SHOWN_FOR,
    }


def _price(kind: CustomerTypeRow, slot: TimeslotRow, left: int | None) -> dict[str, Any]:
    amount, source = unit_price(experience_customer_type=kind, price_override=slot.price_override)
    is_limited = left is not None and kind.is_consume_capacity
    return {
        "experience_customer_type_id": kind.id,
        "customer_type": {
            "id": kind.customer_type_id,
            "slug": kind.customer_type_slug,
            "name": kind.customer_type_name,
            "kind": kind.kind,
        },
        "label": kind.name,
        "price": amount,
        "original_price": None,
        "tax_included": False,
        "min_qty": kind.min_qty,
        "max_qty": kind.max_qty,
        "min_age": kind.min_age,
        "max_age": kind.max_age,
        "remaining": (left or 0) // kind.pax_per_booking if is_limited else None,
        "pax_per_booking": kind.pax_per_booking,
        "price_source": source,
        "rate_sheet_id": None,
    }
