"""What staff see of a trip beside its orders and money."""

from datetime import datetime
from typing import Any, Literal

from outfitter.api.schemas import Out


class PersonOut(Out):
    """Somebody of the team; the id is null when nobody is known."""

    id: int | None
    name: str


class NoteOut(Out):
    """A word about the trip."""

    id: int
    body: str
    author: PersonOut
    kind: Literal["staff", "customer", "guide", "system"]
    is_pinned: bool
    show_on_manifest: bool
    created_at: datetime
    edited_at: datetime | None


class FlagReasonRefOut(Out):
    """Why a trip is flagged."""

    id: int
    name: str
    color: str


class FlagOut(Out):
    """The open flag of a trip."""

    id: int
    reason: FlagReasonRefOut | None
    comment: str
    assignee: PersonOut | None
    flagged_by: PersonOut | None
    flagged_at: datetime


class LockOut(Out):
    """Why prices of the trip cannot be changed, and until when (null: until it is unlocked)."""

    reason: str
    until: datetime | None


class AnswerOut(Out):
    """
    A question of the operator's own and what was answered to it.

    `key` addresses the answer before there is one; `id` once there is. What was answered about
    health is null for whoever opens the trip by its link.
    """

    id: int | None
    key: str
    custom_field_id: int
    label: str
    help_text: str
    kind: str
    options: list[str]
    validation: dict[str, Any]
    ask_when: Literal["checkout", "after_booking", "check_in", "internal"]
    is_required: bool
    is_asked: bool
    is_pii: bool
    is_health: bool
    show_on_manifest: bool
    value: Any
    is_answered: bool
    answered_by: int | None
    answered_at: datetime | None


class BookingProductOut(Out):
    """A thing from the shelf, for a guest or the trip; amounts in minor units."""

    id: int
    product_id: int
    booking_id: int | None
    name: str
    qty: int
    unit_amount: int
    amount: int
    is_price_editable: bool


class OfferCodeLineOut(Out):
    """A code on the trip and what it takes off, in minor units."""

    id: int
    code: str
    public_description: str
    amount: int
    is_auto_applied: bool
    is_grandfathered: bool


class AdjustmentOut(Out):
    """A manual discount or surcharge: `amount` in minor units, or `ppm` of the lines."""

    id: int
    trip_order_id: int | None
    booking_id: int | None
    amount: int | None
    ppm: int | None
    label: str
    reason: str
    created_at: datetime


class CommissionOut(Out):
    """What a reseller earns, in minor units (domain.md 3.6)."""

    basis_amount: int
    ppm: int | None
    commission_amount: int
    agent_amount: int | None
    owed_by: Literal["operator", "reseller", "nobody"]
    net_due_amount: int
    is_edited: bool
    edit_reason: str | None


class CardStyleOut(Out):
    """
    How a card looks: a design of the product (named by `slug`) or a picture of the operator's own.

    Colours are #rrggbb: `ground` fades into `shade`, `accent` draws the motif, `ink` is the text.
    """

    id: int
    slug: str
    name: str
    image: str | None
    ground: str
    shade: str
    accent: str
    ink: str
    is_own: bool


class GiftCardOfTripOut(Out):
    """
    A gift card that the trip buys; amounts in minor units.

    `sale_status` is waits until its price is paid, then posted; void when it was taken off, and
    `kept_amount` what is owed for what was spent of it. `balance` is for staff.
    """

    id: int
    hash: str
    kind: Literal["issue", "reload"]
    status: Literal["pending", "active", "depleted", "expired", "void"]
    sale_status: Literal["waits", "posted", "void"]
    last4: str
    style: CardStyleOut
    purchased_amount: int
    promo_amount: int
    price: int
    kept_amount: int
    balance: int | None
    recipient_name: str
    recipient_email: str | None
    message: str
    deliver_at: datetime | None
    delivered_at: datetime | None


Term = Literal["booking_fee", "cancellation_fee", "processing_fee", "discount", "rounding"]


class BillLineOut(Out):
    """
    One line of the bill in minor units; lines that are not inclusive add up to the total.

    `term` names what the product itself calls so; without one `label` is the operator's own word.
    """

    kind: str
    term: Literal["booking_fee", "cancellation_fee", "processing_fee", "discount", "rounding"] | None
    label: str
    qty: int
    unit_amount: int
    amount: int
    is_inclusive: bool
    trip_order_id: int | None
