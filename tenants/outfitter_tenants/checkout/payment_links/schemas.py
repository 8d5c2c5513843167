"""A payment link as its holder and as staff see it; amounts in minor units."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import Amount, Id, In, Line, Out, Positive
from outfitter_tenants.checkout.payments.requests import Guests, Mode, Remark
from outfitter_tenants.checkout.trip_response.schemas.details import BillLineOut
from outfitter_tenants.checkout.trip_response.schemas.payments import CardOut


class PayOperatorOut(Out):
    """Who asks for the money."""

    name: str
    logo_url: str | None
    brand_color: str | None
    phone: str | None
    locale: str
    time_zone: str


class PayTripOut(Out):
    """What it is for."""

    confirmation_code: str
    first_name: str
    total: int
    paid: int
    balance: int
    portal_url: str | None


class PayOrderOut(Out):
    """One experience of the trip."""

    experience_name: str
    hero_image: str | None
    date: date | None
    start_time: str | None
    guest_cnt: int


class PayGuestOut(Out):
    """What is still open for one guest."""

    booking_id: int
    name: str
    type: str
    due_amount: int


class PayTipOut(Out):
    """Which tips are suggested, as shares (millionths) of an amount."""

    base_amount: int
    suggestions_ppm: list[int]


class PayGiftCardOut(Out):
    """A gift card that was put towards the cart."""

    last4: str
    amount: int


class PayGatewayOut(Out):
    """
    What the browser needs to show the gateway's fields.

    With `keeps_card` they say that the card is kept and charged with the rest when it is due.
    """

    provider: str
    publishable_key: str
    script_url: str
    is_test: bool
    gateway_account: str | None
    keeps_card: bool


class ReceiptOut(Out):
    """A payment that was made."""

    amount: int
    tip_amount: int
    paid_at: datetime
    method: str
    card: CardOut | None


class PayLinkOut(Out):
    """
    A payment link as it stands: open, paid, expired or void.

    `amount` is what is asked for, without a tip and before a gift card.
    """

    state: str
    amount_mode: str
    amount: int
    sent_amount: int | None
    currency: str
    expires_at: datetime | None
    note: str
    operator: PayOperatorOut
    trip: PayTripOut
    orders: list[PayOrderOut]
    billLines: list[BillLineOut]
    guests: list[PayGuestOut]
    tip: PayTipOut | None
    gift_card: PayGiftCardOut | None
    payment: PayGatewayOut | None
    receipts: list[ReceiptOut]


class PayConfirmOut(Out):
    """How a payment by link stands."""

    status: str
    next_action: dict[str, Any] | None
    message: str | None
    link: PayLinkOut


class PaymentLinkMadeOut(Out):
    """An address that was made, and whom it was sent to."""

    id: int
    url: str
    amount: int
    expires_at: datetime
    sent_to: str | None


class PaymentLinkSentOut(Out):
    """Whom a payment link was sent to."""

    sent_to: str


class PaymentLinkRowOut(Out):
    """A payment link as staff see it."""

    id: int
    url: str
    state: str
    amount_mode: str
    amount: int
    sent_amount: int
    created_at: datetime
    expires_at: datetime
    opened_at: datetime | None


class PaymentLinksOut(Out):
    """The payment links of a trip, the newest first."""

    data: list[PaymentLinkRowOut]


Sealed = Annotated[str, Field(max_length=80, description="what stands behind /pay/")]


class PaymentLinkIn(In):
    """
    Make an address that asks for a part of a trip.

    It is good for so many `days`; left out, for seven or until the trip begins. `send_by` sends it
    to the trip's contact.
    """

    amount_mode: Mode = "balance"
    amount: Positive | None = None
    booking_ids: Guests = []
    note: Remark = ""
    ask_tip: bool = True
    days: Annotated[int, Field(ge=1, le=90)] | None = None
    send_by: Literal["email", "sms"] | None = None


class PaymentLinkRevokeIn(In):
    """Take a payment link back."""


class PaymentLinkSendIn(In):
    """Send a payment link again."""


class PayIn(In):
    """Begin to pay by a link: `amount` is what the page showed, tip and all."""

    amount: Amount
    tip_amount: Amount = 0
    booking_ids: Guests = []


class PayConfirmIn(In):
    """Ask what became of a payment that was begun by a link."""

    intent_id: Id


class PayCodeIn(In):
    """The code of a gift card."""

    code: Annotated[Line, StringConstraints(min_length=1, max_length=40)]


class PayCodeRemoveIn(In):
    """Take the gift card off again."""
