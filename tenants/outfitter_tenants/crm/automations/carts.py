"""Reminding people of the cart they left: a series planned once it is idle (domain.md 4.28)."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from outfitter.db.locks import atomic
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.checkout.carts.abandoned_carts import REMIND
from outfitter_tenants.crm.automations import trip_facts
from outfitter_tenants.crm.automations.planner import row_of
from outfitter_tenants.crm.automations.rules import carts as rules
from outfitter_tenants.crm.automations.rules.carts import CartFacts
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging import message_plan
from outfitter_tenants.messaging.message_plan import Sweep
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips.queries import message_facts
from outfitter_tenants.trips.queries.message_facts import TripRow

CATEGORY = "abandon"


def plan_due(payload: Mapping[str, int], at: datetime) -> None:
    """
    Plan the reminders of a cart that nobody touched for as long as carts are left; a due job.

    One that was touched meanwhile is looked at again later.
    """
    trip_id = int(payload["trip_id"])
    row = next(iter(message_facts.read(trip_ids=[trip_id])), None)
    if row is None or row.status != "draft" or row.consent_at is None or not row.email:
        return
    until = row.changed_at + timedelta(minutes=people.get_properties().abandon_idle_minutes)
    if until > at:
        scheduled_jobs.schedule(REMIND, key=str(trip_id), due_at=until, payload=dict(payload))
        return
    plan_series(trip_id=trip_id, at=at)


def plan_series(*, trip_id: int, at: datetime) -> None:
    """Plan what reminds somebody of their cart; one that is no cart any more has nothing planned."""
    with atomic():
        terms = trip_facts.read_terms(turn=message_plan.turn(trip_ids=[trip_id]))
        row = next(iter(message_facts.read(trip_ids=[trip_id])), None)
        if row is None:
            return
        cart = read_cart(row, at=at, is_planned=False)
        rows = [row_of(one) for one in rules.plan_series(cart, terms.steps, terms.around, at=at)]
        mine = [step.id for step in terms.steps if step.trigger == rules.TRIGGER]
        message_plan.write(rows, Sweep(trip_ids=[trip_id], automation_ids=mine), at=at)


def read_cart(row: TripRow, *, at: datetime, is_planned: bool) -> CartFacts:
    """
    Return a cart as the rules see it.

    Once its own series `is_planned`, only what went out about another cart stands in its way.
    """
    trip = trip_facts.facts_of([row], at=at)[0]
    email = row.email.lower()
    is_reminded = bool(email) and message_plan.sent_to(
        address=row.email, category=CATEGORY, since=at - rules.APART, but_trip_id=row.id, is_sent=is_planned
    )
    return CartFacts(
        trip=trip,
        idle_since=row.changed_at,
        has_consent=row.consent_at is not None,
        is_reserved_elsewhere=_is_reserved_elsewhere(row, email),
        is_reminded_elsewhere=is_reminded,
    )


def _is_reserved_elsewhere(row: TripRow, email: str) -> bool:
    if not email or row.status != "draft":
        return False
    found = message_facts.find_reserved(
        customer_ids=customers.ids_with_email(email=email), since=row.created_at
    )
    mine = {order.experience_id for order in row.orders if order.is_active}
    return bool(mine & found)


def count_link(*, trip_id: int, message_hash: str, at: datetime) -> bool:
    """Note that somebody came back to their cart by a message; False where it is not of this cart."""
    return message_plan.count_click(trip_id=trip_id, category=CATEGORY, message_hash=message_hash, at=at)
