"""The list of tips: each movement of one in the journal, and whose it is."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from django.db.models import QuerySet

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter_tenants.ledger.queries.value_rows import tip_entries
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.queries.members import members
from outfitter_tenants.reports.lists.cells import sees_everything, trips_of, words

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Entry

_KINDS: Final = ("payment", "payment_reversal", "refund", "refund_reversal", "tip_assign")


def _team() -> list[Option]:
    return [Option(one.pk, one.name) for one in members().order_by("name", "pk")]


def _rows(reader: ListReader) -> "QuerySet[Entry]":
    rows = tip_entries()
    return rows if sees_everything(reader) else rows.none()


def _shape(rows: Sequence["Entry"], _reader: ListReader) -> list[dict[str, object]]:
    names = people.list_avatars(ids=[row.owner_id for row in rows if row.owner_id])
    trips = trips_of(row.trip_id for row in rows)
    return [
        {
            "id": row.pk,
            "at": row.at,
            "owner": names[row.owner_id].name if row.owner_id in names else None,
            "trip": trips.get(row.trip_id or 0),
            "kind": row.kind,
            "tip_amount": row.amount,
            "currency": row.currency,
        }
        for row in rows
    ]


def _code(row: dict[str, Any]) -> object:
    return row["trip"] and row["trip"]["confirmation_code"]


TIPS: Final = register(
    Listing(
        name="tips",
        permission="report.finance",
        columns=(
            Column("at", "instant", is_sortable=True, is_filterable=True, is_groupable=True),
            Column(
                "owner",
                "lookup",
                "owner_id",
                is_filterable=True,
                is_groupable=True,
                is_nullable=True,
                options=_team,
            ),
            Column(
                "trip", "text", "trip_id", cell=lambda row: row["trip"] and row["trip"]["confirmation_code"]
            ),
            Column("kind", "choice", is_filterable=True, is_groupable=True, options=lambda: words(*_KINDS)),
            Column("tip_amount", "money", "amount", is_filterable=True),
            Column("currency", "text", is_filterable=True),
        ),
        default_sort="-at",
        rows=_rows,
        shape=_shape,
    )
)
