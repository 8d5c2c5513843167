"""What a channel asks of the engine, and what it is told about its bookings."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from outfitter.plugins.channels.catalog_types import Departure, Offer, Price

# "pending": staff have to agree first. A channel decides itself what it calls them.
BookingState = Literal["on_hold", "pending", "confirmed", "redeemed", "cancelled", "expired", "rejected"]
Refunded = Literal["full", "partial", "none"]


@dataclass(frozen=True, slots=True)
class Contact:
    """Who booked, or one guest; empty where nothing was said."""

    first_name: str = ""
    last_name: str = ""
    email: str = ""
    # As it was written; the engine keeps it in E.164 where it can be read.
    phone: str = ""
    # ISO 3166-1 alpha-2.
    country: str = ""
    locales: tuple[str, ...] = ()
    postal_code: str = ""
    birth_date: date | None = None
    notes: str = ""


@dataclass(frozen=True, slots=True)
class DepartureRef:
    """
    Which departure is meant: its id, its exact start, or a day and a local time.

    The first that is given counts. A day alone means the only departure of that day.
    """

    departure_id: str | None = None
    starts_at: datetime | None = None
    date: dt.date | None = None
    time: dt.time | None = None


@dataclass(frozen=True, slots=True)
class UnitRequest:
    """
    `quantity` units of a kind. `amount` is what the channel says one costs, in minor units.

    With a `uuid` or a contact, name one guest: `quantity` is 1 then. `group_size` is how many
    people come on a unit for a group. `answers` are question id -> answer, of questions that are
    asked of every guest; an empty one takes it away.
    """

    unit_id: str
    quantity: int = 1
    uuid: str | None = None
    reference: str | None = None
    contact: Contact | None = None
    group_size: int | None = None
    amount: int | None = None
    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AddonRequest:
    """So many of an add-on, by its id."""

    addon_id: str
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class BookingDetails:
    """
    What a channel says beside the seats; None leaves a thing as it is.

    `amount` is what it says the whole costs: with `is_amount_net` what the operator gets. It
    counts where the connection keeps their prices, and is recorded in any case; with
    `is_amount_binding` a booking at another price of ours is refused. `extra` is kept and given
    back as it is, for a plugin's own use (32 texts of 2000 letters).

    `answers` are question id -> answer, of questions that are asked once a booking; an empty one
    takes it away. What is no answer to its question goes into the operator's note, here and on
    units; with `is_answer_binding` the request is refused, and so is a booking that leaves a
    required question open.
    """

    contact: Contact | None = None
    notes: str | None = None
    # The name that people at the channel know the booking by; our trip carries it.
    channel_reference: str | None = None
    # Who sold it, where the channel resells for others.
    sold_by: str | None = None
    locale: str | None = None
    currency: str | None = None
    amount: int | None = None
    is_amount_net: bool = False
    is_amount_binding: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)
    is_answer_binding: bool = False
    extra: Mapping[str, str] | None = None
    # Further lines below the notes, for the operator alone: they are not told back. None: as they are.
    note_lines: tuple[str, ...] | None = None
    # Bookings that belong together (a cart of the channel).
    group: str | None = None
    # A code that takes something off, as long as nothing is sold; an empty one takes it away.
    offer_code: str | None = None
    # All add-ons of the booking, when it is confirmed or changed: a hold has none.
    addons: tuple[AddonRequest, ...] | None = None


@dataclass(frozen=True, slots=True)
class HoldRequest:
    """
    Seats to set aside. `reference` makes it safe to repeat: the same one gets the same answer.

    `minutes` is how long they are wanted, None as agreed; the engine keeps to the connection's
    bounds. `may_renew`: a reference whose booking has ended may begin a new one.
    """

    reference: str
    product_id: str
    option_id: str | None
    departure: DepartureRef
    units: tuple[UnitRequest, ...]
    minutes: int | None = None
    details: BookingDetails = field(default_factory=BookingDetails)
    is_test: bool = False
    may_renew: bool = False


@dataclass(frozen=True, slots=True)
class AmendRequest:
    """
    What to change on a booking that is held or confirmed; None leaves a thing as it is.

    `units` replaces the party: units whose uuid is known stay the same guests.
    """

    product_id: str | None = None
    option_id: str | None = None
    departure: DepartureRef | None = None
    units: tuple[UnitRequest, ...] | None = None
    minutes: int | None = None
    details: BookingDetails = field(default_factory=BookingDetails)


@dataclass(frozen=True, slots=True)
class BookingKey:
    """Which booking is meant: by our uuid, or by the reference the channel gave. One of them."""

    uuid: str | None = None
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class BookedUnit:
    """
    One ticket. `ticket_code` is what its bar code says; scanning it checks the guest in.

    `ticket_url` is the same as a PDF, of a booking that is confirmed.
    """

    uuid: str
    unit_id: str
    reference: str | None
    state: BookingState
    contact: Contact
    ticket_code: str
    price: Price
    redeemed_at: datetime | None = None
    group_size: int | None = None
    ticket_url: str | None = None
    # As they were said: question id -> answer.
    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cancellation:
    """How a booking ended, and what came back of it, in minor units."""

    at: datetime
    reason: str | None
    refund: Refunded
    amount: int


@dataclass(frozen=True, slots=True)
class Booking:
    """
    A booking as it stands. All times are in UTC.

    `reference` is the one that made it repeatable, `supplier_reference` the operator's
    confirmation code, at most nine letters; `voucher_url` is a PDF for the guests, without prices,
    of a booking that is confirmed.
    """

    uuid: str
    reference: str
    channel_reference: str | None
    supplier_reference: str
    state: BookingState
    is_test: bool
    product_id: str
    option_id: str
    departure: Departure
    units: tuple[BookedUnit, ...]
    contact: Contact
    notes: str
    price: Price
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None
    confirmed_at: datetime | None
    redeemed_at: datetime | None
    is_cancellable: bool
    cancellable_until: datetime | None
    cancellation: Cancellation | None
    version: int
    group: str | None = None
    sold_by: str | None = None
    voucher_url: str | None = None
    # As they were said: question id -> answer.
    answers: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, str] = field(default_factory=dict)
    # What takes something off its price, the one that was named first.
    offer: Offer | None = None


@dataclass(frozen=True, slots=True)
class BookingSearch:
    """Which bookings of a connection to list; None does not narrow. At most `most`, newest last."""

    channel_reference: str | None = None
    supplier_reference: str | None = None
    group: str | None = None
    states: frozenset[BookingState] = frozenset()
    starts_from: date | None = None
    starts_to: date | None = None
    most: int = 500
