"""What the tests of payments look at."""

from typing import Any

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.saved_cards.operations import begin_setup
from outfitter_tenants.customers.models import CustomerCard
from outfitter_tenants.customers.operations.cards import KeptCard, add_card
from outfitter_tenants.ledger.models import Entry, Payment
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.models import Trip
from tests.support.sales import ADULT, CHILD

TOTAL = 2 * ADULT + CHILD


def add(desk, trip_id: int, amount: int = TOTAL, **more: Any) -> dict[str, Any]:
    """Take money at the counter; returns the trip."""
    body = {"method": "cash", "amount": amount, **more}
    return desk.done(f"/api/trip/{trip_id}/payment/add", **body)["trip"]


def refuse(desk, path: str, status: int, code: str, **body: Any) -> dict[str, Any]:
    """Send what has to be refused; returns the detail."""
    answer = desk.post(path, **body)
    found = answer.json()
    assert (answer.status_code, found["code"]) == (status, code), found
    return found["detail"]


def rows_of(trip_id: int, action: str) -> int:
    """Return how often the log tells this of a trip."""
    return AuditLog.objects.filter(trip_id=trip_id, action=action).count()


def moved(trip_id: int) -> dict[str, int]:
    """Return what the journal has moved for a trip, by account."""
    found: dict[str, int] = {}
    for account, amount in Entry.objects.filter(trip_id=trip_id).values_list("account", "amount"):
        found[account] = found.get(account, 0) + amount
    return {account: amount for account, amount in found.items() if amount}


def only_payment(trip_id: int) -> Payment:
    """Return the one payment of a trip."""
    return Payment.objects.get(trip_id=trip_id, kind="payment")


def forbid(*codes: str) -> None:
    """Take permissions from the role of the person at the counter."""
    role = Role.objects.get(slug="owner")
    role.permissions = [code for code in role.permissions if code not in codes]
    role.save()


def keep_card(trip_id: int) -> int:
    """Keep a card of a trip's customer; returns its id."""
    customer = Trip.objects.get(pk=trip_id).customer_id
    assert customer is not None
    begin_setup(owner_kind="customer", owner_id=customer)
    kept = KeptCard("stripe", "cus_1", "pm_1", "visa", "4242", "04/2030")
    add_card(customer_id=customer, card=kept, at=utc_now())
    return CustomerCard.objects.get().pk


def make_guide(offer, name: str = "Gil", *, is_tippable: bool = True) -> int:
    """Return a guide of the offer's departure."""
    guide = UserAvatar.objects.create(
        name=name,
        email=f"{name.lower()}@example.com",
        is_guide=True,
        is_tippable=is_tippable,
        role=Role.objects.get(slug="guide"),
        kind="staff",
    )
    from outfitter_tenants.scheduling.models import TimeslotGuide

    TimeslotGuide.objects.create(timeslot_id=offer.timeslot_id, user_avatar_id=guide.pk, status="assigned")
    assert scheduling.crew_of_timeslots(timeslot_ids=[offer.timeslot_id])
    return guide.pk
