"""
Decides, the moment a planned message is about to go, whether it does, and what it says.

Everything is read anew: how the trip stands, what its reader wants, what the operator has set up. So
no message speaks of a state that is over, whatever was missed before.
"""

from datetime import datetime, timedelta
from typing import Final

from outfitter.db.read_cache import read_cache
from outfitter_tenants.crm.automations import carts, letter, planner, trip_facts
from outfitter_tenants.crm.automations.rules import carts as cart_rules
from outfitter_tenants.crm.automations.rules import trip_plan
from outfitter_tenants.crm.automations.rules.types import STANDING, Channel, Step, TripFacts
from outfitter_tenants.crm.automations.trip_facts import Terms
from outfitter_tenants.messaging import suppressions
from outfitter_tenants.messaging.rules import reasons
from outfitter_tenants.messaging.send_gate import Go, Hold, PlannedMessage, Stop, Verdict, Wait
from outfitter_tenants.trips.queries import message_facts

# Clocks of several machines differ by less.
SLACK: Final = timedelta(seconds=1)


def decide(message: PlannedMessage, at: datetime) -> Verdict:
    """Return whether a planned message goes now, and with which words."""
    with read_cache():
        return _decide(message, at)


def _decide(message: PlannedMessage, at: datetime) -> Verdict:
    terms = trip_facts.read_terms()
    if terms.is_paused:
        return Hold()
    step = next((one for one in terms.steps if one.id == message.automation_id), None)
    if step is None:
        return Stop(reasons.AUTOMATION_ARCHIVED)
    if not step.is_usable:
        return Stop(planner.off_reason(step))
    if message.useful_until is not None and message.useful_until <= at:
        return Stop(reasons.TOO_LATE)
    rows = message_facts.read(trip_ids=[message.trip_id])
    if not rows:
        return Stop(reasons.TRIP_DELETED)
    if step.trigger == cart_rules.TRIGGER:
        refused = _of_cart(step, carts.read_cart(rows[0], at=at, is_planned=True), at)
        trip = trip_facts.facts_of(rows, at=at)[0]
    else:
        trip = trip_facts.facts_of(rows, at=at)[0]
        refused = _of_trip(message, step, trip, terms, at)
    if refused is not None:
        return refused
    address = trip.email if message.channel == "email" else trip.phone
    if banned := _banned(step, address, message.channel):
        return Stop(banned, status="suppressed")
    return Go(letter.write(message, step, trip, address=address, at=at))


def _of_trip(
    message: PlannedMessage, step: Step, trip: TripFacts, terms: Terms, at: datetime
) -> Verdict | None:
    """Return why a message about a booked trip does not go now; None when it does."""
    if step.trigger not in STANDING:
        return _of_occasion(message, step, trip, terms)
    wanted = trip_plan.plan_trip(trip, terms.steps, terms.around, since=None)
    mine = next((one for one in wanted if one.key == message.key), None)
    if mine is None:
        # Whatever moved the trip without a word: what goes instead is planned now.
        planner.write([trip], terms, since=at, at=at)
        return Stop(trip_plan.gone_reason(trip, message.trip_order_id))
    if mine.status != "scheduled":
        return Stop(mine.reason, status=mine.status)
    if mine.scheduled_at > at + SLACK:
        return Wait(mine.scheduled_at, reason=mine.reason)
    return None


def _of_occasion(message: PlannedMessage, step: Step, trip: TripFacts, terms: Terms) -> Verdict | None:
    if trip.status == "deleted" and step.trigger != "order_cancelled":
        return Stop(reasons.TRIP_DELETED)
    order = next((one for one in trip.orders if one.id == message.trip_order_id), None)
    if step.trigger == "rebooked" and (order is None or not order.is_active):
        return Stop(reasons.CANCELLED)
    channel: Channel = "sms" if message.channel == "sms" else "email"
    reason = trip_plan.refusal(step, trip, order, channel, terms.around)
    return Stop(reason, status=trip_plan.status_of(reason)) if reason else None


def _of_cart(step: Step, cart: cart_rules.CartFacts, at: datetime) -> Verdict | None:
    reason = cart_rules.refusal(cart, at)
    if reason is not None:
        return Stop(reason, status=trip_plan.status_of(reason))
    due_at = cart_rules.due_at(step, cart)
    return Wait(due_at, reason=reasons.PLANNED[step.trigger]) if due_at > at + SLACK else None


def _banned(step: Step, address: str, channel: str) -> str | None:
    """Return why an address gets nothing of this kind; None when it does."""
    known = address.lower() if channel == "email" else address
    if suppressions.find(address=known, channel=channel):
        return reasons.ADDRESS_REFUSED
    is_unwanted = trip_plan.is_news(step) and suppressions.is_marketing_refused(
        address=known, channel=channel
    )
    return reasons.OPTED_OUT if is_unwanted else None
