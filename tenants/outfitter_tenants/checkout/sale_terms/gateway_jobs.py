"""What is to become of amounts held on cards: noted in a transaction, done by a due job (4.10)."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.plugins import scheduled_jobs
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import PaymentHold
    from outfitter_tenants.trips.models import Trip

END: Final = "payments.hold_end"


def schedule_hold_action(
    *,
    hold: "PaymentHold",
    amount: int,
    by: int | None,
    reason: str,
    at: datetime,
    due_at: datetime | None = None,
) -> None:
    """Note what is to become of a held amount, and see to it that it does: 0 releases it."""
    ledger.request_hold_action(hold=hold, amount=amount, by=by, reason=reason)
    scheduled_jobs.schedule(END, key=str(hold.pk), due_at=due_at or at, payload={"hold_id": hold.pk})


def release_all(*, trip: "Trip", reason: str, by: int | None, at: datetime) -> int:
    """Give back everything held for a locked trip; returns how much, in minor units."""
    holds = money.live_holds(trip_id=trip.pk)
    for hold in holds:
        schedule_hold_action(hold=hold, amount=0, by=by, reason=reason, at=at)
    return sum(hold.amount for hold in holds)


def release_unowed(*, trip: "Trip", by: int | None, at: datetime) -> None:
    """
    Give back everything held for a locked trip of which nothing takes place any more.

    As long as it owes a fee of its cancellation, that may still be taken from what is held.
    """
    if trips.balance(trip) > 0 or trip.orders.filter(status="active").exists():
        return
    release_all(trip=trip, reason="trip_cancelled", by=by, at=at)


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
