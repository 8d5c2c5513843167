"""Bodies of the calls around a trip (domain.md 5.0, 5.16, 5.24)."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.schema import Id, In, Line, Lookup, Name, Out, Text

Phone = Annotated[str, StringConstraints(strip_whitespace=True, max_length=32)]
Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
Locale = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]{2,8})*$", max_length=12)]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{1,24}$")]


class ContactIn(In):
    """Whom a trip is for."""

    first_name: Annotated[Name, StringConstraints(min_length=1)]
    last_name: Annotated[Name, StringConstraints(min_length=1)]
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


class TripSaveIn(In):
    """Make a draft (no `id`) or change one."""

    id: Id | Hash | None = None
    version: int | None = Field(default=None, ge=1)
    method: Literal["ecommerce", "phone", "walk_up", "pos", "staff"] | None = None
    locale: Locale | None = None
    contact: ContactIn | None = None
    orders: list[OrderIn] | None = Field(default=None, max_length=50)
    group_name: Line | None = None
    utm: dict[Name, Line] | None = Field(default=None, max_length=20)
    referrer: Annotated[str, StringConstraints(max_length=2000)] | None = None


class HoldsCancelIn(In):
    """Give back the seats of an order; the public names its trip by hash."""

    trip: Hash | None = None


class IntentIn(In):
    """Begin to pay."""

    amount_mode: Literal["due", "balance"] = "due"
    channel: Literal["web", "portal", "link"] = "web"


class IntentUpdateIn(In):
    """Ask the open intent for what is due now."""

    intent_id: Id
    amount_mode: Literal["due", "balance"] = "due"


class ConfirmIn(In):
    """Tell us that the browser saw the payment through."""

    intent_id: Id


class ConvertIn(In):
    """Complete a checkout."""

    intent_id: Id | None = None
    expected_total: int = Field(ge=0, le=10**12)
    accept_terms: bool
    marketing_opt_in: bool = False
    notify: bool = True


class StatusesIn(In):
    """Give guests of an order a status; all of them when no ids are named."""

    booking_ids: list[Id] | None = Field(default=None, max_length=500)
    booking_status_id: Id


class CheckinIn(In):
    """Guests arrived; `occurred_at` is set by devices that were offline."""

    booking_ids: list[Id] | None = Field(default=None, max_length=500)
    occurred_at: datetime | None = None
    client_action_id: Line | None = None


class NoshowIn(In):
    """Guests did not come."""

    booking_ids: list[Id] | None = Field(default=None, max_length=500)


class BookingStatusIn(In):
    """One guest's status."""

    note: Text | None = None
    occurred_at: datetime | None = None
    client_action_id: Line | None = None


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


class NamedOut(Out):
    """An id and a name."""

    id: int
    name: str


class BookingOut(Out):
    """One ticket."""

    id: int
    customerType: NamedOut  # noqa: N815  (the specification's spelling)
    experience_customer_type_id: int
    guest: GuestOut
    bookingStatus: StatusOut  # noqa: N815
    unit_amount: int
    price_source: str
    is_comped: bool
    pax_cnt: int
    ticket_code: str
    checked_in_at: datetime | None
    total_amount: int


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
    bookings: list[BookingOut]
    note: str
    guides: list[GuideOut]
    resources: list[NamedOut]
    totals: OrderTotalsOut
    hold: HoldOut | None


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


class PaymentOut(Out):
    """Money in, or back out."""

    id: int
    kind: str
    method: str
    amount: int
    tip_amount: int
    status: str
    card: CardOut | None
    note: str
    received_at: datetime


class PriceLineOut(Out):
    """One line of what is owed."""

    id: int
    kind: str
    label: str
    qty: int
    unit_amount: int
    amount: int
    trip_order_id: int | None
    booking_id: int | None


class TripPermissionsOut(Out):
    """What this caller may do with the trip."""

    can_edit: bool
    can_refund: bool
    can_check_in: bool


class TripFull(Out):
    """A trip, whole. Staff-only parts are null or empty for the public."""

    id: int | None
    hash: str
    confirmation_code: str
    status: Lookup
    contact: ContactOut
    group_name: str | None
    tripMethod: Lookup  # noqa: N815
    currency: str
    first_start_at: datetime | None
    experience_names: list[str]
    pax_cnt: int
    totals: TotalsOut
    tripOrders: list[TripOrderOut]  # noqa: N815
    payments: list[PaymentOut]
    priceLines: list[PriceLineOut]  # noqa: N815
    notes: list[dict[str, Any]]
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


class IntentOut(Out):
    """What a browser needs to take the card."""

    intent_id: int
    client_secret: str
    amount: int
    currency: str
    publishable_key: str
    gateway: str
    gateway_account: str | None
    hold_expires_at: datetime | None


class ConfirmOut(Out):
    """How the payment stands."""

    trip: TripFull
    status: Literal[
        "succeeded", "processing", "requires_action", "requires_method", "canceled", "refunded"
    ]
    next_action: dict[str, Any] | None
    message: str | None


class HistoryActor(Out):
    """Who did it."""

    type: str
    id: int | None
    name: str


class HistoryChange(Out):
    """One field, before and after."""

    field: str
    before: Any
    after: Any


class HistoryItem(Out):
    """One change of state."""

    id: int
    at: datetime
    actor: HistoryActor
    action: str
    summary: str
    changes: list[HistoryChange]
    ip: str | None
    reason: str | None


class HistoryOut(Out):
    """Changes, newest first."""

    data: list[HistoryItem]
    meta: dict[str, int]
