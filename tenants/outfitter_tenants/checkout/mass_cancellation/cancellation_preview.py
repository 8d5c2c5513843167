"""What calling departures off would do, to the last cent: done, and taken back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from outfitter.db.read_cache import read_cache
from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.mass_cancellation.job import facts_of
from outfitter_tenants.checkout.mass_cancellation.types import MassCancellationRequest
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.messaging import letters
from outfitter_tenants.messaging.mails import cancellation
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.guest_types import in_customers_words
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing.rules.refund_plan import plan
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.trips.queries import cancelled_timeslots
from outfitter_tenants.trips.queries.cancelled_timeslots import TripOn


@dataclass(frozen=True, slots=True)
class Preview:
    """Who is hit, what it costs, who is told what; amounts in minor units (domain.md 4.25)."""

    affected: dict[str, int]
    departures: list[dict[str, Any]]
    money: dict[str, Any]
    messages: dict[str, Any]
    blocked: list[dict[str, Any]]


@dataclass(slots=True)
class _Sums:
    total: int = 0
    paid: int = 0
    refund: int = 0
    manual: int = 0
    blocked: list[dict[str, Any]] = field(default_factory=list)
    sample: tuple[TripOn, int] | None = None


def preview(
    *,
    timeslot_ids: Sequence[int],
    order: MassCancellationRequest,
    by: TripActor,
    operator: Operator,
    at: datetime,
) -> Preview:
    """
    Return exactly what the same order would do now; nothing stays.

    :raises WeatherCreditNotAllowed: credit because of the weather, and a policy does not allow it
    """
    order.check_credit(timeslot_ids=timeslot_ids)
    found = cancelled_timeslots.trips_on(timeslot_ids=timeslot_ids)
    sums = _Sums()
    plain = _plain(found, sums, order)
    # Two hundred trips are sold under the same settings and catalogue.
    with read_cache():
        for trip in found:
            if trip.trip_id not in plain:
                _add(sums, trip, order, by, at)
    reached = [trip for trip in found if trip.email]
    return Preview(
        affected={
            "orders": sum(len(trip.order_ids) for trip in found),
            "pax": sum(trip.pax_cnt for trip in found),
            "trips": len(found),
        },
        departures=_departures(timeslot_ids, at),
        money={
            "currency": people.get_properties().currency,
            "total_amount": sums.total,
            "paid_amount": sums.paid,
            "refund_amount": sums.refund,
            "manual_refund_amount": sums.manual,
        },
        messages={
            "email_cnt": len(reached) if order.is_notified else 0,
            "unreachable": [{**_ref(t), "name": t.name} for t in found if not t.email],
            "sample": _sample(sums, order, operator),
        },
        blocked=sums.blocked,
    )


def _plain(found: Sequence[TripOn], sums: _Sums, order: MassCancellationRequest) -> set[int]:
    """
    Add up the trips of which nothing is left; returns their ids.

    What the operator calls off comes back whole (domain.md 4.11), and so does what the weather does
    under most policies: there is nothing to price, and two hundred have to be shown in a moment.
    """
    is_by_policy = order.cause == "weather" and order.wish().refund != "full"
    whole = cancelled_timeslots.whole_trips(trips=found, is_weather=is_by_policy)
    moving = ledger.unsettled_trips(trip_ids=whole)
    plain = {trip_id: facts for trip_id, facts in whole.items() if trip_id not in moving}
    payments = ledger.refundable_payments_of(trip_ids=plain)
    for trip in found:
        facts = plain.get(trip.trip_id)
        if facts is None:
            continue
        sums.paid += trip.paid_amount
        sums.total += facts.total_amount - facts.booking_fee_amount
        refund = 0
        if order.wish().refund != "none":
            back = plan(facts.overpaid_amount, payments.get(trip.trip_id, []))
            refund = cancellations.on_its_way(back, order.wish())
            sums.refund += refund
            sums.manual += back.of() - refund
        if sums.sample is None and trip.email:
            sums.sample = (trip, refund)
    return set(plain)


def _add(sums: _Sums, trip: TripOn, order: MassCancellationRequest, by: TripActor, at: datetime) -> None:
    wish = order.wish()
    sums.paid += trip.paid_amount
    refund = 0
    try:
        result = cancellations.preview(
            trip_id=trip.trip_id, trip_order_ids=trip.order_ids, wish=wish, by=by, at=at
        )
    except DomainError as problem:
        sums.blocked.append({**_ref(trip), "message": problem.message})
        return
    sums.total += result.gross
    if wish.refund != "none":
        refund = cancellations.on_its_way(result.plan, wish)
        sums.refund += refund
        sums.manual += result.plan.of() - refund
    if sums.sample is None and trip.email:
        sums.sample = (trip, refund)


def _departures(timeslot_ids: Sequence[int], at: datetime) -> list[dict[str, object]]:
    orders = cancelled_timeslots.orders_on(timeslot_ids=timeslot_ids)
    slots = schedule.get_timeslot_refs(ids=timeslot_ids, at=at)
    return [
        {
            "timeslot_id": slot.id,
            "date": slot.date,
            "start_time": slot.start_time.strftime("%H:%M"),
            "experience": {
                "id": slot.experience_id,
                "name": slot.experience_name,
                "color": slot.experience_color,
            },
            "orders": sum(row.timeslot_id == slot.id for row in orders),
            "pax": sum(row.pax_cnt for row in orders if row.timeslot_id == slot.id),
        }
        for slot in sorted(slots.values(), key=lambda row: (row.start_at, row.id))
    ]


def _ref(trip: TripOn) -> dict[str, object]:
    return {"trip_id": trip.trip_id, "confirmation_code": trip.confirmation_code}


def _sample(sums: _Sums, order: MassCancellationRequest, operator: Operator) -> dict[str, str] | None:
    """Return the message as the first guest gets it."""
    if not order.is_notified or sums.sample is None:
        return None
    trip, refund = sums.sample
    facts = facts_of(trip_id=trip.trip_id, order_ids=trip.order_ids, order=order, refund_amount=refund)
    data = cancellation.from_payload(in_customers_words(facts))
    rendered = letters.preview_cancellation(data=data, operator=operator)
    return {"to": trip.email or "", "subject": rendered.subject, "text": rendered.text}
