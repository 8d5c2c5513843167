"""What the calls around gift cards take (domain.md 5.11). Unknown fields are refused."""

from datetime import date, datetime
from typing import Annotated, Literal

from ninja import Schema
from ninja.params.functions import Path
from pydantic import EmailStr, Field, StringConstraints, field_validator

from outfitter.api.schemas import (
    PRINTABLE,
    SINGLE_LINE,
    Amount,
    Id,
    In,
    Line,
    Name,
    Positive,
    Version,
    Visible,
)
from outfitter_tenants.checkout.trip_response.requests import Hash, Locale, Phone
from outfitter_tenants.checkout.trip_response.requests.lifecycle import Reason, VersionedIn

Code = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64, pattern=SINGLE_LINE), Visible
]
CardKey = Annotated[str, Path(max_length=64, description="a card's number, or its code")]
Day = Annotated[date, Field(ge=date(2000, 1, 1), le=date(2200, 12, 31))]
StyleName = Annotated[Name, StringConstraints(min_length=1)]
Greeting = Annotated[str, StringConstraints(strip_whitespace=True, max_length=600, pattern=PRINTABLE)]
Remark = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000, pattern=PRINTABLE)]


class CardSaveIn(In):
    """
    Make a gift card (no `id`) or change one; what is left out of a change stays.

    With `trip` (its number for staff, its hash for visitors) the card is sold with that trip.
    `code` goes with `code_source` manual: it was printed elsewhere. Amounts of a card that is
    active stay.
    """

    id: Id | None = None
    version: Version | None = None
    trip: Id | Hash | None = None
    purchased_amount: Amount | None = None
    promo_amount: Amount | None = None
    price: Amount | None = None
    style_id: Id | None = None
    recipient_name: Line | None = None
    recipient_email: EmailStr | None = None
    recipient_phone: Phone | None = None
    sender_name: Line | None = None
    message: Greeting | None = None
    locale: Locale | None = None
    deliver_at: datetime | None = None
    expires_at: datetime | None = None
    promo_expires_at: datetime | None = None
    is_physical: bool | None = None
    code_source: Literal["auto", "manual"] = "auto"
    code: Code | None = None
    note: Remark | None = None

    @field_validator("deliver_at", "expires_at", "promo_expires_at")
    @classmethod
    def _in_time(cls, value: datetime | None) -> datetime | None:
        if value is not None and (value.tzinfo is None or not 2000 <= value.year <= 2200):
            raise ValueError("Give an instant with its zone.")
        return value


class CardFiguresIn(Schema):
    """A day of the operator's at whose end is asked what was owed; without one it is now."""

    date: Day | None = None


class CardSearchIn(Schema):
    """A whole code; staff may also look for the end of one, a buyer or a recipient (`q`)."""

    code: Annotated[str, StringConstraints(strip_whitespace=True, max_length=64)] = ""
    q: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""


class CardRemoveIn(VersionedIn):
    """Why a card goes; visitors, and staff who only sell trips, name the trip that buys it."""

    reason: Reason
    trip: Id | Hash | None = None


class CardsRemoveAllIn(VersionedIn):
    """Why every card goes."""

    reason: Reason = "removed"


class CardReloadIn(VersionedIn):
    """
    More value in minor units: `amount` is sold with a trip, `promo_amount` is given away.

    Without a trip all of it is given away, at once, and `reason` says why.
    """

    amount: Amount = 0
    promo_amount: Amount = 0
    trip: Id | Hash | None = None
    reason: Remark = ""


class CardActivateIn(VersionedIn):
    """
    Make a card good: sold with its own trip or with `trip`, or given away for a `reason`.

    With `trip` it becomes active once that is paid. Given away, all of its value is promotional.
    """

    trip: Id | Hash | None = None
    reason: Remark = ""


class CardApplyIn(VersionedIn):
    """Pay from the card with this code: all it can, or `amount` in minor units."""

    code: Code
    amount: Positive | None = None


class CardUnapplyIn(VersionedIn):
    """Which payment by card goes back."""

    payment_id: Id
