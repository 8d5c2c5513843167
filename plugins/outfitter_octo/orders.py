"""What an order (octo/cart) is: the bookings in it, and what follows from them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal
from uuid import NAMESPACE_URL, uuid5

from django.core.cache import cache

from outfitter.sdk import channels
from outfitter.sdk.channels import Booking, BookingSearch, BookingState, Contact, Price
from outfitter_octo.amounts import pricing
from outfitter_octo.booking_serializer import enrich_bookings
from outfitter_octo.errors import bad_request, unprocessable
from outfitter_octo.request_context import RequestContext
from outfitter_octo.requests import ContactBody, is_uuid, serialize_contact
from outfitter_octo.times import utc, utc_or_none
from outfitter_octo.types import OrderShape

# Told for a day after it has run out, so that a late reseller reads EXPIRED and not "unknown".
AFTERWARDS: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class EmptyOrder:
    """An order without bookings."""

    expires_at: datetime
    contact: Contact
    is_cancelled: bool = False


def find_empty_order(asked: RequestContext, order_id: str) -> EmptyOrder | None:
    """Return what is known of an order of this connection, None when nothing is."""
    found = cache.get(_name(asked, order_id))
    return found if isinstance(found, EmptyOrder) else None


def store_empty_order(asked: RequestContext, order_id: str, promise: EmptyOrder) -> EmptyOrder:
    """Keep it until it has run out, and a day more."""
    keep = promise.expires_at - asked.call.at + AFTERWARDS
    cache.set(_name(asked, order_id), promise, timeout=max(1, int(keep.total_seconds())))
    return promise


def calculate_expiry(asked: RequestContext, minutes: int | None) -> datetime:
    """Return when an order runs out that is wanted for `minutes`, within what was agreed."""
    connection = asked.connection
    wanted = min(minutes or connection.hold_minutes, connection.most_hold_minutes)
    return asked.call.at + timedelta(minutes=wanted)


def extend_empty_order(promise: EmptyOrder, at: datetime) -> EmptyOrder:
    """Return the promise with a later end; never an earlier one."""
    return replace(promise, expires_at=max(promise.expires_at, at))


def _name(asked: RequestContext, order_id: str) -> str:
    return f"octo-order:{asked.call.ctx.schema}:{asked.connection.uuid}:{order_id}"


OrderStatus = Literal["ON_HOLD", "CONFIRMED", "CANCELLED", "EXPIRED", "PENDING"]
MOST: Final = 100
_OPEN: Final[frozenset[BookingState]] = frozenset({"on_hold", "pending", "confirmed", "redeemed"})
# The first state that any booking has is the order's.
_RANKS: Final[tuple[tuple[frozenset[BookingState], OrderStatus], ...]] = (
    (frozenset({"on_hold"}), "ON_HOLD"),
    (frozenset({"pending"}), "PENDING"),
    (frozenset({"confirmed", "redeemed"}), "CONFIRMED"),
    (frozenset({"cancelled", "rejected"}), "CANCELLED"),
)


@dataclass(frozen=True, slots=True)
class Order:
    """Bookings that belong together, or the promise of some."""

    id: str
    bookings: tuple[Booking, ...]
    promise: EmptyOrder | None

    @property
    def held(self) -> tuple[Booking, ...]:
        """Return the bookings that wait to be confirmed."""
        return tuple(one for one in self.bookings if one.state == "on_hold")

    @property
    def open(self) -> tuple[Booking, ...]:
        """Return the bookings that have not ended."""
        return tuple(one for one in self.bookings if one.state in _OPEN)

    @property
    def contact(self) -> Contact:
        """Return who booked."""
        if self.bookings:
            return self.bookings[0].contact
        return self.promise.contact if self.promise else Contact()


def order_id_for(booking_uuid: str) -> str:
    """Return the id of an order that a booking begins; the same for a repeated request."""
    return str(uuid5(NAMESPACE_URL, f"urn:outfitter:octo:order:{booking_uuid}"))


def join_order(asked: RequestContext, order_id: str | None, booking_uuid: str) -> str | None:
    """
    Return the order that a new booking goes into, None without octo/cart.

    :raises OctoError: there is no such order, or it is over
    """
    if not asked.has_cart:
        return None
    if not order_id:
        return order_id_for(booking_uuid)
    order = find_order(asked, order_id)
    is_known = any(one.reference == booking_uuid for one in order.bookings)
    if status_of(order, asked) != "ON_HOLD" and not is_known:
        raise unprocessable("The order is over.")
    return order.id


def find_order(asked: RequestContext, order_id: str) -> Order:
    """
    Return an order of this connection.

    :raises OctoError: there is none
    """
    wanted = order_id.strip().lower()
    if is_uuid(wanted):
        search = BookingSearch(group=wanted, most=MOST)
        found = Order(wanted, channels.bookings(asked.connection, search), find_empty_order(asked, wanted))
        if found.bookings or found.promise:
            return found
    raise bad_request("The orderId was missing or invalid.")


def status_of(order: Order, asked: RequestContext) -> OrderStatus:
    """Return what the states of its bookings come to."""
    states = {booking.state for booking in order.bookings}
    for wanted, status in _RANKS:
        if states & wanted:
            return status
    if order.bookings or order.promise is None:
        return "EXPIRED"
    if order.promise.is_cancelled:
        return "CANCELLED"
    return "ON_HOLD" if asked.call.at < order.promise.expires_at else "EXPIRED"


def serialize_order(order: Order, asked: RequestContext, said: ContactBody | None = None) -> OrderShape:
    """Return an order."""
    status = status_of(order, asked)
    confirmed = [one.confirmed_at for one in order.bookings if one.confirmed_at]
    found: OrderShape = {
        "id": order.id,
        "testMode": any(one.is_test for one in order.bookings) or asked.is_test,
        "supplierReference": _reference(order),
        "settlementMethod": asked.settings.settlement_method,
        "status": status,
        "utcExpiresAt": _expires(order) if status in {"ON_HOLD", "EXPIRED"} else None,
        "utcConfirmedAt": utc_or_none(max(confirmed)) if confirmed else None,
        "cancellable": all(one.is_cancellable for one in order.open)
        and status not in {"CANCELLED", "EXPIRED"},
        "confirmable": status == "ON_HOLD" and bool(order.bookings),
        "bookings": enrich_bookings(asked, order.bookings),
        "contact": serialize_contact(order.contact, said),
    }
    total = total_of(order.open)
    if asked.has_pricing and total is not None:
        found["pricing"] = pricing(total, is_net_told=asked.settings.is_net_told)
    return found


def _reference(order: Order) -> str:
    return order.bookings[0].supplier_reference if order.bookings else order.id[:8].upper()


def _expires(order: Order) -> str | None:
    ends = [one.expires_at for one in order.held or order.bookings if one.expires_at]
    if ends:
        return utc(min(ends))
    return utc(order.promise.expires_at) if order.promise else None


def total_of(bookings: Sequence[Booking]) -> Price | None:
    """Return what bookings cost together, None without any."""
    prices = [booking.price for booking in bookings]
    if not prices:
        return None
    nets = [price.net for price in prices]
    return Price(
        retail=sum(price.retail for price in prices),
        original=sum(price.original for price in prices),
        net=None if None in nets else sum(net for net in nets if net is not None),
        currency=prices[0].currency,
        taxes=tuple(tax for price in prices for tax in price.taxes),
    )
