"""Money of a trip as calls answer it: payments, held amounts, disputes, what a gateway says."""

from datetime import datetime
from typing import Literal

from outfitter.api.schemas import Out


class NamedOut(Out):
    """An id and a name."""

    id: int
    name: str


class CardOut(Out):
    """A card as people recognise it."""

    brand: str | None
    last4: str


class TipShareOut(Out):
    """Whose a part of a tip is; without a person it waits in the pool."""

    user_avatar_id: int | None
    name: str | None
    amount: int


class PaymentOut(Out):
    """
    Money in, or back out; the tip is part of `amount`.

    Notes, references, tips and who took it are for staff. `is_editable` payments were noted by
    hand and can be corrected or removed; the gateway's are refunded instead.
    `cash_rounding` is what a till took or gave more (or, negative, less) than `amount`, since coins
    pay no finer. `refundable_amount` is what may still go back (minor units); a refund names the
    payment it is of and its route (gateway, terminal, manual, gift_card). `is_open_refund`: it did
    not go through, with `error_code` as the reason, and nobody has dealt with it.
    """

    id: int
    kind: str
    parent_payment_id: int | None
    method: str
    amount: int
    tip_amount: int
    status: str
    card: CardOut | None
    note: str
    reference: str
    tendered_amount: int | None
    cash_rounding: int
    # A cart's payment by gift card goes back then, unless the cart is sold before.
    held_until: datetime | None
    refundable_amount: int
    requires_terminal_refund: bool
    route: str | None
    error_code: str | None
    is_open_refund: bool
    received_at: datetime
    intent_id: int | None
    covered_booking_ids: list[int]
    tips: list[TipShareOut]
    collected_by: NamedOut | None
    reason: str | None
    is_editable: bool


class PaymentHoldOut(Out):
    """
    An amount held on a card until an instant; amounts in minor units.

    `wanted_amount` says what staff asked for that the gateway has not done yet: 0 releases it.
    """

    id: int
    intent_id: int
    amount: int
    captured_amount: int
    wanted_amount: int | None
    status: str
    authorized_at: datetime
    capture_before: datetime | None


class DisputeOut(Out):
    """
    A payment that a customer's bank questions, in minor units.

    An inquiry only asks; what is lost is owed again. What speaks for the payment is a PDF at
    `/api/payments/getTransaction?payment_id=…&evidence=true`.
    """

    id: int
    payment_id: int
    status: Literal["inquiry", "needs_response", "under_review", "won", "lost", "closed"]
    reason: str
    amount: int
    taken_amount: int
    fee_amount: int
    evidence_due_at: datetime | None
    has_evidence: bool
    opened_at: datetime
    closed_at: datetime | None


class TabShareOut(Out):
    """What one guest still owes, in minor units."""

    booking_id: int
    open_amount: int


class TabOut(Out):
    """What every guest of a trip still owes; unpaid, the parts sum to its total."""

    data: list[TabShareOut]


class IntentOut(Out):
    """What a browser needs to take the card."""

    intent_id: int
    client_secret: str
    amount: int
    tip_amount: int
    currency: str
    publishable_key: str
    script_url: str
    gateway: str
    gateway_account: str | None
    hold_expires_at: datetime | None


class PayReaderOut(Out):
    """A card reader: online, busy or offline, and the payment it asks for a card for."""

    id: str
    name: str
    status: str
    location: str | None
    intent_id: int | None


class PayReadersOut(Out):
    """The card readers that a payment can be taken at."""

    readers: list[PayReaderOut]


class TerminalTokenOut(Out):
    """A secret with which a till talks to readers, once."""

    secret: str


class FeePartOut(Out):
    """One part of what a payment cost, in minor units of the currency it is settled in."""

    kind: str
    amount: int
    description: str


class TransactionOut(Out):
    """
    What the gateway has booked about a payment.

    `settled_*` are in `settled_currency`, and null until the gateway has booked the charge.
    """

    payment_id: int
    charge_id: str
    status: str
    amount: int
    amount_refunded: int
    currency: str
    platform_amount: int
    settled_currency: str | None
    settled_gross: int | None
    settled_fee: int | None
    settled_net: int | None
    available_at: datetime | None
    fee_lines: list[FeePartOut]
    risk_level: str | None
    risk_score: int | None
    cvc_check: str | None
    postal_code_check: str | None
    card: CardOut | None
    card_country: str | None
    card_funding: str | None
    is_disputed: bool
    receipt_url: str | None
    created_at: datetime | None
