"""Letting go of who left a cart behind (domain.md 4.30: draft expiry, 30 days by default)."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from outfitter.db.forgetting import BATCH as MOST_ROWS
from outfitter.db.forgetting import forget_some
from outfitter.db.locks import atomic
from outfitter_tenants.audit import redaction
from outfitter_tenants.people.queries import get_properties
from outfitter_tenants.trips.models import Booking, ClientAction, Trip
from outfitter_tenants.trips.operations import people

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


def forget_carts(_state: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    """
    Empty carts that nobody touched for as long as drafts live here; an operator's daily work.

    A cart that money arrived for stays as it is: somebody has to decide about it.
    """
    before = at - timedelta(days=get_properties().draft_expire_days)
    left = Trip.objects.filter(
        _SAYS_WHO, status="draft", created_at__lt=before, changed_at__lt=before,
        paid_amount=0, customer__isnull=True,
    )  # fmt: skip
    with atomic():
        rows = left.select_for_update(skip_locked=True, of=("self",)).order_by("pk")[:BATCH]
        trip_ids = [row.pk for row in rows]
        guests = Booking.objects.filter(trip_order__trip_id__in=trip_ids)
        people.empty(trip_ids=trip_ids, guests=guests, at=at)
        redaction.redact(customer_ids=[], trip_ids=trip_ids, message_ids=[])
    return {} if len(trip_ids) == BATCH else None


def forget_actions(_state: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    """Delete what is only kept to answer a device that sends something twice."""
    gone = forget_some(ClientAction.objects.filter(received_at__lt=at - ACTIONS_KEPT))
    return {} if gone == MOST_ROWS else None
