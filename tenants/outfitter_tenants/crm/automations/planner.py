"""
Makes what is planned for trips what it should be: whenever one changes, and for many when the
operator wants something else (docs/adr/0102).

Whoever hears of a change reads the trip as it is now, so events that come twice, late or in another
order end alike.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter_tenants.crm.automations import trip_facts
from outfitter_tenants.crm.automations.rules import trip_plan
from outfitter_tenants.crm.automations.rules.types import STANDING, Step, TripFacts, Wanted
from outfitter_tenants.crm.automations.trip_facts import Terms
from outfitter_tenants.messaging import message_plan
from outfitter_tenants.messaging.message_plan import PlannedRow, Sweep
from outfitter_tenants.messaging.rules import reasons
from outfitter_tenants.trips.operations.imported_trips import METHOD as IMPORTED

# A trip that is no more than a cart has nothing planned here.
_CARTS: Final = frozenset({"draft"})


def replan(
    *, trip_ids: Collection[int], since: datetime, at: datetime, otherwise: str = reasons.REBOOKED
) -> None:
    """
    Plan anew what goes by itself for these trips; what would have gone before `since` is missed.

    `otherwise` is the reason of what is planned no more, where trip and automation still stand.
    """
    if not trip_ids:
        return
    with atomic():
        terms = trip_facts.read_terms(turn=message_plan.turn(trip_ids=sorted(trip_ids)))
        found = trip_facts.read_trips(trip_ids=trip_ids, at=at)
        write(found, terms, since=since, at=at, otherwise=otherwise)


def write(
    found: Sequence[TripFacts],
    terms: Terms,
    *,
    since: datetime,
    at: datetime,
    otherwise: str = reasons.REBOOKED,
) -> None:
    """Write what these trips should have planned, in the caller's transaction."""
    # Whoever booked elsewhere is told nothing by itself (docs/adr/0117).
    booked = [trip for trip in found if trip.status not in _CARTS and trip.method != IMPORTED]
    if not booked:
        return
    rows = [
        row_of(one)
        for trip in booked
        for one in trip_plan.plan_trip(trip, terms.steps, terms.around, since=since)
    ]
    message_plan.write(rows, _sweep(booked, terms.steps, otherwise), at=at)


def row_of(one: Wanted) -> PlannedRow:
    """Return the row of a message that should be planned."""
    return PlannedRow(
        key=one.key,
        channel=one.channel,
        category=one.step.category,
        customer_id=one.trip.customer_id,
        trip_id=one.trip.id,
        trip_order_id=one.order_id,
        timeslot_id=one.timeslot_id,
        template_id=one.step.template_id,
        automation_id=one.step.id,
        status=one.status,
        reason=one.reason,
        to=one.to,
        locale=one.trip.locale,
        scheduled_at=one.scheduled_at,
        useful_until=one.useful_until,
    )


def _sweep(booked: Iterable[TripFacts], steps: Sequence[Step], otherwise: str) -> Sweep:
    mine = [step for step in steps if step.trigger in STANDING]
    by_order: dict[tuple[int, int], str] = {}
    trip_ids = []
    for trip in booked:
        trip_ids.append(trip.id)
        by_order[trip.id, 0] = trip_plan.gone_reason(trip, None)
        for order in trip.orders:
            reason = trip_plan.gone_reason(trip, order.id)
            by_order[trip.id, order.id] = otherwise if reason == reasons.REBOOKED else reason
    return Sweep(
        trip_ids=trip_ids,
        automation_ids=[step.id for step in mine],
        by_automation={step.id: off_reason(step) for step in mine if not step.is_usable},
        by_order=by_order,
        otherwise=otherwise,
    )


def off_reason(step: Step) -> str:
    """Return why an automation that sends nothing does not."""
    return reasons.AUTOMATION_OFF if not step.is_on else reasons.TEMPLATE_OFF
