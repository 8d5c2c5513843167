"""
All that a channel plugin asks of the platform. Import it inside hook bodies: it needs Django.

A plugin speaks one protocol and translates; seats, prices, trips and money are the engine's. Every
function works in the schema of the operator whose connection it is given, and none of them may be
called inside a transaction of the caller's. Refusals are `ChannelError`s.
"""

from collections.abc import Sequence
from datetime import date

from outfitter.plugins.channels.adapter import (
    ChannelAdapter,
    ChannelBooking,
    Fault,
    PartnerCall,
    PartnerRoute,
    Push,
    PushLimits,
    PushResult,
)
from outfitter.plugins.channels.booking_types import (
    AddonRequest,
    AmendRequest,
    BookedUnit,
    Booking,
    BookingDetails,
    BookingKey,
    BookingSearch,
    BookingState,
    Cancellation,
    Contact,
    DepartureRef,
    HoldRequest,
    Refunded,
    UnitRequest,
)
from outfitter.plugins.channels.catalog_types import (
    Addon,
    CancellationRule,
    Connection,
    Content,
    Day,
    Departure,
    Discount,
    IncludedTax,
    MappedProduct,
    Offer,
    Option,
    Picture,
    Place,
    Price,
    Product,
    Question,
    Tier,
    Unit,
    UnitPrice,
)
from outfitter.plugins.channels.errors import (
    AlreadyCancelled,
    BadCredentials,
    CancellationRefused,
    ChangeRefused,
    ChannelError,
    ConnectionClosed,
    CurrencyMismatch,
    DuplicateReference,
    HoldExpired,
    MalformedRequest,
    NoAvailability,
    PartyRefused,
    PastCutoff,
    PriceChanged,
    SoldOut,
    TemporarilyUnavailable,
    TooManyRequests,
    UnknownBooking,
    UnknownDeparture,
    UnknownOption,
    UnknownProduct,
    UnknownUnit,
)
from outfitter.plugins.channels.http_types import NoAnswer, OutboundRequest, OutboundResponse
from outfitter.plugins.channels.own_settings import read_settings
from outfitter.plugins.channels.subscription_types import Notice, Subscription, SubscriptionDraft
from outfitter.plugins.channels.tool_types import (
    ChannelAway,
    ChannelRefused,
    ChannelTool,
    ToolCall,
    ToolColumn,
    ToolRow,
)
from outfitter_tenants.channels.operations import amendments, connection_reads, holds, pushes
from outfitter_tenants.channels.operations.channel_subscriptions import change as change_subscription
from outfitter_tenants.channels.operations.channel_subscriptions import list_all as subscriptions
from outfitter_tenants.channels.operations.channel_subscriptions import subscribe, unsubscribe
from outfitter_tenants.channels.operations.client import call
from outfitter_tenants.channels.operations.confirmations import book, confirm
from outfitter_tenants.channels.operations.connection_reads import (
    addons,
    booking,
    bookings,
    bookings_of_trip,
    contact,
    forget_cached,
    mapped_products,
)
from outfitter_tenants.channels.operations.holds import hold
from outfitter_tenants.channels.operations.mappings import stop_selling
from outfitter_tenants.channels.operations.pushes import listen as resume_pushes
from outfitter_tenants.channels.queries.connections import find_by_key as find_connection
from outfitter_tenants.channels.queries.connections import get_open as connection_of
from outfitter_tenants.channels.queries.connections import list_open as connections

__all__ = [
    "Addon",
    "AddonRequest",
    "AlreadyCancelled",
    "AmendRequest",
    "BadCredentials",
    "BookedUnit",
    "Booking",
    "BookingDetails",
    "BookingKey",
    "BookingSearch",
    "BookingState",
    "Cancellation",
    "CancellationRefused",
    "CancellationRule",
    "ChangeRefused",
    "ChannelAdapter",
    "ChannelAway",
    "ChannelBooking",
    "ChannelError",
    "ChannelRefused",
    "ChannelTool",
    "Connection",
    "ConnectionClosed",
    "Contact",
    "Content",
    "CurrencyMismatch",
    "Day",
    "Departure",
    "DepartureRef",
    "Discount",
    "DuplicateReference",
    "Fault",
    "HoldExpired",
    "HoldRequest",
    "IncludedTax",
    "MalformedRequest",
    "MappedProduct",
    "NoAnswer",
    "NoAvailability",
    "Notice",
    "Offer",
    "Option",
    "OutboundRequest",
    "OutboundResponse",
    "PartnerCall",
    "PartnerRoute",
    "PartyRefused",
    "PastCutoff",
    "Picture",
    "Place",
    "Price",
    "PriceChanged",
    "Product",
    "Push",
    "PushLimits",
    "PushResult",
    "Question",
    "Refunded",
    "SoldOut",
    "Subscription",
    "SubscriptionDraft",
    "TemporarilyUnavailable",
    "Tier",
    "TooManyRequests",
    "ToolCall",
    "ToolColumn",
    "ToolRow",
    "Unit",
    "UnitPrice",
    "UnitRequest",
    "UnknownBooking",
    "UnknownDeparture",
    "UnknownOption",
    "UnknownProduct",
    "UnknownUnit",
    "addons",
    "amend",
    "availability",
    "book",
    "booking",
    "bookings",
    "bookings_of_trip",
    "calendar",
    "call",
    "cancel",
    "change_subscription",
    "confirm",
    "connection_of",
    "connections",
    "contact",
    "departures",
    "extend",
    "find_connection",
    "forget_cached",
    "hold",
    "mapped_products",
    "product",
    "products",
    "push_dates",
    "read_settings",
    "resume_pushes",
    "stop_selling",
    "subscribe",
    "subscriptions",
    "unsubscribe",
]


def products(connection: Connection, *, locale: str | None = None) -> tuple[Product, ...]:
    """Return what a connection sells, with its texts in a locale where they were translated."""
    return connection_reads.products(connection, locale=locale)


def product(connection: Connection, product_id: str, *, locale: str | None = None) -> Product:
    """
    Return one product by the channel's name for it.

    :raises UnknownProduct: this connection does not sell it
    """
    return connection_reads.product(connection, product_id, locale=locale)


def availability(
    connection: Connection,
    *,
    product_id: str,
    option_id: str | None = None,
    date_from: date,
    date_to: date,
    units: Sequence[UnitRequest] = (),
    currency: str | None = None,
    offer_code: str | None = None,
    has_offers: bool = False,
) -> tuple[Departure, ...]:
    """
    Return the departures of local days, in order of their start; days that are over have none.

    Without an option: those of all options. `units` are priced and judged on every departure
    (`refusal`, `total`). At most 550 days. `offer_code` prices them with a code, where it is usable;
    with `has_offers` the codes are told that this channel may name.

    :raises UnknownProduct, UnknownOption, UnknownUnit, CurrencyMismatch: as named
    :raises MalformedRequest: as named; `field` is "offer_code" for a code that is none
    """
    return connection_reads.availability(
        connection,
        product_id=product_id,
        option_id=option_id,
        date_from=date_from,
        date_to=date_to,
        units=units,
        currency=currency,
        offer_code=offer_code,
        has_offers=has_offers,
    )


def departures(
    connection: Connection,
    *,
    product_id: str,
    option_id: str | None = None,
    departure_ids: Sequence[str],
    units: Sequence[UnitRequest] = (),
    currency: str | None = None,
    offer_code: str | None = None,
    has_offers: bool = False,
) -> tuple[Departure, ...]:
    """Return departures by their ids; what is not there (any more) is left out."""
    return connection_reads.departures(
        connection,
        product_id=product_id,
        option_id=option_id,
        departure_ids=departure_ids,
        units=units,
        currency=currency,
        offer_code=offer_code,
        has_offers=has_offers,
    )


def calendar(
    connection: Connection,
    *,
    product_id: str,
    option_id: str | None = None,
    date_from: date,
    date_to: date,
    units: Sequence[UnitRequest] = (),
    currency: str | None = None,
    offer_code: str | None = None,
    has_offers: bool = False,
) -> tuple[Day, ...]:
    """
    Return one row for every local day, also for days without a departure ("closed").

    :raises UnknownProduct, UnknownOption, UnknownUnit, CurrencyMismatch, Malformed: as named
    """
    return connection_reads.calendar(
        connection,
        product_id=product_id,
        option_id=option_id,
        date_from=date_from,
        date_to=date_to,
        units=units,
        currency=currency,
        offer_code=offer_code,
        has_offers=has_offers,
    )


def extend(connection: Connection, key: BookingKey, *, minutes: int | None = None) -> Booking:
    """
    Keep a hold for `minutes` from now, within the connection's bounds; never shortens it.

    :raises UnknownBooking, HoldExpired, AlreadyCancelled: as named
    :raises ChangeRefused: it is confirmed already
    """
    return holds.extend(connection, key, minutes=minutes)


def amend(connection: Connection, key: BookingKey, amendment: AmendRequest) -> Booking:
    """
    Change a booking that is held or confirmed: all of it or nothing.

    :raises UnknownBooking, HoldExpired, AlreadyCancelled, ChangeRefused: as named
    :raises SoldOut, PastCutoff, NoAvailability, PartyRefused: as named
    """
    return amendments.amend(connection, key, amendment)


def cancel(
    connection: Connection, key: BookingKey, *, reason: str | None = None, is_forced: bool = False
) -> Booking:
    """
    Give up a hold, or cancel a booking by the operator's cancellation policy.

    Cancelling again gives the same answer. `is_forced` cancels past the cut-off too (nothing comes
    back then); what has begun or was redeemed is never cancelled.

    :raises UnknownBooking: there is none
    :raises CancellationRefused: `reason` says why
    """
    return amendments.cancel(connection, key, reason=reason, is_forced=is_forced)


def push_dates(
    connection: Connection, *, product_id: str, date_from: date | None = None, date_to: date | None = None
) -> None:
    """
    Have a product's dates told anew, all of them unless named; takes up pushes that were refused.

    :raises UnknownProduct: this connection does not sell it
    """
    pushes.push_again(connection, product_id=product_id, date_from=date_from, date_to=date_to)
