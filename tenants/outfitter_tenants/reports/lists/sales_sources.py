"""
The list of sold trips by where they came from: the operator's sources, campaigns, calls (docs/adr/0109).

And by whose they are: customers by the month of their first trip.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import CharField, DateTimeField, F, QuerySet
from django.db.models.expressions import Combinable

from outfitter.db.lists import Column, ListReader, Option, register
from outfitter.db.row_figures import row_figure
from outfitter_tenants.calls import phone_numbers
from outfitter_tenants.reports.lists.cells import sees_everything, words
from outfitter_tenants.trips.lists import TRIPS

_ABOUT: Final[dict[str, Combinable]] = {"id": F("pk"), "reserved_at": F("reserved_at")}
_CALL: Final = """
 FROM calls_call c WHERE c.trip_id = asked.id AND c.part_of_id IS NULL
  AND c.started_at BETWEEN asked.reserved_at - interval '24 hours' AND asked.reserved_at
"""
_CALL_TEXT: Final = (
    f"SELECT CASE WHEN EXISTS (SELECT 1 {_CALL}) THEN 'call' ELSE 'no_call' END"  # our own text
)
HAS_CALL: Final = row_figure(_CALL_TEXT, about=_ABOUT, field=CharField())
# The line it came in on: a call that a second provider told of may know the number that was dialed.
CALLED: Final = row_figure(
    f"SELECT (SELECT n.id FROM calls_callnumber n WHERE n.number = c.destination_number)"  # noqa: S608  # our own text
    f" {_CALL} ORDER BY c.started_at DESC, c.id DESC LIMIT 1",
    about=_ABOUT,
)
_CUSTOMER: Final[dict[str, Combinable]] = {"customer_id": F("customer_id"), "reserved_at": F("reserved_at")}
_SOLD: Final = "x.status IN ('reserved', 'under_review')"
FIRST_RESERVED: Final = row_figure(
    f"SELECT min(x.reserved_at) FROM trips_trip x WHERE x.customer_id = asked.customer_id AND {_SOLD}",  # noqa: S608  # our own text
    about=_CUSTOMER,
    field=DateTimeField(),
)
_MONTH: Final = "date_part('year', {0}) * 12 + date_part('month', {0})"
_HERE: Final = "{} AT TIME ZONE (SELECT time_zone FROM people_properties LIMIT 1)"
MONTHS_LATER: Final = row_figure(
    f"SELECT ({_MONTH.format(_HERE.format('asked.reserved_at'))})::int"  # noqa: S608  # our own text
    f" - (SELECT ({_MONTH.format(_HERE.format('min(x.reserved_at)'))})::int FROM trips_trip x"
    f" WHERE x.customer_id = asked.customer_id AND {_SOLD})",
    about=_CUSTOMER,
)


def _utm(name: str) -> Combinable:
    return row_figure(
        f"SELECT nullif(left(btrim(asked.utm ->> '{name}'), 200), '')",  # our own text
        about={"utm": F("utm")},
        field=CharField(),
    )


CAMPAIGN: Final = ("utm_source", "utm_medium", "utm_campaign")
_UTM: Final = {name: _utm(name) for name in CAMPAIGN}


def _numbers() -> list[Option]:
    return [Option(one.pk, one.label or one.number) for one in phone_numbers.list_known()]


def _rows(reader: ListReader) -> "QuerySet[Any]":
    rows: QuerySet[Any] = TRIPS.rows(reader).filter(status__in=["reserved", "under_review"])
    rows = rows.annotate(**{f"{name}_of": figure for name, figure in _UTM.items()}, call_of=HAS_CALL)
    rows = rows.annotate(called_of=CALLED)
    return rows if sees_everything(reader) else rows.none()


def _shape(rows: Sequence[Any], reader: ListReader) -> list[dict[str, object]]:
    lines = {one.pk: one.label or one.number for one in phone_numbers.list_known()}
    return [
        {
            **shaped,
            **{name: getattr(row, f"{name}_of") for name in CAMPAIGN},
            "call": row.call_of,
            "called": lines.get(row.called_of),
        }
        for row, shaped in zip(rows, TRIPS.shape(rows, reader), strict=True)
    ]


def _private(column: Column) -> Column:
    is_of_people = column.key in {"contact", "email", "phone", "group_name"}
    return replace(column, permission="customer.view") if is_of_people else column


SALES_SOURCES: Final = register(
    replace(
        TRIPS,
        name="salesSources",
        permission="report.view",
        rows=_rows,
        shape=_shape,
        search=None,
        default_sort="-reserved_at",
        columns=(
            *(_private(one) for one in TRIPS.columns),
            *(
                Column(name, "text", figure, is_filterable=True, is_groupable=True, is_nullable=True)
                for name, figure in _UTM.items()
            ),
            Column(
                "call",
                "choice",
                HAS_CALL,
                is_filterable=True,
                is_groupable=True,
                options=lambda: words("call", "no_call"),
            ),
            Column(
                "called",
                "lookup",
                CALLED,
                is_filterable=True,
                is_groupable=True,
                is_nullable=True,
                options=_numbers,
            ),
        ),
    )
)


def _of_customers(reader: ListReader) -> "QuerySet[Any]":
    rows: QuerySet[Any] = TRIPS.rows(reader).filter(
        status__in=["reserved", "under_review"], customer_id__isnull=False
    )
    rows = rows.annotate(first_reserved_of=FIRST_RESERVED, months_later_of=MONTHS_LATER)
    return rows if sees_everything(reader) else rows.none()


def _shape_of_customers(rows: Sequence[Any], reader: ListReader) -> list[dict[str, object]]:
    return [
        {**shaped, "first_reserved_at": row.first_reserved_of, "months_later": row.months_later_of}
        for row, shaped in zip(rows, TRIPS.shape(rows, reader), strict=True)
    ]


CUSTOMER_COHORTS: Final = register(
    replace(
        TRIPS,
        name="customerCohorts",
        permission="report.view",
        rows=_of_customers,
        shape=_shape_of_customers,
        search=None,
        default_sort="-reserved_at",
        columns=(
            *(_private(one) for one in TRIPS.columns),
            Column("first_reserved_at", "instant", FIRST_RESERVED, is_filterable=True, is_groupable=True),
            Column("months_later", "number", MONTHS_LATER, is_filterable=True, is_groupable=True),
        ),
    )
)
