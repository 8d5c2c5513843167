"""What the calls around a trip take (domain.md 5.16, 5.24, 5.25). Unknown fields are refused."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Amount, Id, In, Line, Name, Text, Total, Version

Phone = Annotated[str, StringConstraints(strip_whitespace=True, max_length=32)]
Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
Locale = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]{2,8})*$", max_length=12)]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{1,24}$")]


class ContactIn(In):
    """Whom a trip is for. Visitors give both names, staff write down what they were told."""

    first_name: Name = ""
    last_name: Name = ""
    email: EmailStr | None = None
    phone: Phone | None = None
    country: Country | None = None


class QuantityIn(In):
    """So many tickets of one customer type."""

    experience_customer_type_id: Id
    qty: int = Field(ge=0, le=500)


class OrderIn(In):
    """One experience at one time, for these guests."""

    id: Id | None = None
    experience_id: Id
    timeslot_id: Id
    quantities: list[QuantityIn] = Field(min_length=1, max_length=30)


class TripProductIn(In):
    """So many of a product in a cart, for the trip as such; 0 takes it out."""

    product_id: Id
    qty: int = Field(ge=0, le=9999)
    unit_amount: Amount | None = None


# An answer to a custom field; `fields.rules.answers` checks it against the field's kind.
AnswerText = Annotated[str, Field(max_length=5000)]
AnswerValue = bool | int | float | AnswerText | Annotated[list[Line], Field(max_length=100)] | None
# What is asked about what: `booking.12.3`.
AnswerKey = Annotated[str, StringConstraints(pattern=r"^(trip|trip_order|booking)(\.[1-9]\d{0,17}){2}$")]


class KeyedAnswerIn(In):
    """What a visitor said to a question of the trip, by its key; null takes the answer away."""

    key: AnswerKey
    value: AnswerValue


class TripSaveIn(In):
    """Make a draft (no `id`) or change one."""

    id: Id | Hash | None = None
    version: Version | None = None
    method: Literal["ecommerce", "phone", "walk_up", "pos", "staff"] | None = None
    locale: Locale | None = None
    contact: ContactIn | None = None
    orders: list[OrderIn] | None = Field(default=None, max_length=50)
    # Staff only: exactly these, without a guest; left out, they stay as they are.
    products: list[TripProductIn] | None = Field(default=None, max_length=200)
    group_name: Line | None = None
    utm: dict[Name, Line] | None = Field(default=None, max_length=20)
    referrer: Annotated[str, StringConstraints(max_length=2000)] | None = None
    # Staff with timeslot.overbook ask to sell beyond the seats.
    overbook: bool = False
    # Visitors only: answers to what their cart is asked, and whether they may be written to when
    # they leave it. Left out, that stays as it is.
    customFieldValues: list[KeyedAnswerIn] = Field(default=[], max_length=500)
    may_remind: bool | None = None
    # The partner whose link brought a visitor; one who does not sell is ignored.
    reseller: Id | None = None
    # The promo code of a partner, from their link or typed by a visitor; an unknown one is ignored.
    promo: (
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=32, pattern=SINGLE_LINE)] | None
    ) = None


class HoldsCancelIn(In):
    """Give back the seats of an order; the public names its trip by hash."""

    trip: Hash | None = None


class ResumeIn(In):
    """What the page around a visitor's frame kept of a cart."""

    token: Annotated[str, StringConstraints(min_length=1, max_length=1000)]


class ConvertIn(In):
    """Complete a checkout."""

    intent_id: Id | None = None
    expected_total: Total
    accept_terms: bool
    marketing_opt_in: bool = False
    notify: bool = True


# How a device names what somebody did on it: a UUID, say.
ActionId = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{1,64}$")]


class NotedIn(In):
    """When a device noted something, and its own name for that: sent again it changes nothing."""

    occurred_at: datetime | None = None
    client_action_id: ActionId | None = None


class CheckinIn(NotedIn):
    """Guests arrived; all of them when no ids are named."""

    booking_ids: list[Id] | None = Field(default=None, max_length=500)


class StatusesIn(CheckinIn):
    """Give guests of an order a status; all of them when no ids are named."""

    booking_status_id: Id


class NoshowIn(CheckinIn):
    """
    Guests did not come; without ids all who are not here.

    `charge_fee` charges the customer's saved card with what not coming costs.
    """

    charge_fee: bool = False


class BookingStatusIn(NotedIn):
    """One guest's status."""

    note: Text | None = None
