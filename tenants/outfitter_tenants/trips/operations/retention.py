"""
Letting go of who left a cart behind (domain.md 4.30: draft expiry, 30 days by default), and of
what was answered about health once the activity is long over (domain.md 3.2).
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from outfitter.db.batch_delete import BATCH as MOST_ROWS
from outfitter.db.batch_delete import delete_batch
from outfitter.db.locks import atomic
from outfitter_tenants.audit import redaction
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.fields import queries as questions
from outfitter_tenants.people.queries import get_properties
from outfitter_tenants.trips.models import Booking, ClientAction, Trip, TripOrder
from outfitter_tenants.trips.operations import trip_customers

BATCH: Final = 200
# A device sends what it noted for two days; longer than that nobody asks again.
ACTIONS_KEPT: Final = timedelta(days=14)
_SAYS_WHO: Final = (
    ~Q(contact_first_name="", contact_last_name="")
    | Q(contact_email__isnull=False)
    | Q(contact_phone__isnull=False)
    | Q(visitor__isnull=False)
    | Q(ip__isnull=False)
)


def forget_carts(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """
    Empty carts that nobody touched for as long as drafts live here; an operator's daily work.

    A cart that money arrived for stays as it is: somebody has to decide about it.
    """
    before = at - timedelta(days=get_properties().draft_expire_days)
    left = Trip.objects.filter(
        _SAYS_WHO,
        status="draft",
        created_at__lt=before,
        changed_at__lt=before,
        paid_amount=0,
        customer__isnull=True,
    )
    with atomic():
        rows = left.select_for_update(skip_locked=True, of=("self",)).order_by("pk")[:BATCH]
        trip_ids = [row.pk for row in rows]
        guests = Booking.objects.filter(trip_order__trip_id__in=trip_ids)
        trip_customers.empty(trip_ids=trip_ids, guests=guests, at=at)
        redaction.redact(customer_ids=[], trip_ids=trip_ids, message_ids=[])
    return {} if len(trip_ids) == BATCH else None


def forget_visitor(*, trip_id: int, at: datetime) -> None:
    """Take who they are off a cart that its visitor left, in the caller's transaction."""
    guests = Booking.objects.filter(trip_order__trip_id=trip_id)
    trip_customers.empty(trip_ids=[trip_id], guests=guests, at=at)
    redaction.redact(customer_ids=[], trip_ids=[trip_id], message_ids=[])


def forget_actions(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Delete what is only kept to answer a device that sends something twice."""
    gone = delete_batch(ClientAction.objects.filter(received_at__lt=at - ACTIONS_KEPT))
    return {} if gone == MOST_ROWS else None


_SCOPES: Final = ("trip", "trip_order", "booking")


def forget_sensitive_answers(state: Mapping[str, Any], at: datetime) -> dict[str, object] | None:
    """
    Delete answers about health, and those that identify somebody, some time after the activity.

    That is when it was over for as long as names are kept here.

    An operator's daily work; `state` says how far it got.
    """
    place, after_id = int(state.get("scope", 0)), int(state.get("after", 0))
    if place >= len(_SCOPES):
        return None
    scope = _SCOPES[place]
    before = at - timedelta(days=get_properties().pii_retention_days)
    rows = questions.sensitive_answers(scope=scope, before=before, after_id=after_id, most=BATCH)
    recent = _not_over(scope, {row.target_id for row in rows}, before)
    fields.delete_answers(ids=[row.id for row in rows if row.target_id not in recent])
    if len(rows) == BATCH:
        return {"scope": place, "after": rows[-1].id}
    return {"scope": place + 1, "after": 0}


def _not_over(scope: str, ids: set[int], before: datetime) -> set[int]:
    """Return those of these trips, orders or guests that are still to come or over lately."""
    orders = TripOrder.objects.filter(timeslot__end_at__gte=before)
    name = {"trip": "trip_id", "trip_order": "pk", "booking": "bookings__pk"}[scope]
    return set(orders.filter(**{f"{name}__in": ids}).values_list(name, flat=True))
