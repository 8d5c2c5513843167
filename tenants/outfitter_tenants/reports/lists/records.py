"""The lists of what people wrote down: answers, waivers, notes on calls; personal data by permission."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from django.db.models import CharField, DateTimeField, F, QuerySet
from django.db.models.expressions import Combinable

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter.db.row_figures import row_figure
from outfitter_tenants.calls.lists import CALLS
from outfitter_tenants.checkout.waivers.waiver_list import WAIVERS
from outfitter_tenants.fields import queries as fields
from outfitter_tenants.reports.lists.cells import sees_everything, trips_of, words

if TYPE_CHECKING:
    from outfitter_tenants.fields.models import CustomFieldValue

_SCOPES: Final = ("trip", "trip_order", "booking", "customer")
_TARGET: Final[dict[str, Combinable]] = {"scope": F("scope"), "target": F("target_id")}
_TRIP: Final = """
CASE asked.scope
  WHEN 'trip' THEN asked.target
  WHEN 'trip_order' THEN (SELECT o.trip_id FROM trips_triporder o WHERE o.id = asked.target)
  WHEN 'booking' THEN (SELECT o.trip_id FROM trips_booking b JOIN trips_triporder o ON o.id = b.trip_order_id
                        WHERE b.id = asked.target) END
"""
TRIP_OF_ANSWER: Final = row_figure(f"SELECT {_TRIP}", about=_TARGET)  # our own text
_STARTS: Final = row_figure(
    f"SELECT p.first_start_at FROM trips_trip p WHERE p.id = ({_TRIP})",  # noqa: S608  # our own text
    about=_TARGET,
    field=DateTimeField(),
)
# What was said, as people can be counted by it; nobody is counted by what is theirs alone.
_ANSWER: Final = row_figure(
    "SELECT CASE WHEN f.is_pii OR f.is_health THEN NULL ELSE nullif(left(btrim("
    "CASE WHEN jsonb_typeof(v.value) = 'array' THEN (SELECT string_agg(one, ', ') FROM"
    " jsonb_array_elements_text(v.value) one) ELSE v.value #>> '{}' END), 200), '') END"
    " FROM fields_customfieldvalue v JOIN fields_customfield f ON f.id = v.custom_field_id"
    " WHERE v.id = asked.id",
    field=CharField(),
)


def _answers(reader: ListReader) -> "QuerySet[CustomFieldValue]":
    rows = fields.value_rows().annotate(trip_of=TRIP_OF_ANSWER)
    return rows if sees_everything(reader) else rows.none()


def _fields() -> list[Option]:
    rows = [*fields.list_fields(), *fields.list_fields(is_archived=True)]
    return [Option(row.id, row.name) for row in rows]


def _said(row: "CustomFieldValue", *, is_shown: bool) -> str | None:
    """Return an answer as text; what is about health is read on the trip, one at a time, never in a list."""
    field = row.custom_field
    if field.is_health or (field.is_pii and not is_shown) or row.value is None:
        return None
    if isinstance(row.value, list):
        return ", ".join(str(one) for one in row.value)
    return str(row.value)


def _shape_answers(rows: Sequence["CustomFieldValue"], reader: ListReader) -> list[dict[str, object]]:
    is_shown = reader.can("customer.view")
    trip_ids: list[int | None] = [getattr(row, "trip_of", None) for row in rows]
    found = trips_of(trip_ids)
    return [
        {
            "id": row.pk,
            "field": row.custom_field.name,
            "scope": row.scope,
            "answer": _said(row, is_shown=is_shown),
            "is_pii": row.custom_field.is_pii,
            "is_health": row.custom_field.is_health,
            "trip": found.get(trip_id or 0),
            "answered_at": row.answered_at,
        }
        for row, trip_id in zip(rows, trip_ids, strict=True)
    ]


def _code(row: dict[str, Any]) -> object:
    return row["trip"] and row["trip"]["confirmation_code"]


ANSWERS: Final = register(
    Listing(
        name="customFieldValues",
        permission="trip.view",
        columns=(
            Column(
                "field", "lookup", "custom_field_id", is_filterable=True, is_groupable=True, options=_fields
            ),
            Column("scope", "choice", is_filterable=True, is_groupable=True, options=lambda: words(*_SCOPES)),
            Column("answer", "text", _ANSWER, is_filterable=True, is_nullable=True),
            Column("trip", "text", "trip_of", cell=_code),
            Column("is_pii", "bool", "custom_field__is_pii", is_filterable=True),
            Column("is_health", "bool", "custom_field__is_health", is_filterable=True),
            Column("answered_at", "instant", is_sortable=True, is_filterable=True, is_groupable=True),
            Column("first_start_at", "instant", _STARTS, is_filterable=True, is_exported=False),
        ),
        default_sort="-answered_at",
        rows=_answers,
        shape=_shape_answers,
    )
)


def _trip_code(row: dict[str, Any]) -> object:
    return row["trip"]["confirmation_code"] if row.get("trip") else None


_PERSONAL: Final = frozenset({"name", "email", "customer", "number", "caller_number", "caller_name"})


def _seen(column: Column) -> Column:
    return replace(column, permission="customer.view") if column.key in _PERSONAL else column


def _waivers(reader: ListReader) -> "QuerySet[Any]":
    rows = WAIVERS.rows(reader)
    return rows if sees_everything(reader) else rows.none()


SIGNED_WAIVERS: Final = register(
    replace(
        WAIVERS,
        name="signedWaivers",
        rows=_waivers,
        search=None,
        columns=(*(_seen(one) for one in WAIVERS.columns), Column("trip", "text", "pk", cell=_trip_code)),
    )
)


def _noted_calls(reader: ListReader) -> "QuerySet[Any]":
    return CALLS.rows(reader).exclude(note="")


CALL_NOTES: Final = register(
    replace(
        CALLS,
        name="callNotes",
        rows=_noted_calls,
        columns=tuple(_seen(one) for one in CALLS.columns),
        search=None,
    )
)
