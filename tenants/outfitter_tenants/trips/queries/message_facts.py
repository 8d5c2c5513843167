"""Trips as far as messages that go by themselves depend on them: one statement for many."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from outfitter.kit.person_names import full_name
from outfitter_tenants.trips.models import Trip, TripOrder
from outfitter_tenants.trips.rules.amounts_due import CUSTOMER_OWES

_DAY: Final = timedelta(days=1)


@dataclass(slots=True)
class OrderRow:
    """One experience of a trip; the instants are UTC, None while it has no departure."""

    id: int
    experience_id: int
    is_active: bool
    is_no_show: bool
    start_at: datetime | None
    end_at: datetime | None
    timeslot_id: int | None


@dataclass(slots=True)
class TripRow:
    """A trip, its contact and its orders; amounts in minor units."""

    id: int
    status: str
    method: str
    locale: str
    customer_id: int | None
    email: str
    name: str
    phone: str
    reseller_id: int | None
    reserved_at: datetime | None
    created_at: datetime
    changed_at: datetime
    consent_at: datetime | None
    version: int
    balance_amount: int
    balance_due_at: datetime | None
    # Whether staff or an agent made it, rather than its customer.
    is_staffs: bool
    marketing: dict[str, Any]
    is_unsubscribed: bool
    orders: list[OrderRow] = field(default_factory=list)


_TRIP: Final = (
    "pk",
    "status",
    "trip_method__slug",
    "locale",
    "customer_id",
    "contact_email",
    "contact_first_name",
    "contact_last_name",
    "contact_phone",
    "reseller_id",
    "reserved_at",
    "reviewed_at",
    "created_at",
    "changed_at",
    "reminder_consent_at",
    "version",
    "owes",
    "balance_due_at",
    "created_by",
    "customer__marketing",
    "customer__unsubscribed_at",
)
_ORDER: Final = (
    "orders__id",
    "orders__experience_id",
    "orders__status",
    "orders__is_noshow",
    "orders__timeslot_id",
    "orders__timeslot__start_at",
    "orders__timeslot__end_at",
)


def read(*, trip_ids: Collection[int]) -> list[TripRow]:
    """Return these trips, by id, whatever their state; those that are gone are left out."""
    rows = Trip.objects.filter(pk__in=trip_ids).annotate(owes=CUSTOMER_OWES)
    found: dict[int, TripRow] = {}
    for row in rows.order_by("pk", "orders__id").values_list(*_TRIP, *_ORDER):
        of_trip, of_order = row[: len(_TRIP)], row[len(_TRIP) :]
        trip = found.get(of_trip[0]) or found.setdefault(of_trip[0], _trip(of_trip))
        if of_order[0] is not None:
            trip.orders.append(_order(of_order))
    return list(found.values())


def _trip(row: Sequence[Any]) -> TripRow:
    one = dict(zip(_TRIP, row, strict=True))
    confirmed = [when for when in (one["reserved_at"], one["reviewed_at"]) if when is not None]
    return TripRow(
        id=one["pk"],
        status=one["status"],
        method=one["trip_method__slug"],
        locale=one["locale"],
        customer_id=one["customer_id"],
        email=one["contact_email"] or "",
        name=full_name(one["contact_first_name"], one["contact_last_name"]),
        phone=one["contact_phone"] or "",
        reseller_id=one["reseller_id"],
        reserved_at=max(confirmed, default=None) if one["reserved_at"] else None,
        created_at=one["created_at"],
        changed_at=one["changed_at"],
        consent_at=one["reminder_consent_at"],
        version=one["version"],
        balance_amount=one["owes"],
        balance_due_at=one["balance_due_at"],
        is_staffs=one["created_by"] is not None,
        marketing=one["customer__marketing"] or {},
        is_unsubscribed=one["customer__unsubscribed_at"] is not None,
    )


def _order(row: Sequence[Any]) -> OrderRow:
    order_id, experience_id, status, is_noshow, timeslot_id, start_at, end_at = row
    return OrderRow(
        id=order_id,
        experience_id=experience_id,
        is_active=status == "active",
        is_no_show=is_noshow,
        start_at=start_at,
        end_at=end_at,
        timeslot_id=timeslot_id,
    )


def find_upcoming(*, since: datetime, after: int, limit: int, experience_id: int | None = None) -> list[int]:
    """Return ids above `after`, ascending, of booked trips with an order that ends after `since`."""
    orders = TripOrder.objects.filter(
        status="active",
        timeslot__end_at__gte=since,
        # The index of departures is by day; a wall clock is never a whole day off.
        timeslot__date__gte=since.date() - _DAY,
        trip__status="reserved",
        trip_id__gt=after,
    )
    if experience_id is not None:
        orders = orders.filter(experience_id=experience_id)
    return list(orders.order_by("trip_id").values_list("trip_id", flat=True).distinct()[:limit])


def find_owing(*, since: datetime, after: int, limit: int) -> list[int]:
    """Return ids above `after`, ascending, of booked trips whose balance is due after `since`."""
    rows = Trip.objects.filter(status="reserved", balance_due_at__gte=since, pk__gt=after)
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])


def find_booked(*, since: datetime, after: int, limit: int) -> list[int]:
    """Return ids above `after`, ascending, of trips that were booked after `since` and stand."""
    rows = Trip.objects.filter(status="reserved", pk__gt=after)
    rows = rows.filter(Q(reserved_at__gte=since) | Q(reviewed_at__gte=since))
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])


def find_reserved(*, customer_ids: Collection[int], since: datetime) -> set[int]:
    """Return the experiences that these customers booked after `since`."""
    rows = TripOrder.objects.filter(
        trip__customer_id__in=customer_ids,
        trip__status__in=["reserved", "under_review"],
        trip__reserved_at__gte=since,
        status="active",
    )
    return set(rows.values_list("experience_id", flat=True))


def find_idle_carts(*, changed: tuple[datetime, datetime], after: int, limit: int) -> list[int]:
    """Return ids above `after`, ascending, of carts that may be reminded of, changed between these."""
    rows = Trip.objects.filter(
        status="draft",
        reminder_consent_at__isnull=False,
        changed_at__gte=changed[0],
        changed_at__lt=changed[1],
        pk__gt=after,
    )
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])
