"""The closing of a day over HTTP: minor units; what goes out is positive where it has a name."""

from datetime import date, datetime

from outfitter.api.schemas import Out
from outfitter_tenants.reports.schemas import AnyReportOut, ReportPersonOut


class ClosingMethodOut(Out):
    """What came in and went out one way; `net_amount` is after cash was rounded."""

    method: str
    currency: str
    payment_cnt: int
    payment_amount: int
    reversed_cnt: int
    reversed_amount: int
    refund_cnt: int
    refund_amount: int
    rounding_amount: int
    net_amount: int
    tip_amount: int


class ClosingDrawerOut(Out):
    """The cash that has to be there, by who took it; `rounding_amount` is part of it."""

    collected_by: ReportPersonOut | None
    currency: str
    taken_amount: int
    given_amount: int
    expected_amount: int
    rounding_amount: int


class ClosingTipOut(Out):
    """What came to one person as tips; no owner is nobody yet."""

    owner: ReportPersonOut | None
    currency: str
    amount: int


class ClosingGiftCardsOut(Out):
    """How the value of gift cards changed, and what is owed for them at the day's end."""

    sold_amount: int
    granted_amount: int
    used_amount: int
    returned_amount: int
    other_amount: int
    liability_amount: int
    promo_outstanding_amount: int


class ClosingCommissionOut(Out):
    """Commission paid to resellers, and what of it came back."""

    currency: str
    paid_amount: int
    returned_amount: int
    net_amount: int


class ClosingCountOut(Out):
    """How many, and how much in all."""

    cnt: int
    amount: int


class ClosingDisputeOut(Out):
    """A payment a bank asked back, or decided on, that day."""

    id: int
    trip_id: int
    status: str
    reason: str
    amount: int
    currency: str
    fee_amount: int
    opened_at: datetime
    closed_at: datetime | None


class ClosingPayoutOut(Out):
    """A payout made that day."""

    id: int
    gateway_id: str
    status: str
    amount: int
    currency: str
    arrival_date: date


class ClosingGatewayOut(Out):
    """Both sides' sums of what a gateway moved; they differ by `difference_amount`."""

    currency: str
    our_payment_amount: int
    our_refund_amount: int
    their_payment_amount: int
    their_refund_amount: int
    their_dispute_amount: int
    processing_amount: int
    platform_amount: int
    other_amount: int
    their_net_amount: int
    difference_amount: int


class ClosingDifferenceOut(Out):
    """Something in which the gateway's books and ours differ."""

    id: int
    kind: str
    gateway_id: str
    trip_id: int | None
    invoice_id: int | None
    our_amount: int | None
    their_amount: int | None
    currency: str


class ClosingOut(Out):
    """A business day: where every cent came from and went to."""

    day: date
    time_zone: str
    currency: str
    is_over: bool
    closed_at: datetime
    methods: list[ClosingMethodOut]
    totals: dict[str, dict[str, int]]
    drawers: list[ClosingDrawerOut]
    tips: list[ClosingTipOut]
    commission: list[ClosingCommissionOut]
    gift_cards: ClosingGiftCardsOut
    refunds_waiting: ClosingCountOut
    holds: ClosingCountOut
    disputes: list[ClosingDisputeOut]
    payouts: list[ClosingPayoutOut]
    gateway: list[ClosingGatewayOut]
    differences: list[ClosingDifferenceOut]


class PaymentsGroupedOut(AnyReportOut):
    """Payments by up to three things; `closing` when it is a single day."""

    closing: ClosingOut | None
