"""What the calls that give money back answer (domain.md 4.11, 5.16)."""

from typing import Literal

from outfitter.api.schemas import Out
from outfitter_tenants.checkout.trip_response.schemas import TripAnswer, WarningOut
from outfitter_tenants.checkout.trip_response.schemas.payments import PaymentOut


class RefundLineOut(Out):
    """A line of the price that is gone, in minor units."""

    trip_order_id: int
    kind: str
    label: str
    amount: int


class RefundKeptOut(Out):
    """
    So much (minor units) of it is kept, and why.

    `policy` is a share of the price by the step of the policy from `hours_before` the start, which
    gives back `refund_ppm`; `policy_fee` is the fee of that step.
    """

    trip_order_id: int
    why: Literal[
        "nothing",
        "policy",
        "policy_fee",
        "noshow",
        "weather",
        "too_late",
        "booking_fee",
        "fixed_fee",
        "processing_fee",
    ]
    label: str
    amount: int
    hours_before: int | None
    refund_ppm: int | None


class RefundOrderOut(Out):
    """One cancelled order, in minor units; the booking fee stands for itself."""

    trip_order_id: int
    gross: int
    keep: int
    booking_fee: int
    booking_fee_kept: int


class RefundPartOut(Out):
    """
    So much of one payment goes back, `tip_amount` of it tip.

    By the gateway, at a reader with the card there, onto its gift card, or by hand.
    """

    payment_id: int
    method: str
    amount: int
    tip_amount: int
    route: Literal["gateway", "terminal", "gift_card", "manual"]


class RefundBlockedOut(Out):
    """A payment that cannot be given back here, and why."""

    payment_id: int
    method: str
    amount: int
    reason: Literal["disputed", "partner_refunds"]


class RefundPreviewOut(Out):
    """What may be given back (domain.md 4.11), in minor units."""

    old_total: int
    new_total: int
    gross: int
    keep: int
    overpaid: int
    open_amount: int
    orders: list[RefundOrderOut]
    lines: list[RefundLineOut]
    kept: list[RefundKeptOut]
    plan: list[RefundPartOut]
    non_refundable: list[RefundBlockedOut]
    preview_token: str


class RefundAmountOut(RefundPreviewOut):
    """The same for a whole trip, or a part of it, with what staff should know."""

    warnings: list[WarningOut]


class StoreCreditOut(Out):
    """Store credit that was made of a refund: its code as people type it, minor units."""

    gift_card_id: int
    code: str
    amount: int


class RefundAnswer(TripAnswer):
    """The trip, and the refunds that were made: each as it stands now."""

    refunds: list[PaymentOut]
    credit: StoreCreditOut | None
