"""What the calls around gift cards answer (domain.md 5.11)."""

from datetime import date, datetime
from typing import Literal

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import Out
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
