"""Handlers of octo/cart: orders, whose bookings are extended, confirmed and cancelled together."""

from dataclasses import replace
from uuid import uuid4

from outfitter.sdk import channels
from outfitter.sdk.channels import Amendment, Booking, Contact, Key, Said
from outfitter_octo import empty_orders
from outfitter_octo.contact_mapping import contact_of
from outfitter_octo.empty_orders import Promise
from outfitter_octo.errors import bad_request, unprocessable
from outfitter_octo.orders import Order, find, order_shape, status_of
from outfitter_octo.request_context import Asked
from outfitter_octo.request_mapping import locale_of
from outfitter_octo.requests import CancellationBody, ExtensionBody, OrderBody, read
from outfitter_octo.responses import Answer, answered


@answered
def post_order(asked: Asked) -> Answer:
    """POST /orders: an order before its first booking."""
    body = read(OrderBody, asked.call.body)
    _check(asked, body)
    contact = contact_of(body.contact) if body.contact else Contact()
    promise = Promise(empty_orders.until(asked, body.expirationMinutes), contact)
    order_id = str(uuid4())
    empty_orders.remember(asked, order_id, promise)
    return _answer(asked, Order(order_id, (), promise), body)


@answered
def get_order(asked: Asked) -> Answer:
    """GET /orders/{id}."""
    return Answer(order_shape(_order(asked), asked))


@answered
def patch_order(asked: Asked) -> Answer:
    """PATCH /orders/{id}: who booked, and until when it holds."""
    body = read(OrderBody, asked.call.body)
    order = _order(asked)
    _check(asked, body)
    _must_be_open(order, asked)
    if not order.bookings:
        return _answer(asked, _patched(asked, order, body), body)
    for booking in order.open:
        if body.contact is not None:
            amendment = Amendment(said=_said(booking, body))
            channels.amend(asked.connection, _key(booking), amendment)
    if body.expirationMinutes is not None:
        _extend(asked, order, body.expirationMinutes)
    return _answer(asked, _order(asked), body)


def _patched(asked: Asked, order: Order, body: OrderBody) -> Order:
    promise = order.promise or Promise(empty_orders.until(asked, None), Contact())
    if body.contact is not None:
        promise = replace(promise, contact=contact_of(body.contact, promise.contact))
    if body.expirationMinutes is not None:
        promise = empty_orders.prolonged(promise, empty_orders.until(asked, body.expirationMinutes))
    return replace(order, promise=empty_orders.remember(asked, order.id, promise))


@answered
def post_order_extension(asked: Asked) -> Answer:
    """POST /orders/{id}/extend: all its holds end later."""
    body = read(ExtensionBody, asked.call.body)
    if body.expirationMinutes is None:
        raise bad_request("expirationMinutes is a required field")
    order = _order(asked)
    _must_be_open(order, asked)
    if not order.bookings and order.promise is not None:
        later = empty_orders.prolonged(order.promise, empty_orders.until(asked, body.expirationMinutes))
        empty_orders.remember(asked, order.id, later)
    _extend(asked, order, body.expirationMinutes)
    return Answer(order_shape(_order(asked), asked))


@answered
def post_order_confirmation(asked: Asked) -> Answer:
    """
    POST /orders/{id}/confirm: every hold in it is sold.

    First every hold is kept a while longer, so that none runs out behind the others. A booking
    that cannot be confirmed all the same leaves the order as far as it came: the same request
    again goes on from there.
    """
    body = read(OrderBody, asked.call.body)
    order = _order(asked)
    _check(asked, body)
    if not order.bookings:
        raise unprocessable("The order has no bookings.")
    if not order.held and status_of(order, asked) not in {"CONFIRMED", "PENDING"}:
        raise unprocessable("The order is over.")
    _extend(asked, order, None)
    for booking in order.held:
        channels.confirm(asked.connection, _key(booking), said=_said(booking, body, order))
    return _answer(asked, _order(asked), body)


@answered
def post_order_cancellation(asked: Asked) -> Answer:
    """POST /orders/{id}/cancel, and DELETE /orders/{id}: all of it or nothing."""
    body = read(CancellationBody, asked.call.body)
    order = _order(asked)
    is_forced = bool(body.force)
    if not is_forced and not all(booking.is_cancellable for booking in order.open):
        raise unprocessable("A booking of this order cannot be cancelled any more.")
    if not order.bookings and order.promise is not None:
        empty_orders.remember(asked, order.id, replace(order.promise, is_cancelled=True))
    for booking in order.open:
        channels.cancel(asked.connection, _key(booking), reason=body.reason, is_forced=is_forced)
    return Answer(order_shape(_order(asked), asked))


def _order(asked: Asked) -> Order:
    return find(asked, asked.params["id"])


def _key(booking: Booking) -> Key:
    return Key(reference=booking.reference)


def _extend(asked: Asked, order: Order, minutes: int | None) -> None:
    for booking in order.held:
        channels.extend(asked.connection, _key(booking), minutes=minutes)


def _must_be_open(order: Order, asked: Asked) -> None:
    if status_of(order, asked) in {"CANCELLED", "EXPIRED"}:
        raise unprocessable("The order is over.")


def _check(asked: Asked, body: OrderBody) -> None:
    if body.currency and body.currency != asked.connection.currency:
        raise bad_request(f"Prices are in {asked.connection.currency}.")
    if body.cardPayment:
        raise unprocessable("octo/cardPayments is not offered: the reseller collects.")


def _said(booking: Booking, body: OrderBody, order: Order | None = None) -> Said:
    said = body.contact
    if said is None:
        told = order.promise.contact if order and order.promise else None
        is_new = told is not None and told != Contact() and booking.contact == Contact()
        return Said(contact=told if is_new else None)
    return Said(contact=contact_of(said, booking.contact), locale=locale_of(said))


def _answer(asked: Asked, order: Order, body: OrderBody) -> Answer:
    return Answer(order_shape(order, asked, body.contact))
