"""When the balance of a sold trip is charged to a saved card (domain.md 4.8)."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.plugins import scheduled_jobs
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

KIND: Final = "payments.balance"


def plan_balance_charge(*, trip: "Trip", at: datetime) -> None:
    """Have what a sold trip owes charged when it is due, where the operator wants that."""
    if trip.balance_due_at is None or trip.status != "reserved" or trips.customer_owes(trip) <= 0:
        return
    if not people.get_payment_settings().is_auto_charge_balance:
        return
    wanted, waiting = (max(at, trip.balance_due_at), scheduled_jobs.find_waiting(KIND, key=str(trip.pk)))
    # A first attempt moves forward with its trip; when it is too early by then, it waits by itself.
    is_late = waiting is not None and waiting[0] > wanted and waiting[1].get("attempt") == 1
    if waiting is None or is_late:
        schedule_balance_charge(trip.pk, 1, wanted)


def schedule_balance_charge(
    trip_id: int, attempt: int, due_at: datetime, *, since: datetime | None = None
) -> None:
    """Have the balance of a trip charged at an instant, for the n-th time; waiting `since`."""
    waiting = {"since": since.isoformat()} if since else {}
    scheduled_jobs.schedule(
        KIND, key=str(trip_id), due_at=due_at, payload={"trip_id": trip_id, "attempt": attempt, **waiting}
    )
