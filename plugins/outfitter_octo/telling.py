"""Bookings with what they are of: products are read once for an answer, carts when asked for."""

from collections.abc import Iterable

from outfitter.sdk import channels
from outfitter.sdk.channels import Booking, BookingSearch, Product, UnknownProduct
from outfitter_octo.asked import Asked
from outfitter_octo.bodies import ContactBody
from outfitter_octo.reservations import booking_shape
from outfitter_octo.shapes import BookingShape


def told(asked: Asked, booking: Booking, said: ContactBody | None = None) -> BookingShape:
    """Return a booking as the answer to a request that said a contact."""
    asked.call.note(booking=booking.supplier_reference, reference=booking.reference)
    product = _product(asked, booking.product_id)
    return _in_cart(asked, booking, booking_shape(booking, asked, product, said))


def told_all(asked: Asked, bookings: Iterable[Booking]) -> list[BookingShape]:
    """Return bookings."""
    products: dict[str, Product | None] = {}
    found = []
    for booking in bookings:
        if booking.product_id not in products:
            products[booking.product_id] = _product(asked, booking.product_id)
        shape = booking_shape(booking, asked, products[booking.product_id])
        found.append(_in_cart(asked, booking, shape))
    return found


def _product(asked: Asked, product_id: str) -> Product | None:
    try:
        return channels.product(asked.connection, product_id, locale=asked.language)
    except UnknownProduct:
        # Taken out of this connection since: the booking stays readable.
        return None


def _in_cart(asked: Asked, booking: Booking, shape: BookingShape) -> BookingShape:
    if not asked.has_cart or not booking.group:
        return shape
    beside = channels.bookings(asked.connection, BookingSearch(group=booking.group, most=100))
    first = beside[0] if beside else booking
    shape["orderId"] = booking.group
    shape["orderReference"] = first.supplier_reference
    shape["primary"] = first.uuid == booking.uuid
    return shape
