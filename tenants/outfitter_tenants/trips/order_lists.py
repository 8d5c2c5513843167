"""
Lists of what sold trips are made of, as reports read them: orders, and the tickets in them.

A cancelled order or guest is a row of its own that counts for no seat and no ticket; what is kept of it
is in its order's total.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import (
    BigIntegerField,
    Case,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, Extract, Floor

from outfitter.db.column_types import money
from outfitter.db.lists import Column, Condition, Listing, ListReader, Option, register
from outfitter.kit.person_names import full_name
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.trips import report_columns as shared
from outfitter_tenants.trips.models import Booking, BookingStatus, TripOrder

IS_LIVE: Final = Q(cancelled_at__isnull=True, trip_order__status="active")
IS_FREE: Final = Q(is_comped=True) | Q(trip_order__is_comped=True)
# What a ticket is sold at before discounts: exactly what its line says.
TICKET: Final = Case(When(IS_LIVE & ~IS_FREE, then=F("unit_amount")), default=Value(0), output_field=money())
_HOUR: Final = 3600


def _lead(start: str, sold: str) -> Cast:
    return Cast(Floor(Extract(F(start) - F(sold), "epoch") / Value(_HOUR)), BigIntegerField())


# Hours between the sale and the start.
BOOKING_LEAD: Final = _lead("trip_order__timeslot__start_at", "trip_order__trip__reserved_at")
ORDER_LEAD: Final = _lead("timeslot__start_at", "trip__reserved_at")


def _experience(path: str) -> Column:
    return Column(
        "experience", "lookup", path, is_filterable=True, options=shared.experiences, is_of_experiences=True
    )


def _hours(start: Any, sold: Any) -> int | None:
    return int((start - sold).total_seconds() // _HOUR) if start and sold else None


def _statuses() -> list[Option]:
    return [Option(row.pk, row.name, row.slug) for row in BookingStatus.objects.order_by("position", "id")]


def _customer_types() -> list[Option]:
    return [Option(row.id, row.name, row.slug) for row in catalog.list_customer_types()]


def _is_cancelled(condition: Condition, _reader: ListReader) -> Q:
    return ~IS_LIVE if condition.value is (condition.op == "eq") else IS_LIVE


def _booking_rows(reader: ListReader) -> "QuerySet[Any]":
    return shared.sold(Booking.objects.all(), reader, "trip_order__trip__").select_related(
        "trip_order__trip",
        "trip_order__timeslot",
        "booking_status",
        "experience_customer_type__customer_type",
    )


def _shape_bookings(rows: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    about = shared.describe({row.trip_order.trip for row in rows})
    names = {row.id: row.name for row in catalog.list_all()}
    return [_booking(row, about, names) for row in rows]


def _booking(row: Any, about: Any, names: Any) -> dict[str, Any]:
    order = row.trip_order
    start = order.timeslot.start_at if order.timeslot else None
    is_live = row.cancelled_at is None and order.status == "active"
    is_free = row.is_comped or order.is_comped
    return {
        "id": row.pk,
        **shared.led_by(order.trip, about),
        "guest": full_name(row.guest_first_name, row.guest_last_name),
        "experience": names.get(order.experience_id),
        "customer_type": row.experience_customer_type.customer_type.name,
        "booking_status": row.booking_status.name,
        "is_cancelled": not is_live,
        "is_comped": is_free,
        "start_at": start,
        "checked_in_at": row.checked_in_at,
        "pax_cnt": row.pax_cnt if is_live else 0,
        "ticket_amount": row.unit_amount if is_live and not is_free else 0,
        "lead_hours": _hours(start, order.trip.reserved_at),
    }


BOOKINGS: Final = register(
    Listing(
        name="soldBookings",
        permission=shared.PERMISSION,
        columns=(
            Column("guest", "text", "guest_last_name", is_filterable=True, permission=shared.OF_CUSTOMERS),
            _experience("trip_order__experience_id"),
            Column(
                "customer_type",
                "lookup",
                "experience_customer_type__customer_type_id",
                is_filterable=True,
                options=_customer_types,
            ),
            Column("booking_status", "lookup", "booking_status_id", is_filterable=True, options=_statuses),
            Column("is_cancelled", "bool", "pk", is_filterable=True, match=_is_cancelled),
            Column("is_comped", "bool", is_filterable=True),
            Column(
                "start_at", "instant", "trip_order__timeslot__start_at", is_filterable=True, is_nullable=True
            ),
            Column("checked_in_at", "instant", is_filterable=True, is_nullable=True),
            Column("pax_cnt", "number", is_filterable=True),
            Column("ticket_amount", "money", TICKET, is_filterable=True),
            Column("lead_hours", "number", BOOKING_LEAD, is_filterable=True, is_nullable=True),
            *shared.about_trip("trip_order__trip__"),
            Column("id", "number", is_sortable=True, is_exported=False),
        ),
        default_sort="-id",
        rows=_booking_rows,
        shape=_shape_bookings,
    )
)

# Seats of an order's live guests.
ORDER_PAX: Final = Coalesce(
    Subquery(
        Booking.objects.filter(trip_order_id=OuterRef("pk"), cancelled_at__isnull=True)
        .order_by()
        .values("trip_order_id")
        .annotate(found=Sum("pax_cnt"))
        .values("found"),
        output_field=IntegerField(),
    ),
    Value(0),
)


def _order_rows(reader: ListReader) -> "QuerySet[Any]":
    return shared.sold(TripOrder.objects.all(), reader).select_related("trip", "timeslot", "experience")


def _shape_orders(rows: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    about = shared.describe({row.trip for row in rows})
    ids = [row.pk for row in rows]
    live = Booking.objects.filter(trip_order_id__in=ids, cancelled_at__isnull=True).order_by()
    seats = dict(live.values_list("trip_order_id").annotate(Sum("pax_cnt")))
    return [
        {
            "id": row.pk,
            **shared.led_by(row.trip, about),
            "experience": row.experience.name,
            "order_status": row.status,
            "schedule_state": row.schedule_state,
            "cancel_reason": row.cancel_reason,
            "is_comped": row.is_comped,
            "is_noshow": row.is_noshow,
            "start_at": row.timeslot.start_at if row.timeslot else None,
            "cancelled_at": row.cancelled_at,
            "pax_cnt": seats.get(row.pk, 0) if row.status == "active" else 0,
            "subtotal_amount": row.subtotal_amount,
            "total_amount": row.total_amount,
            "rebooked_cnt": row.rebooked_cnt,
            "lead_hours": _hours(row.timeslot.start_at if row.timeslot else None, row.trip.reserved_at),
        }
        for row in rows
    ]


ORDERS: Final = register(
    Listing(
        name="tripOrders",
        permission=shared.PERMISSION,
        columns=(
            _experience("experience_id"),
            Column(
                "order_status",
                "choice",
                "status",
                is_filterable=True,
                options=lambda: shared.words("active", "cancelled"),
            ),
            Column(
                "schedule_state",
                "choice",
                is_filterable=True,
                options=lambda: shared.words("scheduled", "flex", "unscheduled"),
            ),
            Column("cancel_reason", "text", is_filterable=True, is_nullable=True),
            Column("is_comped", "bool", is_filterable=True),
            Column("is_noshow", "bool", is_filterable=True),
            Column("start_at", "instant", "timeslot__start_at", is_filterable=True, is_nullable=True),
            Column("cancelled_at", "instant", is_filterable=True, is_nullable=True),
            Column("pax_cnt", "number", ORDER_PAX, is_filterable=True),
            Column("subtotal_amount", "money", is_filterable=True),
            Column("total_amount", "money", is_filterable=True),
            Column("rebooked_cnt", "number", is_filterable=True),
            Column("lead_hours", "number", ORDER_LEAD, is_filterable=True, is_nullable=True),
            *shared.about_trip(),
            Column("id", "number", is_sortable=True, is_exported=False),
        ),
        default_sort="-id",
        rows=_order_rows,
        shape=_shape_orders,
    )
)
