"""
All that a channel plugin asks of the platform. Import it inside hook bodies: it needs Django.

A plugin speaks one protocol and translates; seats, prices, trips and money are the engine's. Every
function works in the schema of the operator whose connection it is given, and none of them may be
called inside a transaction of the caller's. Refusals are `ChannelProblem`s.
"""

from collections.abc import Sequence
from datetime import date

from outfitter.plugins.channels.adapter import (
    ChannelAdapter,
    Fault,
    PartnerCall,
    PartnerRoute,
    Push,
    Pushed,
    PushLimits,
    TheirBooking,
)
from outfitter.plugins.channels.booking_types import (
    Amendment,
    At,
    BookedUnit,
    Booking,
    BookingSearch,
    BookingState,
    Cancellation,
    Contact,
    HoldRequest,
    Key,
    Refunded,
    Said,
    WantedUnit,
)
from outfitter.plugins.channels.catalog_types import (
    CancellationRule,
    Connection,
    Content,
    Day,
    Departure,
    IncludedTax,
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
    ChannelProblem,
    ConnectionClosed,
    CurrencyMismatch,
    DuplicateReference,
    HoldExpired,
    Malformed,
    NoAvailability,
    PartyRefused,
    PastCutoff,
    PriceChanged,
    SoldOut,
    TooManyRequests,
    TryAgain,
    UnknownBooking,
    UnknownDeparture,
    UnknownOption,
    UnknownProduct,
    UnknownUnit,
)
from outfitter.plugins.channels.http_types import (
    Incoming,
    NoAnswer,
    Outgoing,
)
from outfitter_tenants.channels.operations import (
    amendments,
    confirmations,
    connection_reads,
    holds,
    mappings,
    pushes,
)
from outfitter_tenants.channels.operations import (
    client as operations,
)
from outfitter_tenants.channels.queries import connections as connected

__all__ = [
    "AlreadyCancelled", "Amendment", "At", "BadCredentials", "BookedUnit", "Booking",
    "BookingSearch", "BookingState", "Cancellation", "CancellationRefused", "CancellationRule",
    "ChangeRefused", "ChannelAdapter", "ChannelProblem", "Connection", "ConnectionClosed",
    "Contact", "Content", "CurrencyMismatch", "Day", "Departure", "DuplicateReference", "Fault",
    "HoldExpired", "HoldRequest", "IncludedTax", "Incoming", "Key", "Malformed", "NoAnswer",
    "NoAvailability", "Option", "Outgoing", "PartnerCall", "PartnerRoute", "PartyRefused",
    "PastCutoff", "Picture", "Place", "Price", "PriceChanged", "Product", "Push", "PushLimits",
    "Pushed", "Question", "Refunded", "Said", "SoldOut", "TheirBooking", "Tier",
    "TooManyRequests", "TryAgain", "Unit", "UnitPrice", "UnknownBooking", "UnknownDeparture",
    "UnknownOption", "UnknownProduct", "UnknownUnit", "WantedUnit", "amend", "availability",
    "book", "booking", "bookings", "bookings_of_trip", "calendar", "call", "cancel", "confirm",
    "connection_of", "connections", "departures", "extend", "find_connection", "forget_cached",
    "hold", "product", "products", "push_again",
    "resume_pushes", "stop_selling",
]  # fmt: skip


def find_connection(*, channel: str, key: str) -> Connection:
    """
    Return the connection that a key belongs to. The host does this for routes that name a key.

    :raises BadCredentials: it is nobody's here
    :raises ConnectionClosed: the operator has not opened it, or paused it
    """
    return connected.find_by_key(channel=channel, key=key)


def connections(*, channel: str) -> tuple[Connection, ...]:
    """Return the connections of a channel that are live or being tested."""
    return connected.list_open(channel=channel)


def connection_of(*, uuid: str) -> Connection:
    """
    Return one connection by its public uuid.

    :raises BadCredentials: there is none that is open
    """
    return connected.get_open(uuid=uuid)


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
    units: Sequence[WantedUnit] = (),
    currency: str | None = None,
) -> tuple[Departure, ...]:
    """
    Return the departures of local days, in order of their start; days that are over have none.

    Without an option: those of all options. `units` are priced and judged on every departure
    (`refusal`, `total`). At most 550 days.

    :raises UnknownProduct, UnknownOption, UnknownUnit, CurrencyMismatch, Malformed: as named
    """
    return connection_reads.availability(
        connection, product_id=product_id, option_id=option_id, date_from=date_from,
        date_to=date_to, units=units, currency=currency,
    )  # fmt: skip


def departures(
    connection: Connection,
    *,
    product_id: str,
    option_id: str | None = None,
    departure_ids: Sequence[str],
    units: Sequence[WantedUnit] = (),
    currency: str | None = None,
) -> tuple[Departure, ...]:
    """Return departures by their ids; what is not there (any more) is left out."""
    return connection_reads.departures(
        connection, product_id=product_id, option_id=option_id, departure_ids=departure_ids,
        units=units, currency=currency,
    )  # fmt: skip


def calendar(
    connection: Connection,
    *,
    product_id: str,
    option_id: str | None = None,
    date_from: date,
    date_to: date,
    units: Sequence[WantedUnit] = (),
    currency: str | None = None,
) -> tuple[Day, ...]:
    """
    Return one row for every local day, also for days without a departure ("closed").

    :raises UnknownProduct, UnknownOption, UnknownUnit, CurrencyMismatch, Malformed: as named
    """
    return connection_reads.calendar(
        connection, product_id=product_id, option_id=option_id, date_from=date_from,
        date_to=date_to, units=units, currency=currency,
    )  # fmt: skip


def hold(connection: Connection, request: HoldRequest) -> Booking:
    """
    Set seats aside and keep their price for as long. Safe to repeat with the same reference.

    :raises DuplicateReference: the reference was used for something else, or has ended
    :raises UnknownProduct, UnknownOption, UnknownUnit, UnknownDeparture: as named
    :raises SoldOut, PastCutoff, NoAvailability, PartyRefused: as named
    :raises CurrencyMismatch, PriceChanged, Malformed, TryAgain: as named
    """
    return holds.hold(connection, request)


def extend(connection: Connection, key: Key, *, minutes: int | None = None) -> Booking:
    """
    Keep a hold for `minutes` from now, within the connection's bounds; never shortens it.

    :raises UnknownBooking, HoldExpired, AlreadyCancelled: as named
    :raises ChangeRefused: it is confirmed already
    """
    return holds.extend(connection, key, minutes=minutes)


def confirm(
    connection: Connection,
    key: Key,
    *,
    said: Said | None = None,
    units: tuple[WantedUnit, ...] | None = None,
    reference: str | None = None,
    may_retake: bool = False,
) -> Booking:
    """
    Make a hold a booking. Confirming again gives the same answer.

    `reference` is another idempotency key that the channel names only now: the same one again gets
    the first booking. `may_retake`: when the hold has run out, take the seats once more if they
    are there, at the price that was told.

    :raises UnknownBooking, HoldExpired, AlreadyCancelled, SoldOut, PriceChanged: as named
    """
    return confirmations.confirm(
        connection, key, said=said, units=units, reference=reference, may_retake=may_retake
    )


def book(connection: Connection, request: HoldRequest) -> Booking:
    """
    Hold and confirm at once. Safe to repeat with the same reference; see `hold` for refusals.

    A hold of the same reference and content that is still open is confirmed.
    """
    return confirmations.book(connection, request)


def amend(connection: Connection, key: Key, amendment: Amendment) -> Booking:
    """
    Change a booking that is held or confirmed: all of it or nothing.

    :raises UnknownBooking, HoldExpired, AlreadyCancelled, ChangeRefused: as named
    :raises SoldOut, PastCutoff, NoAvailability, PartyRefused: as named
    """
    return amendments.amend(connection, key, amendment)


def cancel(
    connection: Connection, key: Key, *, reason: str | None = None, is_forced: bool = False
) -> Booking:
    """
    Give up a hold, or cancel a booking by the operator's cancellation policy.

    Cancelling again gives the same answer. `is_forced` cancels past the cut-off too (nothing comes
    back then); what has begun or was redeemed is never cancelled.

    :raises UnknownBooking: there is none
    :raises CancellationRefused: `reason` says why
    """
    return amendments.cancel(connection, key, reason=reason, is_forced=is_forced)


def booking(connection: Connection, key: Key) -> Booking:
    """
    Return how a booking stands now, also when staff have changed it meanwhile.

    :raises UnknownBooking: this connection has none by that name
    """
    return connection_reads.booking(connection, key)


def bookings(connection: Connection, search: BookingSearch) -> tuple[Booking, ...]:
    """Return the connection's bookings that match, oldest first."""
    return connection_reads.bookings(connection, search)


def bookings_of_trip(*, channel: str, trip_id: int) -> tuple[tuple[Connection, Booking], ...]:
    """Return what a channel has on a trip; for plugins that hear of trips by events."""
    return connection_reads.bookings_of_trip(channel=channel, trip_id=trip_id)


def push_again(
    connection: Connection, *, product_id: str, date_from: date | None = None,
    date_to: date | None = None,
) -> None:  # fmt: skip
    """
    Have a product's dates told anew, all of them unless named; takes up pushes that were refused.

    :raises UnknownProduct: this connection does not sell it
    """
    pushes.push_again(connection, product_id=product_id, date_from=date_from, date_to=date_to)


def resume_pushes(connection: Connection, *, mapping_id: int) -> None:
    """
    Note that the channel has asked for an option, and wants to be told of it from now on.

    Takes up pushes that were refused, or were never begun (`ChannelAdapter.is_told_on_request`).
    Costs next to nothing when it is told already, and tells nothing by itself.
    """
    pushes.listen(connection, mapping_id=mapping_id)


def stop_selling(connection: Connection, *, product_id: str, why: str) -> None:
    """
    Note that the channel has taken a product off sale, and tell who sets channels up.

    :raises UnknownProduct: this connection does not sell it
    """
    mappings.stop_selling(connection, product_id=product_id, why=why)


def forget_cached(connection: Connection) -> None:
    """Have whatever was kept of answers read anew: nothing is kept of this engine's own."""
    connection_reads.forget_cached(connection)


def call(connection: Connection, request: Outgoing) -> Incoming:
    """
    Ask a channel's server: bounded in time and size, kept from our own network, and logged.

    Any status is an answer. Not inside a transaction.

    :raises NoAnswer: there was none
    """
    return operations.call(connection, request)
