"""What Harbour gets. Pure."""

from datetime import datetime
from typing import Any

from outfitter.sdk.channels import Booking, Departure, Product


def booking_of(booking: Booking) -> dict[str, Any]:
    """Return a booking as Harbour takes it."""
    return {
        "reference": booking.reference,
        "code": booking.supplier_reference,
        "state": booking.state,
        "product": booking.product_id,
        "starts_at": booking.departure.starts_at.isoformat(),
        "expires_at": _iso(booking.expires_at),
        "total": booking.price.retail,
        "currency": booking.price.currency,
        "tickets": [{"unit": unit.unit_id, "barcode": unit.ticket_code} for unit in booking.units],
    }


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def product_of(product: Product) -> dict[str, Any]:
    """Return a product as Harbour takes it."""
    option = product.options[0]
    return {
        "product": product.product_id,
        "title": product.content.title,
        "description": product.content.description,
        "time_zone": product.time_zone,
        "units": [{"unit": unit.unit_id, "title": unit.title} for unit in option.units],
    }


def departure_of(departure: Departure) -> dict[str, Any]:
    """Return a departure as Harbour takes it; no seats count means as many as you like."""
    return {
        "starts_at": departure.starts_at.isoformat(),
        "status": departure.status,
        "seats": departure.vacancies,
        "prices": {one.unit_id: one.price.retail for one in departure.prices},
    }
