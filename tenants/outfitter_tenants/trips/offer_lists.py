"""The list of offer codes on sold trips as a report reads it: what each use took off, and of what."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import CharField, DateTimeField, Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from outfitter.db.column_types import money
from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter_tenants.pricing import queries as pricing
from outfitter_tenants.trips import report_columns as shared
from outfitter_tenants.trips.models import Trip

_TRIP: Final = Trip.objects.filter(pk=OuterRef("trip_id"))


def _of_trip(field: str, output: Any) -> Subquery:
    return Subquery(_TRIP.values(field), output_field=output)


RESERVED_AT: Final = _of_trip("reserved_at", DateTimeField())
START_AT: Final = _of_trip("first_start_at", DateTimeField())
CURRENCY: Final = _of_trip("currency", CharField())
TOTAL: Final = Coalesce(_of_trip("total_amount", money()), Value(0), output_field=money())


def _rows(reader: ListReader) -> "QuerySet[Any]":
    found = pricing.counted_redemptions().filter(Exists(_TRIP.filter(status__in=shared.SOLD)))
    rows: QuerySet[Any] = shared.whole(found, reader).annotate(currency=CURRENCY)
    return rows


def _codes() -> list[Option]:
    return [Option(key, code) for key, code in pricing.every_code().items()]


def _shape(rows: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    trips = Trip.objects.in_bulk([row.trip_id for row in rows])
    about = shared.describe(list(trips.values()))
    return [
        {
            "id": row.pk,
            **shared.led_by(trips[row.trip_id], about),
            "offer_code": row.offer_code.code,
            "internal_name": row.offer_code.internal_name,
            "funded_by": row.offer_code.funded_by,
            "is_auto_applied": row.is_auto_applied,
            "counted_at": row.counted_at,
            "discount_amount": row.amount,
            "total_amount": trips[row.trip_id].total_amount,
        }
        for row in rows
    ]


def _cell(key: str) -> Any:
    return lambda row: row["about"][key]


OFFER_USES: Final = register(
    Listing(
        name="offerCodeUses",
        permission=shared.PERMISSION,
        columns=(
            Column("offer_code", "lookup", "offer_code_id", is_filterable=True, options=_codes),
            Column("internal_name", "text", "offer_code__internal_name", is_filterable=True),
            Column(
                "funded_by",
                "choice",
                "offer_code__funded_by",
                is_filterable=True,
                options=lambda: shared.words("operator", "reseller"),
            ),
            Column("is_auto_applied", "bool", is_filterable=True),
            Column("counted_at", "instant", is_filterable=True, is_nullable=True),
            Column("discount_amount", "money", "amount", is_filterable=True),
            Column("total_amount", "money", TOTAL, is_filterable=True),
            Column(
                "reserved_at",
                "instant",
                RESERVED_AT,
                is_filterable=True,
                is_nullable=True,
                cell=_cell("reserved_at"),
            ),
            Column(
                "first_start_at",
                "instant",
                START_AT,
                is_filterable=True,
                is_nullable=True,
                cell=_cell("first_start_at"),
            ),
            Column("confirmation_code", "text", cell=_cell("confirmation_code")),
            Column("contact", "text", permission=shared.OF_CUSTOMERS, cell=_cell("contact")),
            Column("trip_method", "text", cell=_cell("trip_method")),
            Column("currency", "text", is_filterable=True),
            Column("id", "number", is_sortable=True, is_exported=False),
        ),
        default_sort="-id",
        rows=_rows,
        shape=_shape,
    )
)
