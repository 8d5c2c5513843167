"""A channel gives up what it held, or cancels what it booked."""

from dataclasses import dataclass
from datetime import datetime

from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.cancellations import CancellationOptions
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_management import deletion


@dataclass(frozen=True, slots=True)
class CancellationAmounts:
    """What a cancellation left to pay, of what it came to; minor units."""

    gross: int
    kept: int


def release(*, trip_id: int, reason: str, by: TripActor, at: datetime) -> None:
    """
    Give the seats of a cart back; the trip is kept as a deleted one.

    :raises WrongState: it was sold, or has ended already
    """
    deletion.delete_trip(trip_id=trip_id, reason=reason, by=by, at=at)


def cancel(*, trip_id: int, trip_order_id: int, by: TripActor, at: datetime) -> CancellationAmounts:
    """
    Cancel a sold order by the operator's policy: what that keeps, the partner still owes.

    :raises WrongState: it is cancelled already
    """
    wish = CancellationOptions(reason="channel", refund="policy")
    found = cancellations.cancel(trip_id=trip_id, trip_order_id=trip_order_id, wish=wish, by=by, at=at)
    return CancellationAmounts(found.gross, found.keep)
