"""What the calls around a trip answer (domain.md 5.0, 5.16, 5.24)."""

from datetime import date, datetime
from typing import Any, Literal

from outfitter.api.schema import Lookup, Out
from outfitter_tenants.checkout.schemas.parts import (
    AdjustmentOut,
    AnswerOut,
    BookingProductOut,
    CommissionOut,
    FlagOut,
    GiftCardOfTripOut,
    LockOut,
    NoteOut,
    OfferCodeLineOut,
)


class WarningOut(Out):
    """Something the caller should know; the call itself succeeded."""

    code: str
    message: str
    severity: Literal["info", "warn", "block_online"]


class StatusOut(Out):
    """A guest status."""

    id: int
    slug: str
    name: str
    color: str
    kind: str


class FullStatusOut(StatusOut):
    """A guest status as the set-up shows it."""

    position: int
    is_system: bool


class MethodOut(Lookup):
    """How a trip is sold."""

    audience: str


class ContactOut(Out):
    """Whom a trip is for."""

    first_name: str
    last_name: str
    email: str | None
    phone: str | None
    country: str | None
    locale: str


class GuestOut(Out):
    """Who travels on one ticket."""

    first_name: str
    last_name: str
    email: str | None
    phone: str | None
    birth_date: date | None


class NamedOut(Out):
    """An id and a name."""

    id: int
    name: str


class AddonLineOut(Out):
    """A chosen add-on of an order or a guest; amounts in minor units."""

    id: int
    addon_id: int
    name: str
    value_id: int | None
    value: str | None
    text_value: str
    qty: int
    unit_amount: int
    price_per: Literal["unit", "pax", "order"]
    amount: int


class WaiverStateOut(Out):
    """How far a guest is with signing."""

    state: str
    required: int
    signed: int


class BookingOut(Out):
    """
    One ticket.

    `unit_amount` is what is asked after overrides, `resolved_amount` what rate sheets and list
    prices gave, in minor units.
    """

    id: int
    customerType: NamedOut
    experience_customer_type_id: int
    guest: GuestOut
    bookingStatus: StatusOut
    customer_id: int | None
    unit_amount: int
    resolved_amount: int
    customer_type_amount_override: int | None
    price_source: str
    is_comped: bool
    pax_cnt: int
    ticket_code: str
    checked_in_at: datetime | None
    total_amount: int
    addons: list[AddonLineOut]
    enabled_addon_ids: list[int]
    waiver: WaiverStateOut
    pickup: dict[str, Any] | None
    bookingProducts: list[BookingProductOut]
    customFieldValues: list[AnswerOut]


class TimeslotRefOut(Out):
    """When."""

    id: int
    date: date
    start_time: str
    start_at: datetime
    end_at: datetime
    is_flex: bool
    status: str


class OrderExperienceOut(Out):
    """What."""

    id: int
    name: str
    color: str
    hero_image: str | None
    meeting_point: str


class GuideOut(Out):
    """Who guides."""

    id: int
    name: str
    role: str


class HoldOut(Out):
    """Seats set aside until an instant."""

    uuid: str
    expires_at: datetime


class CancellationTierOut(Out):
    """From so many hours before the start: what comes back, less a fee in minor units."""

    hours_before: int
    refund_ppm: int
    fee_amount: int


class CancellationOut(Out):
    """What an order's customer agreed to when booking."""

    policy_name: str
    refundable_until: datetime | None
    tiers: list[CancellationTierOut]


class OrderTotalsOut(Out):
    """An order's money in minor units."""

    subtotal: int
    total: int


class TripOrderOut(Out):
    """One experience of a trip."""

    id: int
    experience: OrderExperienceOut
    timeslot: TimeslotRefOut | None
    status: str
    schedule_state: str
    is_comped: bool
    pricing_override: dict[str, Any] | None
    cancelled_at: datetime | None
    cancel_reason: str | None
    is_noshow: bool
    rebooked_cnt: int
    bookings: list[BookingOut]
    addons: list[AddonLineOut]
    note: str
    guides: list[GuideOut]
    resources: list[NamedOut]
    totals: OrderTotalsOut
    cancellation: CancellationOut | None
    hold: HoldOut | None
    customFieldValues: list[AnswerOut]


class TotalsOut(Out):
    """A trip's money in minor units (domain.md 7.3: total is the sum of the lines)."""

    subtotal: int
    discount: int
    fee: int
    tax: int
    booking_fee: int
    total: int
    tip: int
    paid: int
    refunded: int
    balance: int
    deposit_due: int
    due_now: int


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
    `refundable_amount` is what may still go back (minor units); a refund names the payment it is of
    and its route (gateway, terminal, manual, gift_card). `is_open_refund`: it did not go through,
    with `error_code` as the reason, and nobody has dealt with it.
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


class PriceLineOut(Out):
    """One line of what is owed."""

    id: int
    kind: str
    label: str
    qty: int
    unit_amount: int
    amount: int
    is_inclusive: bool
    trip_order_id: int | None
    booking_id: int | None


class TripPermissionsOut(Out):
    """What this caller may do with the trip."""

    can_edit: bool
    can_delete: bool
    can_unlock: bool
    can_refund: bool
    can_take_payment: bool
    can_check_in: bool
    can_rebook: bool
    can_cancel: bool
    can_comp: bool
    can_reprice: bool
    can_toggle_tax: bool
    can_apply_offer: bool
    can_reserve_unpaid: bool
    can_confirm_review: bool


class CustomerSummaryOut(Out):
    """The customer behind a trip (domain.md 5.0); for staff who may see customers."""

    id: int
    hash: str
    name: str
    email: str | None
    phone: str | None
    is_vip: bool
    trip_cnt: int
    lifetime_value_amount: int


class TripFull(Out):
    """A trip, whole. Staff-only parts are null or empty for the public."""

    id: int | None
    hash: str
    confirmation_code: str
    status: Lookup
    contact: ContactOut
    customer: CustomerSummaryOut | None
    group_name: str | None
    tripMethod: Lookup
    currency: str
    balance_due_at: datetime | None
    first_start_at: datetime | None
    experience_names: list[str]
    pax_cnt: int
    totals: TotalsOut
    tripOrders: list[TripOrderOut]
    payments: list[PaymentOut]
    disputes: list[DisputeOut]
    paymentHolds: list[PaymentHoldOut]
    priceLines: list[PriceLineOut]
    bookingProducts: list[BookingProductOut]
    customFieldValues: list[AnswerOut]
    offerCodes: list[OfferCodeLineOut]
    giftCards: list[GiftCardOfTripOut]
    adjustments: list[AdjustmentOut]
    notes: list[NoteOut]
    flag: FlagOut | None
    lock: LockOut | None
    tripSource: Lookup | None
    reseller: NamedOut | None
    agent: NamedOut | None
    reseller_voucher: str | None
    commission: CommissionOut | None
    deposit_override_amount: int | None
    is_tax_exempt: bool
    tax_certificate: str
    delete_reason: str | None
    schedule_state: Literal["scheduled", "partly_scheduled", "unscheduled", "cancelled"]
    timeline_cnt: int
    hold_expires_at: datetime | None
    is_expired: bool
    paid_state: Literal["unpaid", "deposit_paid", "paid", "overpaid"]
    attention: str | None
    created_at: datetime
    reserved_at: datetime | None
    version: int
    permissions: TripPermissionsOut


class TripAnswer(Out):
    """What every change of a trip answers (domain.md 5.0)."""

    trip: TripFull
    warnings: list[WarningOut]


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


class ConfirmOut(Out):
    """How the payment stands."""

    trip: TripFull
    status: Literal[
        "succeeded", "processing", "requires_action", "requires_method", "requires_capture",
        "canceled", "refunded",
    ]  # fmt: skip
    next_action: dict[str, Any] | None
    message: str | None
