"""Several orders of a trip that are canceled at once, and what they come to together (domain.md 4.11)."""

from collections.abc import Sequence
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions, CancellationResult
from outfitter_tenants.checkout.trip_changes.change import SOLD, TripActor, change_trip
from outfitter_tenants.checkout.trip_changes.customer_notices import notify_customer
from outfitter_tenants.pricing.rules.cancellation_fees import CancellationFee
from outfitter_tenants.trips import queries as trips


def cancel_together(
    *, trip_id: int, trip_order_ids: Sequence[int], wish: CancellationOptions, by: TripActor, at: datetime
) -> CancellationResult:
    """
    Cancel orders, each with a row of its own in the log, and give back once what all of them come to.

    The customer hears of it once. `wish.preview_token` is not looked at: whoever calls compares.

    :raises WrongState: one is canceled already, or the trip is a cart
    :raises PaymentInProgress: somebody's card is being charged for the trip
    :raises ValueError: no order is named
    """
    if not trip_order_ids:
        raise ValueError("no order was named to cancel")
    with atomic():
        old_total = trips.lock_trip(trip_id=trip_id).total_amount
        results: list[tuple[int, CancellationFee]] = []
        for place, trip_order_id in enumerate(trip_order_ids, start=1):
            with change_trip(trip_id=trip_id, by=by, at=at, states=SOLD, agents_need="cancel") as change:
                cancellations.refuse_while_paying(change.trip)
                order = change.order(trip_order_id)
                results.append((order.pk, cancellations.cancel_order(change, order, wish)))
                if place == len(trip_order_ids):
                    cancellations.deduct_processing_fee(change, results, wish)
        found = cancellations.settle(change, results, old_total, wish)
        cancellations.give_back(change, found.plan, wish)
        if wish.is_notified:
            notify_customer(
                "trip_order.cancelled",
                trip_id=trip_id,
                trip_order_id=trip_order_ids[0],
                trip_order_ids=list(trip_order_ids),
                at=at,
                reason=wish.reason,
                note=wish.note,
                template_id=wish.template_id,
                refund_amount=cancellations.on_its_way(found.plan, wish),
                given_amount=cancellations.handed_over(change.trip.currency, found.plan, wish),
            )
    return found
