"""One message a trip, however many of its orders were cancelled."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from outfitter.plugins import outbox
from outfitter_tenants.checkout.mass_cancellation.types import MassCancellationRequest
from outfitter_tenants.trips import queries as trips

EVENT = "trip_order.cancelled"


def facts_of(
    *, trip_id: int, order_ids: Sequence[int], order: MassCancellationRequest, refund_amount: int
) -> dict[str, Any]:
    """Return all that a message about cancelled orders needs; `refund_amount` in minor units."""
    facts = trips.confirmation_of(trips.get_trip(trip_id=trip_id))
    return {
        **facts,
        "trip_order_id": order_ids[0],
        "trip_order_ids": list(order_ids),
        "reason": order.cause,
        "note": order.note,
        "template_id": None,
        "refund_amount": refund_amount,
        "may_rebook": order.allow_self_rebook,
        "may_change_experience": order.allow_other_experience,
    }


def notify(
    *,
    trip_id: int,
    order_ids: Sequence[int],
    order: MassCancellationRequest,
    refund_amount: int,
    at: datetime,
) -> bool:
    """Ask for the message in the cancellation's transaction; returns whether anybody gets it."""
    facts = facts_of(trip_id=trip_id, order_ids=order_ids, order=order, refund_amount=refund_amount)
    if not facts["contact_email"]:
        return False
    outbox.publish(EVENT, at=at, **facts)
    return True
