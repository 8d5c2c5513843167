"""
The job of a mass cancellation: one trip a chunk, so that locks are held for one trip only.

A chunk and its progress are one transaction: a worker that is killed leaves a trip whole or
untouched, and the next one goes on behind the last. Orders that are cancelled already are never
met again, so that running twice does nothing twice.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from outfitter.kit.errors import Busy, DomainError
from outfitter.plugins import outbox
from outfitter_tenants.checkout.mass_cancellation.types import MassCancellationRequest
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.self_service import facts
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.jobs.job_types import Chunk, Failure, JobType, Work, handles
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import orders as trip_orders
from outfitter_tenants.trips.queries import cancelled_timeslots

EVENT = "trip_order.cancelled"


def facts_of(
    *, trip_id: int, order_ids: Sequence[int], order: MassCancellationRequest, refund_amount: int
) -> dict[str, Any]:
    """Return all that a message about cancelled orders needs; `refund_amount` in minor units."""
    trip = trips.get_trip(trip_id=trip_id)
    return {
        **trips.confirmation_of(trip),
        "trip_order_id": order_ids[0],
        "trip_order_ids": list(order_ids),
        "reason": order.cause,
        "note": order.note,
        "template_id": None,
        "refund_amount": refund_amount,
        "may_rebook": order.allow_self_rebook and not facts.is_partners(trip),
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
    told = facts_of(trip_id=trip_id, order_ids=order_ids, order=order, refund_amount=refund_amount)
    if not told["contact_email"]:
        return False
    outbox.publish(EVENT, at=at, **told)
    return True


KIND: Final = "trips.mass_cancel"
PERMISSION: Final = "timeslot.cancel"


def step(work: Work) -> Chunk:
    """Cancel the orders of the next trip; behind the last one cancel the departures."""
    ids = work.params["timeslot_ids"]
    after = int(work.state.get("after", 0))
    trip_id = cancelled_timeslots.next_trip_on(timeslot_ids=ids, after_trip=after)
    if trip_id is None:
        return _end(work)
    order = MassCancellationRequest.of(work.params["order"])
    by = TripActor(work.reader.avatar_id, permissions=work.reader.permissions)
    try:
        with transaction.atomic():
            done = _cancel_trip(trip_id, ids, order, by, work.at)
    except Busy:
        raise  # somebody else holds it for a moment: the whole chunk is tried again
    except DomainError as problem:
        return _refused(work, trip_id, problem)
    sums = {name: int(work.state.get(name, 0)) + more for name, more in done.items()}
    return Chunk({**work.state, **sums, "after": trip_id}, done_cnt=done["cancelled"])


def _cancel_trip(
    trip_id: int, timeslot_ids: list[int], order: MassCancellationRequest, by: TripActor, at: datetime
) -> dict[str, int]:
    # The trip first, then its orders as they stand: somebody may have moved one meanwhile.
    trips.lock_trip(trip_id=trip_id)
    rows = cancelled_timeslots.orders_on(timeslot_ids=timeslot_ids, after_trip=trip_id - 1)
    mine = [row.id for row in rows if row.trip_id == trip_id]
    refund = manual = 0
    for order_id in mine:
        result = cancellations.cancel(
            trip_id=trip_id, trip_order_id=order_id, wish=order.wish(), by=by, at=at
        )
        refund += cancellations.on_its_way(result.plan, order.wish())
        # Nobody hands it back while this runs: the last plan has what is open by then.
        manual = cancellations.by_hand(result.plan, order.wish())
    if mine and order.allow_self_rebook and _is_customers(trip_id):
        trip_orders.offer_rebooking(order_ids=mine, is_any=order.allow_other_experience)
    is_told = False
    if mine and order.is_notified:
        # Store credit is brought by a message of its own.
        back = 0 if order.refund_mode == "credit" else refund
        is_told = notify(trip_id=trip_id, order_ids=mine, order=order, refund_amount=back, at=at)
    return {"cancelled": len(mine), "refunded": refund, "manual": manual, "messages": int(is_told)}


def _is_customers(trip_id: int) -> bool:
    """Return whether the customer changes the trip themselves; a partner's is the partner's to change."""
    return not facts.is_partners(trips.get_trip(trip_id=trip_id))


def _refused(work: Work, trip_id: int, problem: DomainError) -> Chunk:
    ids = work.params["timeslot_ids"]
    rows = cancelled_timeslots.orders_on(timeslot_ids=ids, after_trip=trip_id - 1)
    cnt = sum(row.trip_id == trip_id for row in rows)
    code = trips.get_trip(trip_id=trip_id).confirmation_code
    refs = [code, *(f"{code} ({number})" for number in range(2, cnt + 1))]
    return Chunk({**work.state, "after": trip_id}, failures=[Failure(ref, problem.message) for ref in refs])


def _end(work: Work) -> Chunk:
    """Cancel the departures that nobody is on any more; the others stay closed."""
    params, order = work.params, MassCancellationRequest.of(work.params["order"])
    done = scheduling.cancel_emptied(
        timeslot_ids=params["timeslot_ids"],
        experience_date_id=params["experience_date_id"],
        reason=order.reason,
        at=work.at,
    )
    return Chunk(None, result=_result(work, still_booked=done.order_cnt))


def _result(work: Work, *, still_booked: int) -> Mapping[str, object]:
    slots = schedule.get_timeslot_refs(ids=work.params["timeslot_ids"][:1], at=work.at)
    day = next((row.date.isoformat() for row in slots.values()), None)
    return {
        "date": day,
        "currency": people.get_properties().currency,
        "cancelled_cnt": int(work.state.get("cancelled", 0)),
        "refunded_amount": int(work.state.get("refunded", 0)),
        "manual_refund_amount": int(work.state.get("manual", 0)),
        "message_cnt": int(work.state.get("messages", 0)),
        "still_booked_cnt": still_booked,
    }


def install() -> None:
    """Make the job known; called when the apps are ready."""
    handles(JobType(KIND, PERMISSION, step))
