"""What the calls around a trip answer (domain.md 5.0, 5.16, 5.24)."""

from datetime import date, datetime
from typing import Any, Literal

from outfitter.api.schemas import Lookup, Out
from outfitter_tenants.checkout.trip_response.schemas.details import (
    AdjustmentOut,
    AnswerOut,
    BillLineOut,
    BookingProductOut,
    CommissionOut,
    FlagOut,
    GiftCardOfTripOut,
    LockOut,
    NoteOut,
    OfferCodeLineOut,
)
from outfitter_tenants.checkout.trip_response.schemas.payments import (
    CardOut,
    DisputeOut,
    NamedOut,
    PaymentHoldOut,
    PaymentOut,
)
from outfitter_tenants.checkout.trip_response.schemas.waivers import WaiverStateOut


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


class NoshowFeeOut(Out):
    """
    What not coming costs guests, and the card that would be charged; amounts in minor units.

    `amount` is what would be charged of `fee_amount`: never more than the trip owes. `is_held`
    says that it would be taken of what is held on a card for the trip.
    """

    fee_amount: int
    amount: int
    booking_ids: list[int]
    card: CardOut | None
    is_held: bool


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
    """
    What an order's customer agreed to when booking, and what of it holds now.

    `refundable_until` is null once it has passed, also where it had when the order was booked.
    `refund_ppm` less `fee_amount` comes back of a cancellation now, `until` then; 0: nothing.
    `weather_refund_ppm` does whenever the weather is the reason, as store credit only where that is allowed.
    """

    policy_name: str
    refundable_until: datetime | None
    refund_ppm: int
    fee_amount: int
    until: datetime | None
    tiers: list[CancellationTierOut]
    weather_refund_ppm: int
    is_weather_credit_allowed: bool


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
    schedule_by: date | None
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
    """
    A trip's money in minor units (domain.md 7.3: total is the sum of the lines).

    `balance` and `due_now` are the customer's. `partner_deposit` is what they gave the partner when
    they booked; `partner_due`, for staff, is what the partner owes us for the trip.
    """

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
    partner_deposit: int
    partner_due: int | None


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
    billLines: list[BillLineOut]
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
    # Of a cart that was left and booked after all: what brought its owner back.
    recovered_kind: Literal["link", "assisted", "organic"] | None
    schedule_state: Literal["scheduled", "partly_scheduled", "unscheduled", "cancelled"]
    # Of an agent whose partner keeps prices from them: every amount in here is 0.
    is_price_hidden: bool
    timeline_cnt: int
    hold_expires_at: datetime | None
    is_expired: bool
    paid_state: Literal["unpaid", "deposit_paid", "paid", "overpaid", "at_partner"]
    attention: str | None
    created_at: datetime
    reserved_at: datetime | None
    version: int
    permissions: TripPermissionsOut


class TripAnswer(Out):
    """What every change of a trip answers (domain.md 5.0)."""

    trip: TripFull
    warnings: list[WarningOut]


class ConfirmOut(Out):
    """How the payment stands."""

    trip: TripFull
    status: Literal[
        "succeeded",
        "processing",
        "requires_action",
        "requires_method",
        "requires_capture",
        "canceled",
        "refunded",
        "underpaid",
        "cart_changed",
    ]
    next_action: dict[str, Any] | None
    message: str | None


class ResumeTokenOut(Out):
    """What finds a cart again, and until when; both null while none of its seats are held."""

    token: str | None
    until: datetime | None
