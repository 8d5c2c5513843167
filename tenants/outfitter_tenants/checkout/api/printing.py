"""Tickets for printers (specification 7.5)."""

import base64
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schema import ERRORS, Id
from outfitter_tenants.checkout import tickets
from outfitter_tenants.checkout.api.common import trip_of_booking
from outfitter_tenants.checkout.schemas.printing import TicketRawOut
from outfitter_tenants.trips import queries as trips

router = Router(tags=["printing"])


@router.get(
    "/api/booking/{booking}/ticketPrinting/rawData", auth=allow("manifest.view"),
    response={200: TicketRawOut, **ERRORS}, operation_id="ticket_raw_data",
)  # fmt: skip
def ticket_raw_data(request: HttpRequest, booking: Id) -> dict[str, Any]:
    """Return one guest's ticket for receipt printers, label printers and browsers."""
    trip_id = trip_of_booking(request, booking)
    ticket = _ticket(str(request.tenant.name), trip_id, booking)  # type: ignore[attr-defined]
    return {
        "escpos": base64.b64encode(tickets.escpos(ticket)).decode(),
        "zpl": tickets.zpl(ticket),
        "html": tickets.html(ticket),
    }


def _ticket(operator: str, trip_id: int, booking_id: int) -> tickets.Ticket:
    trip = trips.get_trip(trip_id=trip_id)
    row = trips.get_booking(trip=trip, booking_id=booking_id)
    order, kind = row.trip_order, row.experience_customer_type
    slot = order.timeslot
    day = format_date(slot.date, "medium", locale=_locale(trip.locale)) if slot else ""
    guest = f"{row.guest_first_name} {row.guest_last_name}".strip()
    contact = f"{trip.contact_first_name} {trip.contact_last_name}".strip()
    return tickets.Ticket(
        operator=operator,
        experience=order.experience.name,
        when=f"{day} {slot.start_time:%H:%M}" if slot else "",
        guest=guest or contact,
        kind=kind.label or kind.customer_type.name,
        place=" ".join(order.experience.meeting_point.split()),
        confirmation_code=trip.confirmation_code,
        code=row.ticket_code,
    )


def _locale(name: str) -> Locale:
    try:
        return Locale.parse(name.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en")
