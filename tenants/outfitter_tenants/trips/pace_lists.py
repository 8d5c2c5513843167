"""The lists of orders by how early they came, of what was on the books on a day, and of who stayed away."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import BigIntegerField, Case, CharField, DateTimeField, F, Q, QuerySet, Value, When
from django.db.models.functions import Cast, Extract, Greatest

from outfitter.db.lists import Column, Condition, Listing, ListReader, register
from outfitter.db.row_figures import row_figure
from outfitter.kit.person_names import full_name
from outfitter.kit.zones import to_instant, to_local
from outfitter_tenants.trips.models import Booking, TripOrder
from outfitter_tenants.trips.order_cells import code_of, experiences, methods, sources, trip_cell, words
from outfitter_tenants.trips.visibility import sees_everything

SOLD: Final = ("reserved", "under_review")
# The longest lead of each, in whole days, and how it is called; the last has no end.
LEADS: Final = (
    (0, "same_day"),
    (1, "1_day"),
    (3, "2_3_days"),
    (7, "4_7_days"),
    (14, "8_14_days"),
    (30, "15_30_days"),
    (60, "31_60_days"),
)
FARTHEST: Final = "over_60_days"
# From the reservation to the start, in whole minutes; who books on the spot does so at once.
LEAD_MINUTES: Final = Greatest(
    Cast(Extract(F("timeslot__start_at") - F("trip__reserved_at"), "epoch") / Value(60), BigIntegerField()),
    Value(0, output_field=BigIntegerField()),
)
_DAYS: Final = LEAD_MINUTES / Value(24 * 60)
LEAD: Final = Case(
    *(When(lead_days_of__lte=most, then=Value(name)) for most, name in LEADS),
    default=Value(FARTHEST),
    output_field=CharField(),
)


def _orders(reader: ListReader) -> "QuerySet[TripOrder]":
    rows = TripOrder.objects.select_related("trip", "experience", "timeslot").filter(
        trip__status__in=SOLD, timeslot__isnull=False
    )
    return rows if sees_everything(avatar_id=reader.avatar_id) else rows.none()


def _leads(reader: ListReader) -> "QuerySet[TripOrder]":
    rows = _orders(reader).filter(status="active")
    return rows.annotate(lead_minutes_of=LEAD_MINUTES).annotate(lead_days_of=_DAYS)


def _names() -> dict[str, dict[int | str, str]]:
    """Return what methods and sources are called: two statements for a page."""
    found = {"trip_method": methods(), "trip_source": sources()}
    return {key: {one.id: one.name for one in options} for key, options in found.items()}


def _order(order: TripOrder, names: dict[str, dict[int | str, str]]) -> dict[str, object]:
    slot = order.timeslot
    return {
        "id": order.pk,
        "trip": trip_cell(order.trip),
        "experience": order.experience.name,
        "trip_method": names["trip_method"].get(order.trip.trip_method_id),
        "trip_source": names["trip_source"].get(order.trip.trip_source_id or 0),
        "date": slot and slot.date,
        "start_at": slot and slot.start_at,
        "reserved_at": order.trip.reserved_at,
        "currency": order.trip.currency,
    }


def _shape_leads(rows: Sequence[TripOrder], _reader: ListReader) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    names = _names()
    for order in rows:
        minutes: int = getattr(order, "lead_minutes_of")  # noqa: B009  # annotated
        days = minutes // (24 * 60)
        lead = next((name for most, name in LEADS if days <= most), FARTHEST)
        more = {"lead_hours": minutes // 60, "lead": lead, "total_amount": order.total_amount}
        found.append({**_order(order, names), **more})
    return found


_OF_ORDERS: Final = (
    Column("trip", "text", "trip__confirmation_code", is_filterable=True, cell=code_of),
    Column(
        "experience",
        "lookup",
        "experience_id",
        is_filterable=True,
        is_groupable=True,
        options=experiences,
        is_of_experiences=True,
    ),
    Column(
        "trip_method",
        "lookup",
        "trip__trip_method_id",
        is_filterable=True,
        is_groupable=True,
        options=methods,
    ),
    Column(
        "trip_source",
        "lookup",
        "trip__trip_source_id",
        is_filterable=True,
        is_groupable=True,
        is_nullable=True,
        options=sources,
    ),
    Column("date", "date", "timeslot__date", is_sortable=True, is_filterable=True, is_groupable=True),
    Column("start_at", "instant", "timeslot__start_at", is_filterable=True),
    Column("reserved_at", "instant", "trip__reserved_at", is_sortable=True, is_filterable=True),
)
ORDER_LEADS: Final = register(
    Listing(
        name="orderLeads",
        permission="report.view",
        columns=(
            *_OF_ORDERS,
            Column(
                "lead",
                "choice",
                LEAD,
                is_filterable=True,
                is_groupable=True,
                options=lambda: words(*(name for _, name in LEADS), FARTHEST),
            ),
            Column("lead_hours", "number", LEAD_MINUTES / Value(60), is_filterable=True),
            Column("total_amount", "money", is_filterable=True),
            Column("currency", "text", "trip__currency", is_filterable=True),
        ),
        default_sort="-reserved_at",
        rows=_leads,
        shape=_shape_leads,
    )
)


def known_until(conditions: Sequence[Condition], reader: ListReader) -> datetime:
    """Return until when something has to be known: on the day `as_of`, at the time of day it is now."""
    found = next((one for one in conditions if one.field == "as_of" and one.op == "eq"), None)
    if found is None or found.value == reader.today:
        return reader.at
    return to_instant(found.value, to_local(reader.at, reader.zone).time(), reader.zone).astimezone(UTC)


def _books(conditions: Sequence[Condition], reader: ListReader) -> "QuerySet[TripOrder]":
    """Return orders that stood at an instant, with what they came to by the lines of then."""
    at = known_until(conditions, reader)
    rows = TripOrder.objects.select_related("trip", "experience", "timeslot").filter(
        Q(trip__status__in=SOLD) | Q(trip__status="deleted", trip__deleted_at__gt=at),
        Q(cancelled_at__isnull=True) | Q(cancelled_at__gt=at),
        trip__reserved_at__lte=at,
        timeslot__isnull=False,
    )
    until = Value(at, output_field=DateTimeField())
    rows = rows.annotate(
        amount_of=row_figure(_OWED_THEN, about={"id": F("pk"), "trip_id": F("trip_id"), "at": until}),
        pax_of=row_figure(_PAX_THEN, about={"id": F("pk"), "at": until}),
    )
    return rows if sees_everything(avatar_id=reader.avatar_id) else rows.none()


_OWED_THEN: Final = """
SELECT coalesce(sum(l.amount), 0)::bigint FROM trips_priceline l
 WHERE l.trip_id = asked.trip_id AND l.trip_order_id = asked.id AND NOT l.is_inclusive
   AND l.created_at <= asked.at AND (l.voided_at IS NULL OR l.voided_at > asked.at)
"""
_PAX_THEN: Final = """
SELECT coalesce(sum(b.pax_cnt), 0)::bigint FROM trips_booking b
 WHERE b.trip_order_id = asked.id AND (b.cancelled_at IS NULL OR b.cancelled_at > asked.at)
"""


def _shape_books(rows: Sequence[TripOrder], _reader: ListReader) -> list[dict[str, Any]]:
    names = _names()
    then = {"pax_cnt": "pax_of", "total_amount": "amount_of"}
    return [
        {**_order(order, names), **{key: getattr(order, name) for key, name in then.items()}}
        for order in rows
    ]


def _anything(_condition: Condition, _reader: ListReader) -> Q:
    return Q()


ORDER_BOOKS: Final = register(
    Listing(
        name="ordersOnTheBooks",
        permission="report.view",
        columns=(
            *_OF_ORDERS,
            Column("pax_cnt", "number", "pax_of"),
            Column("total_amount", "money", "amount_of"),
            Column("currency", "text", "trip__currency", is_filterable=True),
            Column("as_of", "date", "pk", is_filterable=True, match=_anything, is_exported=False),
        ),
        default_sort="-reserved_at",
        rows=_orders,
        rows_asked=_books,
        shape=_shape_books,
    )
)


def _absent(reader: ListReader) -> "QuerySet[Booking]":
    rows = Booking.objects.select_related(
        "trip_order__trip", "trip_order__experience", "trip_order__timeslot", "experience_customer_type"
    ).filter(
        booking_status__kind="no_show",
        cancelled_at__isnull=True,
        trip_order__status="active",
        trip_order__trip__status__in=SOLD,
        trip_order__timeslot__isnull=False,
    )
    return rows if sees_everything(avatar_id=reader.avatar_id) else rows.none()


def _shape_absent(rows: Sequence[Booking], reader: ListReader) -> list[dict[str, Any]]:
    is_shown, names = reader.can("customer.view"), _names()
    return [
        {
            **_order(one.trip_order, names),
            "id": one.pk,
            "guest": full_name(one.guest_first_name, one.guest_last_name) if is_shown else None,
            "pax_cnt": one.pax_cnt,
            "unit_amount": one.unit_amount,
        }
        for one in rows
    ]


def _inside(column: Column) -> Column:
    """Return a column of orders as a guest's list has it."""
    source = column.source if column.source is not None else column.key
    return replace(column, source=f"trip_order__{source}", is_sortable=column.key == "date")


NO_SHOWS: Final = register(
    Listing(
        name="noShows",
        permission="report.view",
        columns=(
            *(_inside(one) for one in _OF_ORDERS),
            Column("guest", "text", "guest_last_name", is_filterable=True, permission="customer.view"),
            Column("pax_cnt", "number", is_filterable=True),
            Column("unit_amount", "money", is_filterable=True),
            Column("currency", "text", "trip_order__trip__currency", is_filterable=True),
        ),
        default_sort="-date",
        rows=_absent,
        shape=_shape_absent,
    )
)
