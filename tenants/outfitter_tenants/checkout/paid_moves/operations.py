"""
A customer's move to a dearer departure: its seats are held, it is paid, it is made (domain.md 4.12).

The payment's success makes it, in the payment's own transaction, wherever the customer is by then.
When it can't be made any more the order stays where it was and the money goes back.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction

from outfitter.kit.errors import Busy, DomainError
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.paid_moves import terms
from outfitter_tenants.checkout.refunds import cancellations, gateway_refunds
from outfitter_tenants.checkout.refunds.gateway_refunds import PlanContext
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_changes.customer_notices import tell_staff
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.pricing.rules.refund_plan import plan
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import moves

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import OrderMove, Trip

# How long seats wait for a move to be paid.
PAY_WITHIN: Final = timedelta(minutes=20)
# The customer, whom nobody's role lets do more.
MOVER: Final = TripActor(audience="online")


class MoveCostsMore(DomainError):
    """The departure costs more by now than was offered and paid."""

    code = "price_changed"
    status = 409


def withdraw(*, trip_order_id: int, at: datetime) -> bool:
    """
    Give the seats of an order's waiting move back, in the caller's transaction; False: none waits.

    The caller holds the trip's lock. Money that comes for it all the same goes back.
    """
    move = trips.find_waiting_move(trip_order_id=trip_order_id)
    if move is None:
        return False
    _release(move, at)
    moves.close_move(move=move, status="withdrawn", at=at)
    return True


def finish(*, trip: "Trip", payment_link_id: int, payment: "Payment", at: datetime) -> bool:
    """
    Make a move that was paid, or give its money back; returns whether it was made.

    The caller holds the trip's lock and has recorded the payment; `trip` is as it is then.

    :raises Busy: somebody is at the same departure: whoever told us of the payment comes again
    """
    move = trips.find_move_by_link(payment_link_id=payment_link_id)
    if move is None or move.status != "waiting":
        _give_back(trip, payment, "move_over", at)
        return False
    try:
        with transaction.atomic():
            _make(move, at)
    except Busy:
        raise
    except DomainError as problem:
        # The savepoint took back the release, too.
        _release(move, at)
        moves.close_move(move=move, status="failed", at=at, failure=problem.code)
        trip.refresh_from_db()
        _give_back(trip, payment, problem.code, at)
        return False
    moves.close_move(move=move, status="done", at=at)
    trip.refresh_from_db()
    return True


def link_of(device: str) -> int:
    """Return the payment link that an intent's device names (`payment_links`), 0 for none."""
    kind, _, rest = device.partition(":")
    number = rest.partition(":")[0]
    return int(number) if kind == "link" and number.isdecimal() else 0


def is_made(*, payment_link_id: int) -> bool:
    """Return whether the move that is paid by a link was made."""
    move = trips.find_move_by_link(payment_link_id=payment_link_id)
    return move is not None and move.status == "done"


def _make(move: "OrderMove", at: datetime) -> None:
    _release(move, at)
    slot = scheduling.get_timeslot(timeslot_id=move.timeslot_id, at=at)
    done = reschedule.rebook(
        trip_id=move.trip_order.trip_id,
        trip_order_id=move.trip_order_id,
        move=terms.move_terms(move.trip_order, slot, is_notified=True),
        by=MOVER,
        at=at,
    )
    if done.delta > move.difference:
        raise MoveCostsMore(
            "This departure costs more by now.", offered=move.difference, difference=done.delta
        )
    _give_back_rest(move, cheaper_by=move.difference - done.delta, at=at)
    tell_staff("moved", trip_id=move.trip_order.trip_id, at=at)


def _give_back_rest(move: "OrderMove", *, cheaper_by: int, at: datetime) -> None:
    """Give back what was paid for the move and is not needed: it costs less by now than was offered."""
    trip = trips.lock_trip(trip_id=move.trip_order.trip_id)
    rest = min(cheaper_by, cancellations.overpaid_of(trip))
    if rest > 0:
        found = plan(rest, money.refundable_payments(trip_id=trip.pk))
        gateway_refunds.open_plan(PlanContext(trip, found, "customer", at))


def _release(move: "OrderMove", at: datetime) -> None:
    # One that ended long ago may be gone.
    with suppress(seats.HoldNotFound):
        seats.release_hold(hold_id=move.hold_id, at=at, also=move.trip_order.timeslot_id)


def _give_back(trip: "Trip", payment: "Payment", reason: str, at: datetime) -> None:
    gateway_refunds.open_full_refund(trip=trip, payment=payment, reason=reason, at=at)
