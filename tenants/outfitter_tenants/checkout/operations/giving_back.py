"""What may be given back, asked before anything is (domain.md 4.11, 5.16)."""

from collections.abc import Sequence
from datetime import datetime

from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.checkout.operations import cancelling
from outfitter_tenants.checkout.operations.cancelling import Cancelled, Wish
from outfitter_tenants.checkout.operations.change import By, Done
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.pricing.refunding import plan
from outfitter_tenants.trips import queries as trips


class RefundExceeds(DomainError):
    """More is to be given back than was paid and not given back yet."""

    code = "refund_exceeds"
    status = 422


def calculate(
    *, trip_id: int, order_ids: Sequence[int] | None, amount: int | None, wish: Wish, by: By,
    at: datetime,
) -> Cancelled:  # fmt: skip
    """
    Return what cancelling some orders (None: all) comes to, or how `amount` would go back.

    :raises Invalid: both orders and an amount are named
    :raises RefundExceeds: the payments do not hold that much any more
    :raises WrongState: the trip is a cart, or an order is cancelled
    """
    if amount is None:
        return cancelling.preview(
            trip_id=trip_id, trip_order_ids=order_ids, wish=wish, by=by, at=at
        )
    if order_ids is not None:
        raise Invalid({"scope": ["Name either orders or an amount."]})
    trip = trips.get_trip(trip_id=trip_id)
    found = plan(amount, money.refundable_payments(trip_id=trip_id))
    if found.open_amount:
        raise RefundExceeds(
            "This is more than can be given back.", refundable=amount - found.open_amount
        )
    return Cancelled(Done(trip_id), (), trip.total_amount, trip.total_amount, amount, found)
