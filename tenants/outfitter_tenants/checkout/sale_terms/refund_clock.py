"""Which start the refund clock of an order counts from (domain.md 4.11, 4.12)."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter_tenants.pricing.rules.cancellation_policy import Policy
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder


def refund_clock_start(order: "TripOrder") -> datetime | None:
    """
    Return the start that decides what comes back: the kept one, or the departure's.

    Without a departure it is the last one known; None when there never was any.
    """
    here = order.timeslot.start_at if order.timeslot else None
    return min(filter(None, (order.policy_start_at, here)), default=None)


def cancellation_policy_of(order: "TripOrder") -> Policy | None:
    """Return what the order's customer agreed to, None when nothing was."""
    return Policy.of(order.cancellation_policy) if order.cancellation_policy else None


def kept_clock_start(order: "TripOrder", *, at: datetime) -> datetime | None:
    """
    Return the start to keep when an order moves, None when the new one counts.

    Who could no longer get everything back does not win the clock back by moving. For an order
    without a departure it counts when it was taken off.
    """
    policy, start_at = cancellation_policy_of(order), refund_clock_start(order)
    if policy is None or start_at is None:
        return None
    free_until = policy.free_until(start_at)
    if free_until is not None and (order.unscheduled_at or at) <= free_until:
        return None
    return start_at


def balance_of(trip: "Trip") -> int:
    """Return what a trip still owes in minor units; negative when it is overpaid."""
    return trips.customer_owes(trip)
