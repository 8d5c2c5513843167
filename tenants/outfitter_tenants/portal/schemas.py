"""What the customer portal shows of a trip (domain.md 5.8); amounts in minor units."""

from datetime import date, datetime
from typing import Literal

from outfitter.api.schemas import Out
from outfitter_tenants.checkout.trip_response.schemas import TripFull
from outfitter_tenants.checkout.trip_response.schemas.details import AnswerOut
from outfitter_tenants.checkout.trip_response.schemas.payments import CardOut
from outfitter_tenants.people.schemas import PropertiesOut
from outfitter_tenants.portal.waiver_schemas import WaiverRequiredOut


class PortalAccountOut(Out):
    """Whose trip this is, and how to reach them (null: not said)."""

    slug: str
    name: str
    phone: str | None
    email: str | None


class DocumentOut(Out):
    """A paper to take along."""

    slug: str
    title: str
    url: str


class PortalMoneyOut(Out):
    """
    What a customer still has to pay, in minor units, and by when.

    `is_payable` says whether that can be done here and now. `collected_by` names the partner whom
    the customer pays instead of us.
    """

    due_amount: int
    due_at: datetime | None
    is_payable: bool
    collected_by: str | None


class PortalPayOut(Out):
    """Where a customer pays."""

    url: str


class PortalActionOut(Out):
    """
    Whether a customer may do something here, until when (null: no end), and if not, why.

    `reason` is off (the operator does not offer it), partner, under_review, not_booked, canceled,
    cutoff, started, limit (moved often enough), unscheduled, checked_in, locked, paying, nothing_due,
    too_early (the tour is not over), done or no_address.
    """

    is_allowed: bool
    reason: str | None
    until: datetime | None


class PortalActionsOut(Out):
    """What a customer may do with the trip; of what is decided order by order: with any of them."""

    rebook: PortalActionOut
    cancel: PortalActionOut
    add_guests: PortalActionOut
    edit_guests: PortalActionOut
    pay: PortalActionOut
    tip: PortalActionOut
    ask: PortalActionOut
    review: PortalActionOut
    wallet: PortalActionOut


class PortalTierOut(Out):
    """
    A step of a cancellation policy: until then so much comes back, less a fee.

    `until` is null where the order has no start to count from.
    """

    hours_before: int
    refund_ppm: int
    fee_amount: int
    until: datetime | None
    is_current: bool


class PortalPolicyOut(Out):
    """
    What one order's customer may do by themselves, and what comes back of a cancellation.

    Without `tiers` all that is refundable comes back. `clock_start_at` is the start from which the
    steps count: the first one, where moving does not set it back. `moves_left` are moves. What the
    operator called off and offers anew has a `rebook_offer`: of the same experience, or of any.
    """

    trip_order_id: int
    name: str
    tiers: list[PortalTierOut]
    clock_start_at: datetime | None
    rebook_until_hours: int
    cancel_until_hours: int
    moves_left: int
    rebook_offer: Literal["same", "any"] | None
    rebook: PortalActionOut
    cancel: PortalActionOut
    add_guests: PortalActionOut


class PortalGuestOut(Out):
    """
    A guest, and what of them may be edited.

    Addresses, numbers and birth dates are hints only: the link may be in more hands than theirs.
    `is_birth_date_asked` says that the ticket has ages.
    """

    booking_id: int
    first_name: str
    last_name: str
    ticket: str
    email_hint: str
    phone_hint: str
    is_birth_date_asked: bool
    is_birth_date_known: bool
    is_checked_in: bool
    questions: list[AnswerOut]


class PendingMoveOut(Out):
    """A move that waits for its difference to be paid; the seats are held until then."""

    timeslot_id: int
    date: date
    start_time: str
    start_at: datetime
    amount: int
    pay_url: str
    held_until: datetime


class PortalOrderOut(Out):
    """One order: its guests, what is asked of it, and the move that waits for a payment."""

    trip_order_id: int
    guests: list[PortalGuestOut]
    questions: list[AnswerOut]
    pending_move: PendingMoveOut | None


class PortalPlaceOut(Out):
    """Where an order begins, line by line, with the address of a map (null: not said); what to bring."""

    trip_order_id: int
    lines: list[str]
    map_url: str | None
    bring: list[str]


class PortalMessageOut(Out):
    """A word of the guest's to the operator, or the answer."""

    id: int
    is_from_guest: bool
    body: str
    created_at: datetime


class PortalReviewOut(Out):
    """
    What the customer said of the trip, 1 to 5, and what the operator answered.

    `share` leads a happy guest to where else they may say so, by site.
    """

    rating: int
    nps: int | None
    body: str
    is_public: bool
    created_at: datetime
    reply: str
    share: dict[str, str]


class PortalTipOut(Out):
    """Which tips are suggested, as shares (millionths) of an amount."""

    base_amount: int
    suggestions_ppm: list[int]


class PortalReceiptOut(Out):
    """A payment or refund of the trip."""

    id: int
    kind: Literal["payment", "refund"]
    amount: int
    tip_amount: int
    at: datetime
    method: str
    card: CardOut | None


class PortalInitOut(Out):
    """What the portal shows of one trip; `waiver_id` is the template to sign first, null for none."""

    trip: TripFull
    payments: PortalMoneyOut
    properties: PropertiesOut
    account: PortalAccountOut
    documents: list[DocumentOut]
    waivers_required: list[WaiverRequiredOut]
    waiver_id: int | None
    locale: str
    actions: PortalActionsOut
    policies: list[PortalPolicyOut]
    orders: list[PortalOrderOut]
    places: list[PortalPlaceOut]
    questions: list[AnswerOut]
    messages: list[PortalMessageOut]
    review: PortalReviewOut | None
    tip: PortalTipOut | None
    receipts: list[PortalReceiptOut]
