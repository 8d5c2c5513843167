"""What the calls around gift cards answer (domain.md 5.11)."""

from datetime import date, datetime
from typing import Annotated, Literal

from ninja import Schema
from ninja.params.functions import Path
from pydantic import EmailStr, Field, StringConstraints, field_validator

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import (
    PRINTABLE,
    SINGLE_LINE,
    Amount,
    Id,
    In,
    Line,
    Name,
    Out,
    Positive,
    Version,
    Visible,
)
from outfitter_tenants.checkout.trip_response.requests import Hash, Locale, Phone
from outfitter_tenants.checkout.trip_response.requests.lifecycle import Reason, VersionedIn
from outfitter_tenants.checkout.trip_response.schemas import TripFull, WarningOut
from outfitter_tenants.checkout.trip_response.schemas.details import CardStyleOut

CardStatus = Literal["pending", "active", "depleted", "expired", "void"]
CardKind = Literal["gift", "credit"]


class CardTripOut(Out):
    """The trip that bought a card."""

    id: int
    hash: str
    confirmation_code: str
    status: str


class CardRowOut(Out):
    """A gift card in a list; amounts in minor units of its currency."""

    id: int
    hash: str
    kind: CardKind
    status: CardStatus
    code_masked: str
    last4: str
    code_source: Literal["auto", "manual"]
    is_physical: bool
    currency: str
    purchased_amount: int
    promo_amount: int
    balance: int
    balance_purchased: int
    balance_promo: int
    sold_price: int
    recipient_name: str
    recipient_email: str | None
    sender_name: str
    sold_trip: CardTripOut | None
    style_id: int
    deliver_at: datetime | None
    delivered_at: datetime | None
    activated_at: datetime | None
    expires_at: datetime | None
    promo_expires_at: datetime | None
    suspended_at: datetime | None
    created_at: datetime
    version: int


GiftCardsOut = ListAnswer[CardRowOut]


class CardMovementOut(Out):
    """One movement of a card's value, in minor units: what came onto it, or left it."""

    id: int
    kind: str
    at: datetime
    amount: int
    purchased: int
    promo: int
    balance: int
    trip: CardTripOut | None
    by: str
    reason: str


class CardSaleOut(Out):
    """What a card was sold with, or waits for, in minor units."""

    id: int
    kind: Literal["issue", "reload"]
    status: Literal["waits", "posted", "void"]
    purchased_amount: int
    promo_amount: int
    price: int
    kept_amount: int
    trip: CardTripOut | None


class GiftCardOut(CardRowOut):
    """A gift card, whole."""

    style: CardStyleOut
    recipient_phone: str | None
    message: str
    locale: str
    note: str
    void_reason: str
    voided_at: datetime | None
    held_until: datetime | None
    sales: list[CardSaleOut]
    movements: list[CardMovementOut]


class CardAnswer(Out):
    """
    What a change of a card answers; `trip` when it changed one.

    `code` is there once, when the card is made, for whoever may see it.
    """

    giftCard: GiftCardOut
    code: str | None
    trip: TripFull | None
    warnings: list[WarningOut]


class CardCodeOut(Out):
    """A card's code as people read it."""

    code: str


class CardBalanceOut(Out):
    """What whoever has a code may know of its card; `email_hint` is the end of an address."""

    id: int | None
    last4: str
    kind: CardKind
    status: CardStatus
    currency: str
    balance: int
    expires_at: datetime | None
    promo_expires_at: datetime | None
    email_hint: str


class CardSearchOut(Out):
    """The card with a code; for staff also cards by their end, buyer or recipient."""

    giftCard: CardBalanceOut | None
    giftCards: list[CardRowOut]


class CardMonthOut(Out):
    """What happened to gift cards in one month, in minor units, and what was owed at its end."""

    month: date
    sold: int
    granted: int
    applied: int
    returned: int
    expired: int
    voided: int
    outstanding_purchased: int
    outstanding_promo: int


class CardFiguresOut(Out):
    """
    What the operator owes on gift cards, and how it came about, in minor units.

    What is outstanding is that of the end of `as_of`; everything else is that of now.
    """

    currency: str
    as_of: date
    outstanding_purchased: int
    outstanding_promo: int
    waiting_amount: int
    active_cnt: int
    pending_cnt: int
    months: list[CardMonthOut]


class StyleSavedOut(Out):
    """The styles that a new card can have, after one was added or taken away."""

    styles: list[CardStyleOut]


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
