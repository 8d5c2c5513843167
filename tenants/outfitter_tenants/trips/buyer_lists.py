"""The list of customers who bought something as a report reads it: what they spend, since when, how often."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import CharField, Q, QuerySet, Value

from outfitter.db.lists import Column, Condition, Listing, ListReader, register
from outfitter_tenants.customers.lists import CUSTOMERS
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import report_columns as shared
from outfitter_tenants.trips.models import Trip

_PRIVATE: Final = frozenset({"name", "email", "phone", "company"})


def _is_returning(condition: Condition, _reader: ListReader) -> Q:
    is_wanted = condition.value is (condition.op == "eq")
    return Q(trip_cnt__gt=1) if is_wanted else Q(trip_cnt__lte=1)


def _seen(column: Column) -> Column:
    if column.key == "tags":
        return replace(column, cell=lambda row: ", ".join(row["tags"]))
    return replace(column, permission=shared.OF_CUSTOMERS) if column.key in _PRIVATE else column


def _rows(reader: ListReader) -> "QuerySet[Any]":
    currency = Value(people.get_properties().currency, output_field=CharField())
    found: QuerySet[Any] = CUSTOMERS.rows(reader).filter(trip_cnt__gt=0).annotate(currency=currency)
    return found


def _shape(rows: Sequence[Any], reader: ListReader) -> list[dict[str, Any]]:
    """Return the customers with the trip they booked last."""
    bought = Trip.objects.filter(customer_id__in=[row.pk for row in rows], status__in=shared.SOLD)
    last = {trip.customer_id: trip for trip in bought.order_by("reserved_at", "pk")}
    found = []
    for row, one in zip(rows, CUSTOMERS.shape(rows, reader), strict=True):
        trip = last.get(row.pk)
        led = shared.link_to(trip) if trip else None
        found.append({**one, "trip": led, "is_returning": row.trip_cnt > 1, "currency": row.currency})
    return found


BUYERS: Final = register(
    Listing(
        name="buyers",
        permission=shared.PERMISSION,
        columns=(
            *(_seen(one) for one in CUSTOMERS.columns),
            Column("is_returning", "bool", "pk", is_filterable=True, match=_is_returning),
            Column("currency", "text", is_filterable=True),
        ),
        default_sort="-last_trip_at",
        rows=_rows,
        shape=_shape,
        search=CUSTOMERS.search,
        unless_filtered=CUSTOMERS.unless_filtered,
    )
)
