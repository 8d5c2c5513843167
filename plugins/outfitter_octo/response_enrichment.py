"""Bookings with what they are of: products are read once for an answer, carts when asked for."""

from collections.abc import Iterable

from outfitter.sdk import channels
from outfitter.sdk.channels import Booking, BookingSearch, Product, UnknownProduct
from outfitter_octo.booking_serializer import serialize_booking
from outfitter_octo.request_context import RequestContext
from outfitter_octo.requests import ContactBody
from outfitter_octo.types import BookingShape


def enrich_booking(asked: RequestContext, booking: Booking, said: ContactBody | None = None) -> BookingShape:
    """Return a booking as the answer to a request that said a contact."""
    asked.call.note(booking=booking.supplier_reference, reference=booking.reference)
    shape = serialize_booking(booking, asked, _product(asked, booking.product_id), said)
    return _in_cart(asked, booking, shape, {})


def enrich_bookings(asked: RequestContext, bookings: Iterable[Booking]) -> list[BookingShape]:
    """Return bookings; what several of them share is read once."""
    products: dict[str, Product | None] = {}
    firsts: dict[str, Booking] = {}
    found = []
    for booking in bookings:
        if booking.product_id not in products:
            products[booking.product_id] = _product(asked, booking.product_id)
        shape = serialize_booking(booking, asked, products[booking.product_id])
        found.append(_in_cart(asked, booking, shape, firsts))
    return found


def _product(asked: RequestContext, product_id: str) -> Product | None:
    try:
        return channels.product(asked.connection, product_id, locale=asked.language)
    except UnknownProduct:
        # Taken out of this connection since: the booking stays readable.
        return None


def _in_cart(
    asked: RequestContext, booking: Booking, shape: BookingShape, firsts: dict[str, Booking]
) -> BookingShape:
    group = booking.group
    if not asked.has_cart or not group:
        return shape
    if group not in firsts:
        # Oldest first: what began the order is its primary booking.
        beside = channels.bookings(asked.connection, BookingSearch(group=group, most=100))
        firsts[group] = beside[0] if beside else booking
    shape["orderId"] = group
    shape["orderReference"] = firsts[group].supplier_reference
    shape["primary"] = firsts[group].uuid == booking.uuid
    return shape
