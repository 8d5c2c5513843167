"""What the calls around one order answer beside the trip (domain.md 4.11, 4.12, 5.25)."""

from outfitter.api.schemas import Out
from outfitter_tenants.checkout.trip_response.schemas import TripAnswer, TripFull, TripOrderOut
from outfitter_tenants.checkout.trip_response.schemas.refunds import RefundPreviewOut


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


class CancelAnswer(TripAnswer):
    """The trip, and what the cancellation came to or (asked with `dry_run`) would come to."""

    preview: RefundPreviewOut
    is_dry_run: bool


class SplitAnswer(TripAnswer):
    """The trip, the order that was made, and its trip when that is a new one."""

    trip_order_id: int
    new_trip: TripFull | None
