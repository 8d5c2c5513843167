"""Handlers of octo/cart: orders, whose bookings are extended, confirmed and cancelled together."""

from dataclasses import replace
from uuid import uuid4

from outfitter.sdk import channels
from outfitter.sdk.channels import AmendRequest, Booking, BookingDetails, BookingKey, Contact
from outfitter_octo import orders
from outfitter_octo.errors import bad_request, unprocessable
from outfitter_octo.orders import EmptyOrder, Order, find_order, serialize_order, status_of
from outfitter_octo.request_context import RequestContext
from outfitter_octo.requests import (
    CancellationBody,
    ExtensionBody,
    OrderBody,
    locale_of,
    parse_body,
    parse_contact,
)
from outfitter_octo.responses import HandlerResult, endpoint


@endpoint
def post_order(asked: RequestContext) -> HandlerResult:
    """POST /orders: an order before its first booking."""
    body = parse_body(OrderBody, asked.call.body)
    _check(asked, body)
    contact = parse_contact(body.contact) if body.contact else Contact()
    promise = EmptyOrder(orders.calculate_expiry(asked, body.expirationMinutes), contact)
    order_id = str(uuid4())
    orders.store_empty_order(asked, order_id, promise)
    return _answer(asked, Order(order_id, (), promise), body)


@endpoint
def get_order(asked: RequestContext) -> HandlerResult:
    """GET /orders/{id}."""
    return HandlerResult(serialize_order(_order(asked), asked))


@endpoint
def patch_order(asked: RequestContext) -> HandlerResult:
    """PATCH /orders/{id}: who booked, and until when it holds."""
    body = parse_body(OrderBody, asked.call.body)
    order = _order(asked)
    _check(asked, body)
    _must_be_open(order, asked)
    if not order.bookings:
        return _answer(asked, _patched(asked, order, body), body)
    for booking in order.open:
        if body.contact is not None:
            amendment = AmendRequest(details=_said(booking, body))
            channels.amend(asked.connection, _key(booking), amendment)
    if body.expirationMinutes is not None:
        _extend(asked, order, body.expirationMinutes)
    return _answer(asked, _order(asked), body)


def _patched(asked: RequestContext, order: Order, body: OrderBody) -> Order:
    promise = order.promise or EmptyOrder(orders.calculate_expiry(asked, None), Contact())
    if body.contact is not None:
        promise = replace(promise, contact=parse_contact(body.contact, promise.contact))
    if body.expirationMinutes is not None:
        promise = orders.extend_empty_order(promise, orders.calculate_expiry(asked, body.expirationMinutes))
    return replace(order, promise=orders.store_empty_order(asked, order.id, promise))


@endpoint
def post_order_extension(asked: RequestContext) -> HandlerResult:
    """POST /orders/{id}/extend: all its holds end later."""
    body = parse_body(ExtensionBody, asked.call.body)
    if body.expirationMinutes is None:
        raise bad_request("expirationMinutes is a required field")
    order = _order(asked)
    _must_be_open(order, asked)
    if not order.bookings and order.promise is not None:
        later = orders.extend_empty_order(
            order.promise, orders.calculate_expiry(asked, body.expirationMinutes)
        )
        orders.store_empty_order(asked, order.id, later)
    _extend(asked, order, body.expirationMinutes)
    return HandlerResult(serialize_order(_order(asked), asked))


@endpoint
def post_order_confirmation(asked: RequestContext) -> HandlerResult:
    """
    POST /orders/{id}/confirm: every hold in it is sold.

    First every hold is kept a while longer, so that none runs out behind the others. A booking
    that cannot be confirmed all the same leaves the order as far as it came: the same request
    again goes on from there.
    """
    body = parse_body(OrderBody, asked.call.body)
    order = _order(asked)
    _check(asked, body)
    if not order.bookings:
        raise unprocessable("The order has no bookings.")
    if not order.held and status_of(order, asked) not in {"CONFIRMED", "PENDING"}:
        raise unprocessable("The order is over.")
    _extend(asked, order, None)
    for booking in order.held:
        channels.confirm(asked.connection, _key(booking), details=_said(booking, body, order))
    return _answer(asked, _order(asked), body)


@endpoint
def post_order_cancellation(asked: RequestContext) -> HandlerResult:
    """POST /orders/{id}/cancel, and DELETE /orders/{id}: all of it or nothing."""
    body = parse_body(CancellationBody, asked.call.body)
    order = _order(asked)
    is_forced = bool(body.force)
    if not is_forced and not all(booking.is_cancellable for booking in order.open):
        raise unprocessable("A booking of this order can no longer be canceled.")
    if not order.bookings and order.promise is not None:
        orders.store_empty_order(asked, order.id, replace(order.promise, is_cancelled=True))
    for booking in order.open:
        channels.cancel(asked.connection, _key(booking), reason=body.reason, is_forced=is_forced)
    return HandlerResult(serialize_order(_order(asked), asked))


def _order(asked: RequestContext) -> Order:
    return find_order(asked, asked.params["id"])


def _key(booking: Booking) -> BookingKey:
    return BookingKey(reference=booking.reference)


def _extend(asked: RequestContext, order: Order, minutes: int | None) -> None:
    for booking in order.held:
        channels.extend(asked.connection, _key(booking), minutes=minutes)


def _must_be_open(order: Order, asked: RequestContext) -> None:
    if status_of(order, asked) in {"CANCELLED", "EXPIRED"}:
        raise unprocessable("The order is over.")


def _check(asked: RequestContext, body: OrderBody) -> None:
    if body.currency and body.currency != asked.connection.currency:
        raise bad_request(f"Prices are in {asked.connection.currency}.")
    if body.cardPayment:
        raise unprocessable("octo/cardPayments is not offered: the reseller collects.")


def _said(booking: Booking, body: OrderBody, order: Order | None = None) -> BookingDetails:
    said = body.contact
    if said is None:
        told = order.promise.contact if order and order.promise else None
        is_new = told is not None and told != Contact() and booking.contact == Contact()
        return BookingDetails(contact=told if is_new else None)
    return BookingDetails(contact=parse_contact(said, booking.contact), locale=locale_of(said))


def _answer(asked: RequestContext, order: Order, body: OrderBody) -> HandlerResult:
    return HandlerResult(serialize_order(order, asked, body.contact))
