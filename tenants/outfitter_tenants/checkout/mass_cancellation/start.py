"""Calling departures off: closed at once, the rest is a job."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden
from outfitter_tenants.checkout.mass_cancellation.job import KIND
from outfitter_tenants.checkout.mass_cancellation.types import DepartureScope, MassCancellationRequest
from outfitter_tenants.jobs.operations import creation
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.trips.queries import cancelled_timeslots


@dataclass(frozen=True, slots=True)
class MassCancellationStart:
    """What was begun; without a job nobody was booked and everything is done already."""

    job_id: int | None
    timeslot_ids: tuple[int, ...]
    released_hold_cnt: int
    affected: Mapping[str, int]


def start(
    *, scope: DepartureScope, order: MassCancellationRequest, reader: ListReader, name: str, at: datetime
) -> MassCancellationStart:
    """
    Call departures off. From here on nobody gets a seat on them; twice is once.

    Those nobody is booked on are cancelled at once. For the others a job cancels the orders.

    :raises TimeslotNotFound: there is no such timeslot
    :raises DateNotFound: there is no such date
    :raises Invalid: what is asked for cannot be done
    :raises Forbidden: money is to go back and the role may not do that
    :raises TooMany: five tasks of the reader have not ended
    :raises WeatherCreditNotAllowed: credit because of the weather, and a policy does not allow it
    """
    order.check()
    if order.refund_mode != "none" and not reader.can("payment.refund"):
        raise Forbidden("Your role does not allow this.", permission="payment.refund")
    with atomic():
        ids = scope.timeslot_ids()
        closing = scheduling.close_for_cancelling(timeslot_ids=ids, reason=order.reason, at=at)
        order.check_credit(timeslot_ids=closing.closed_ids)
        orders = cancelled_timeslots.orders_on(timeslot_ids=closing.closed_ids)
        affected = {
            "orders": len(orders),
            "pax": sum(row.pax_cnt for row in orders),
            "trips": len({row.trip_id for row in orders}),
        }
        job_id = None
        if closing.closed_ids:
            params = _params(scope, order, closing.closed_ids)
            slots = schedule.get_timeslot_refs(ids=closing.closed_ids, at=at)
            job_id = creation.start(
                kind=KIND,
                params=params,
                title=scope.title(slots),
                reader=reader,
                name=name,
                at=at,
                total_cnt=len(orders),
            ).pk
        elif scope.experience_date_id is not None:
            scheduling.cancel_emptied(
                timeslot_ids=(), experience_date_id=scope.experience_date_id, reason=order.reason, at=at
            )
    return MassCancellationStart(job_id, closing.cancelled_ids, closing.hold_cnt, affected)


def cancel_empty(*, scope: DepartureScope, reason: str, at: datetime) -> MassCancellationStart:
    """
    Cancel the departures nobody is booked on and leave the others as they are.

    :raises TimeslotNotFound: there is no such timeslot
    :raises DateNotFound: there is no such date
    """
    done = scheduling.cancel_emptied(
        timeslot_ids=scope.timeslot_ids(), experience_date_id=scope.experience_date_id, reason=reason, at=at
    )
    affected = {"orders": done.order_cnt, "pax": done.pax_cnt, "trips": 0}
    return MassCancellationStart(None, done.timeslot_ids, done.hold_cnt, affected)


def _params(
    scope: DepartureScope, order: MassCancellationRequest, timeslot_ids: Sequence[int]
) -> dict[str, object]:
    return {
        "timeslot_ids": list(timeslot_ids),
        "experience_date_id": scope.experience_date_id,
        "order": order.stored(),
    }
