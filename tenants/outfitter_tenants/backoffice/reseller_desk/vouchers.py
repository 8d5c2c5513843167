"""A sold trip in the guest's hands: ticket codes to show, and messages to send."""

from datetime import datetime
from typing import Literal

import segno

from outfitter.plugins.types import TenantContext
from outfitter_tenants.checkout.sales.conversion import PaymentRequired
from outfitter_tenants.checkout.trip_management import trip_messages
from outfitter_tenants.trips import queries as trips

Sent = Literal["confirmation", "payment_request"]


def tickets_of(*, trip_id: int) -> list[dict[str, object]]:
    """Return the tickets of a trip's guests, each with its QR code as rows of 0 and 1."""
    trip = trips.get_trip(trip_id=trip_id)
    guests = [guest for order in trips.active_orders(trip=trip) for guest in order.live_bookings]
    return [
        {"booking_id": guest.pk, "code": guest.ticket_code, "qr": _qr(guest.ticket_code)} for guest in guests
    ]


def _qr(code: str) -> list[str]:
    return ["".join("1" if dark else "0" for dark in row) for row in segno.make_qr(code, error="m").matrix]


def send(*, trip_id: int, what: Sent, ctx: TenantContext, at: datetime) -> int:
    """
    Send a trip's guest the confirmation with the voucher, or a link to pay what they owe the operator.

    Returns the message's id.

    :raises PaymentRequired: the guest pays the partner, so there is nothing to ask for
    :raises NoMessage: the trip isn't booked
    :raises Invalid: there is no address to write to
    """
    trip = trips.get_trip(trip_id=trip_id)
    if what == "payment_request" and trips.is_partners_money(trip):
        raise PaymentRequired("This guest pays where the trip was booked.", due_now=0)
    return trip_messages.send(
        trip_id=trip_id, customer_id=trip.customer_id or 0, kind=what, payment_id=None, ctx=ctx, at=at
    )
