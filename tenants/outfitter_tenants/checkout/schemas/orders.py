"""What the calls around one order answer beside the trip (domain.md 4.11, 4.12, 5.25)."""

from typing import Literal

from outfitter.api.schema import Out
from outfitter_tenants.checkout.schemas import TripAnswer, TripFull, TripOrderOut, WarningOut


class OrderAnswer(Out):
    """One order of a trip."""

    tripOrder: TripOrderOut
    trip_id: int
    trip_hash: str
    version: int


class RebookPreviewOut(Out):
    """
    What a move makes of a trip's total, in minor units; `balance` is owed afterwards.

    Negative: that much is overpaid.
    """

    old: int
    new: int
    delta: int
    balance: int
    is_repriced: bool


class RebookAnswer(TripAnswer):
    """The trip, and what the move did or (asked with `dry_run`) would do."""

    preview: RebookPreviewOut
    is_dry_run: bool


class RefundLineOut(Out):
    """What an order came to and what of it is kept, in minor units."""

    trip_order_id: int
    kind: str
    label: str
    amount: int


class RefundOrderOut(Out):
    """One cancelled order, in minor units; the booking fee stands for itself."""

    trip_order_id: int
    gross: int
    keep: int
    booking_fee: int
    booking_fee_kept: int


class RefundPartOut(Out):
    """So much of one payment goes back: by the gateway, or by hand."""

    payment_id: int
    method: str
    amount: int
    route: Literal["gateway", "manual"]


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
    plan: list[RefundPartOut]
    non_refundable: list[RefundBlockedOut]
    preview_token: str


class CancelAnswer(TripAnswer):
    """The trip, and what the cancellation came to or (asked with `dry_run`) would come to."""

    preview: RefundPreviewOut
    is_dry_run: bool


class RefundAmountOut(RefundPreviewOut):
    """The same for a whole trip or some orders, with what staff should know."""

    warnings: list[WarningOut]


class SplitAnswer(TripAnswer):
    """The trip, the order that was made, and its trip when that is a new one."""

    trip_order_id: int
    new_trip: TripFull | None
