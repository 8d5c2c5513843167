"""What is planned because something happened once: an order moved, was canceled, a gift card is active."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter_tenants.crm.automations import trip_facts
from outfitter_tenants.crm.automations.planner import row_of
from outfitter_tenants.crm.automations.rules import trip_plan
from outfitter_tenants.messaging import message_plan
from outfitter_tenants.messaging.message_plan import Sweep
from outfitter_tenants.messaging.rules import reasons


def plan_for(*, trigger: str, trip_id: int, order_id: int | None, occasion: str, at: datetime) -> None:
    """
    Plan what an operator's automations of a trigger say about something that happened `at`.

    `occasion` tells it from its own repetition. What was planned for an earlier one of the same
    order goes no more: nobody reads of a time that is over.
    """
    with atomic():
        terms = trip_facts.read_terms(turn=message_plan.turn(trip_ids=[trip_id]))
        mine = [
            step for step in terms.steps if step.trigger == trigger and not trip_plan.is_sent_at_once(step)
        ]
        found = trip_facts.read_trips(trip_ids=[trip_id], at=at) if mine else []
        if not found:
            return
        trip = found[0]
        order = next((one for one in trip.orders if one.id == order_id), None)
        experience_id = order.experience_id if order else None
        every = [step for step in terms.steps if step.trigger == trigger]
        steps = trip_plan.steps_for(every, trigger=trigger, experience_id=experience_id)
        rows = [
            row_of(one)
            for step in steps
            if step in mine and step.is_usable and step.fits(experience_id=experience_id, method=trip.method)
            for one in trip_plan.wanted_of(step, trip, order, at, occasion, terms.around, since=None)
        ]
        is_moved = trigger == "rebooked"
        sweep = Sweep(
            trip_ids=[trip_id] if is_moved else [],
            automation_ids=[step.id for step in mine] if is_moved else [],
            order_ids=[] if order_id is None else [order_id],
            otherwise=reasons.REBOOKED,
        )
        message_plan.write(rows, sweep, at=at)
