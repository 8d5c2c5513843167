"""Bookings as the protocol writes them."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from outfitter.sdk import channels
from outfitter.sdk.channels import (
    BookedUnit,
    Booking,
    BookingSearch,
    BookingState,
    Departure,
    Option,
    Product,
    Refunded,
    UnitPrice,
    UnknownProduct,
)
from outfitter_octo.amounts import pricing
from outfitter_octo.availability import availability_id_of, serialize_availability
from outfitter_octo.offer_serializer import add_booked_offer
from outfitter_octo.pickups import Pickup, pickups_of, point_of
from outfitter_octo.product_serializer import option_shape, serialize_product, unit_shape
from outfitter_octo.questions import questions_of, serialize_answers
from outfitter_octo.request_context import RequestContext
from outfitter_octo.requests import ContactBody, serialize_contact
from outfitter_octo.settings import OctoMapping
from outfitter_octo.times import utc, utc_or_none
from outfitter_octo.types import (
    Back,
    BookingShape,
    BookingStatus,
    CancellationShape,
    DeliveryOptionShape,
    TicketShape,
    UnitItemShape,
)

STATUS: Final[dict[BookingState, BookingStatus]] = {
    "on_hold": "ON_HOLD",
    "pending": "PENDING",
    "confirmed": "CONFIRMED",
    "redeemed": "REDEEMED",
    "cancelled": "CANCELLED",
    "expired": "EXPIRED",
    "rejected": "REJECTED",
}
_REFUND: Final[dict[Refunded, Back]] = {"full": "FULL", "partial": "PARTIAL", "none": "NONE"}
# Only these have something to show at the door.
_ADMITTED: Final = frozenset({"confirmed", "redeemed"})
_WITH_END: Final = frozenset({"on_hold", "expired"})
_SOLD: Final = frozenset({"confirmed", "redeemed", "cancelled"})


def serialize_booking(
    booking: Booking, asked: RequestContext, product: Product | None, said: ContactBody | None = None
) -> BookingShape:
    """
    Return a booking.

    :param product: None when it is not on sale here any more: the booking stays readable
    :param said: the contact in the request that is answered
    """
    methods = asked.settings.delivery_methods
    option = product.option(booking.option_id) if product else None
    found: BookingShape = {
        "id": booking.uuid,
        "uuid": booking.reference,
        "testMode": booking.is_test,
        "resellerReference": booking.channel_reference or None,
        "supplierReference": booking.supplier_reference or None,
        "status": STATUS[booking.state],
        "utcCreatedAt": utc(booking.created_at),
        "utcUpdatedAt": utc(booking.updated_at),
        "utcExpiresAt": _if(booking, booking.expires_at, _WITH_END),
        "utcRedeemedAt": _if(booking, booking.redeemed_at, frozenset({"redeemed"})),
        "utcConfirmedAt": _if(booking, booking.confirmed_at, _SOLD),
        "productId": booking.product_id,
        "optionId": booking.option_id,
        "cancellable": booking.is_cancellable,
        "cancellation": cancellation(booking),
        "freesale": booking.departure.status == "freesale",
        "availabilityId": availability_id_of(booking.departure),
        "availability": serialize_availability(_as_sold(booking), asked, product),
        "contact": serialize_contact(booking.contact, said),
        "notes": booking.notes or None,
        "deliveryMethods": list(methods),
        "voucher": voucher(booking, asked) if "VOUCHER" in methods else None,
        "unitItems": [_item(unit, option, asked, product) for unit in booking.units],
    }
    if product is not None:
        found["product"] = serialize_product(product, asked)
        if option is not None:
            found["option"] = option_shape(product, option, asked)
    _add_wanted(found, booking, asked, product)
    return found


def _add_wanted(
    shape: BookingShape, booking: Booking, asked: RequestContext, product: Product | None
) -> None:
    """Add what the capabilities of a request add to a booking."""
    if asked.has_pricing:
        shape["pricing"] = pricing(booking.price, is_net_told=asked.settings.is_net_told)
    if asked.has_pickups:
        _add_pickup(shape, booking, product)
    if asked.has_offers:
        add_booked_offer(shape, booking)
    if asked.has_questions:
        questions = questions_of(product, is_per_unit=False) if product is not None else []
        shape["questionAnswers"] = serialize_answers(questions, booking.answers)


def _add_pickup(shape: BookingShape, booking: Booking, product: Product | None) -> None:
    found = Pickup.of(booking.extra)
    shape["pickupRequested"] = found.is_wanted
    shape["pickupPointId"] = found.point_id or None
    shape["pickupHotel"] = found.hotel or None
    shape["pickupHotelRoom"] = found.room or None
    offered = pickups_of(product) if product is not None else OctoMapping()
    shape["pickupPoint"] = point_of(found, offered, booking.departure.starts_at)


def _as_sold(booking: Booking) -> Departure:
    # What was agreed, not what the departure costs by now.
    prices = {unit.unit_id: UnitPrice(unit.unit_id, unit.price) for unit in booking.units}
    return replace(booking.departure, prices=tuple(prices.values()))


def _if(booking: Booking, at: datetime | None, states: frozenset[str]) -> str | None:
    return utc_or_none(at) if booking.state in states else None


def cancellation(booking: Booking) -> CancellationShape | None:
    """Return how a booking ended; a hold that ran out ended by itself, and nothing was paid."""
    ended = booking.cancellation
    if ended is not None and booking.state in {"cancelled", "expired", "rejected"}:
        return {"refund": _REFUND[ended.refund], "reason": ended.reason, "utcCancelledAt": utc(ended.at)}
    if booking.state == "expired":
        at = booking.expires_at or booking.updated_at
        return {"refund": "FULL", "reason": None, "utcCancelledAt": utc(at)}
    return None


def voucher(booking: Booking, asked: RequestContext) -> TicketShape:
    """Return the code of the whole booking, by which it is looked up at the door, and its paper."""
    is_there = booking.state in _ADMITTED
    return {
        "redemptionMethod": "DIGITAL",
        "utcRedeemedAt": _if(booking, booking.redeemed_at, frozenset({"redeemed"})),
        "deliveryOptions": _options(asked, booking.supplier_reference, booking.voucher_url)
        if is_there
        else [],
    }


def _options(asked: RequestContext, code: str, url: str | None) -> list[DeliveryOptionShape]:
    values = {name: url if name == "PDF_URL" else code for name in asked.settings.formats}
    return [{"deliveryFormat": name, "deliveryValue": value} for name, value in values.items() if value]


def _item(
    unit: BookedUnit, option: Option | None, asked: RequestContext, product: Product | None
) -> UnitItemShape:
    kind = option.unit(unit.unit_id) if option else None
    is_redeemed = unit.state == "redeemed"
    redeemed_at = utc_or_none(unit.redeemed_at) if is_redeemed else None
    found: UnitItemShape = {
        "uuid": unit.uuid,
        "resellerReference": unit.reference or None,
        "supplierReference": unit.ticket_code or None,
        "unitId": unit.unit_id,
        "status": STATUS[unit.state],
        "utcRedeemedAt": redeemed_at,
        "contact": serialize_contact(unit.contact),
        "ticket": ticket(unit, redeemed_at, asked) if _has_tickets(asked) else None,
    }
    if product is not None and option is not None and kind is not None:
        found["unit"] = unit_shape(kind, option, asked, product)
    if asked.has_questions:
        questions = questions_of(product, is_per_unit=True) if product is not None else []
        found["questionAnswers"] = serialize_answers(questions, unit.answers)
    if asked.has_pricing:
        found["pricing"] = pricing(unit.price, is_net_told=asked.settings.is_net_told)
    return found


def _has_tickets(asked: RequestContext) -> bool:
    return "TICKET" in asked.settings.delivery_methods


def ticket(unit: BookedUnit, redeemed_at: str | None, asked: RequestContext) -> TicketShape:
    """Return one guest's code, which checks that guest in, and its paper."""
    options = _options(asked, unit.ticket_code, unit.ticket_url) if unit.state in _ADMITTED else []
    return {"redemptionMethod": "DIGITAL", "utcRedeemedAt": redeemed_at, "deliveryOptions": options}


def enrich_booking(asked: RequestContext, booking: Booking, said: ContactBody | None = None) -> BookingShape:
    """Return a booking as the answer to a request that said a contact."""
    asked.call.add_references(booking=booking.supplier_reference, reference=booking.reference)
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
