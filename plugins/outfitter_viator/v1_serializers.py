"""What v1 is told of bookings."""

from typing import Any
from zoneinfo import ZoneInfo

from outfitter.sdk.channels import BookedUnit, Booking
from outfitter_viator import times
from outfitter_viator.settings import ViatorSettings
from outfitter_viator.v1_requests import BookingFields, Traveller


def serialize_booking(booking: Booking, form: BookingFields, settings: ViatorSettings) -> dict[str, Any]:
    """Return the answer to a booking or an amendment: confirmed, with what lets people in."""
    found: dict[str, Any] = {
        "BookingReference": form.booking_reference,
        "Traveller": _travellers(booking, form, settings),
        "TransactionStatus": {"Status": "CONFIRMED"},
        "SupplierConfirmationNumber": booking.supplier_reference,
    }
    if settings.barcode == "booking" and booking.units:
        found["TourBarcode"] = booking.units[0].ticket_code
    if settings.is_ticket_sent and booking.voucher_url and settings.barcode != "traveller":
        found["TourTicket"] = _paper(booking.voucher_url)
    return found


def _paper(url: str) -> dict[str, str]:
    return {"MimeType": "application/pdf", "Url": url}


def _travellers(booking: Booking, form: BookingFields, settings: ViatorSettings) -> list[dict[str, Any]]:
    by_reference = {unit.reference: unit for unit in booking.units if unit.reference}
    free = [unit for unit in booking.units if not unit.reference]
    found = []
    for traveller in form.traveller:
        unit = by_reference.get(traveller.traveller_identifier) or _next(free, traveller)
        row: dict[str, Any] = {"TravellerIdentifier": traveller.traveller_identifier}
        if unit is not None and settings.barcode == "traveller":
            row["TravellerBarcode"] = unit.ticket_code
            if settings.is_ticket_sent and unit.ticket_url:
                row["TravellerTicket"] = _paper(unit.ticket_url)
        found.append(row)
    return found


def _next(free: list[BookedUnit], traveller: Traveller) -> BookedUnit | None:
    match = next((unit for unit in free if unit.unit_id == traveller.age_band.upper()), None)
    if match is not None:
        free.remove(match)
    return match


def serialize_cancellation(booking: Booking, reference: str) -> dict[str, Any]:
    """Return the answer to a cancellation. Its number is the booking's own, marked."""
    return {
        "BookingReference": reference,
        "SupplierConfirmationNumber": booking.supplier_reference,
        "SupplierCancellationNumber": f"{booking.supplier_reference}-X",
        "TransactionStatus": {"Status": "CONFIRMED"},
    }


def serialize_redemption(booking: Booking, zone: ZoneInfo) -> dict[str, Any]:
    """Return whether anybody came, and who."""
    rows = []
    for number, unit in enumerate(booking.units, start=1):
        row: dict[str, Any] = {
            "TravellerIdentifier": unit.reference or str(number),
            "TravellerSupplierConfirmationNumber": unit.ticket_code,
            "RedemptionStatus": unit.state == "redeemed",
        }
        if unit.state == "redeemed" and unit.redeemed_at is not None:
            row["RedemptionDateTime"] = times.stamp(unit.redeemed_at, zone)
        rows.append(row)
    return {"RedemptionStatus": any(row["RedemptionStatus"] for row in rows), "Traveller": rows}
