"""A lock on what a trip costs while it is on a sent invoice (domain.md 3.4, 4.19)."""

from datetime import datetime

from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.operations.payment_locks import PAYING

INVOICED = "invoiced"


def lock_for_invoice(*, trip: Trip, at: datetime) -> bool:
    """Lock a trip's price until its invoice is void; False when it was locked before. The caller saves."""
    if trip.locked_reason not in {None, PAYING}:
        return False
    trip.locked_reason, trip.locked_at, trip.locked_until = INVOICED, at, None
    return True


def end_invoice_lock(*, trip: Trip) -> bool:
    """Take that lock off again; False when there is another or none. The caller saves."""
    if trip.locked_reason != INVOICED:
        return False
    trip.locked_reason = trip.locked_at = trip.locked_until = None
    return True
