"""
Who a visitor is, while their cart is one: kept to remind them only when they agreed to that.

Whoever pays has to be known, so a cart that is being paid carries a name. When it is left after
all and they did not agree to be written to, the name goes once the cart is abandoned
(domain.md 4.28); the cart itself stays and is counted.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.db.statements import Writes
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts, retention

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

FORGET: Final = "carts.forget_visitor"
# Whoever agreed is reminded of their cart instead (crm/automations/carts.py).
REMIND: Final = "carts.remind_visitor"
# A bank may still be at it.
PATIENCE: Final = timedelta(minutes=10)


def record_contact(
    *, trip: "Trip", contact: drafts.Contact | None, may_remind: bool | None, at: datetime
) -> None:
    """Write on a locked draft who it is for, and whether they may be reminded of it."""
    is_taken_back = may_remind is False and trip.reminder_consent_at is not None
    if may_remind is not None:
        drafts.set_consent(trip=trip, may_remind=may_remind, at=at)
    if contact is None and is_taken_back and not money.is_being_paid(trip_id=trip.pk):
        contact = drafts.NOBODY
    if contact is not None:
        drafts.set_contact(trip=trip, contact=contact, at=at)


def plan_deletion(*, trip: "Trip", at: datetime, idle_minutes: int, writes: Writes) -> None:
    """
    Look again when a visitor's cart would be abandoned: they are forgotten then, or reminded of it.

    A cart at its first version has no such job yet: it is written with the rest of the cart.
    """
    is_new = trip.version == 1
    if trip.created_by is not None:
        return
    may_remind = trip.reminder_consent_at is not None
    if (may_remind or not _is_known(trip)) and not is_new:
        scheduled_jobs.cancel(FORGET, key=str(trip.pk))
    if not _is_known(trip):
        return
    due_at = at + timedelta(minutes=idle_minutes)
    job: dict[str, Any] = {"key": str(trip.pk), "due_at": due_at, "payload": {"trip_id": trip.pk}}
    kind = REMIND if may_remind else FORGET
    if is_new:
        writes.insert(scheduled_jobs.new_job(kind, **job))
    else:
        scheduled_jobs.schedule(kind, **job)


def _idle() -> timedelta:
    return timedelta(minutes=people.get_properties().abandon_idle_minutes)


def _is_known(trip: "Trip") -> bool:
    return bool(trip.contact_email or trip.contact_phone or trip.contact_last_name)


def delete_abandoned_cart_contact(payload: dict[str, Any], at: datetime) -> None:
    """
    Take the name off a cart that its visitor left without agreeing to be reminded; a due job.

    A cart that is still held or being paid is looked at again later.
    """
    with atomic():
        trip = trips.lock_trip(trip_id=int(payload["trip_id"]))
        is_left = trip.status == "draft" and trip.paid_amount == 0 and trip.customer_id is None
        if not is_left or trip.reminder_consent_at is not None or not _is_known(trip):
            return
        held = [hold.expires_at for hold in scheduling.holds_of_trip(trip_id=trip.pk)]
        until = max([trip.changed_at + _idle(), *held])
        if money.is_being_paid(trip_id=trip.pk):
            until = max(until, at + PATIENCE)
        if until > at:
            scheduled_jobs.schedule(FORGET, key=str(trip.pk), due_at=until, payload=payload)
            return
        retention.forget_visitor(trip_id=trip.pk, at=at)
