"""The list of taxes by when they were paid: each movement of a trip's money with its share of each tax."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import QuerySet

from outfitter.db.lists import Column, Listing, ListReader, register
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.queries import KINDS
from outfitter_tenants.pricing import queries as pricing
from outfitter_tenants.trips import report_columns as shared
from outfitter_tenants.trips.line_lists import tax_columns


def _rows(reader: ListReader) -> "QuerySet[Any]":
    return shared.whole(money.tax_receipts(), reader)


def _shape(rows: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    about = shared.describe({row.trip for row in rows})
    codes = {row.pk: row.tax_code for row in pricing.every_tax()}
    return [
        {
            "id": row.pk,
            **shared.led_by(row.trip, about),
            "received_at": row.at,
            "kind": row.entry.kind,
            "label": row.label,
            "tax_code": codes.get(row.ref_id, ""),
            "is_inclusive": row.is_inclusive,
            "base_amount": row.base_amount,
            "exempt_amount": row.exempt_amount,
            "tax_amount": row.amount,
            "received_amount": row.entry.amount,
        }
        for row in rows
    ]


RECEIPTS: Final = register(
    Listing(
        name="taxReceipts",
        permission="report.finance",
        columns=(
            *tax_columns(),
            Column("received_at", "instant", "at", is_filterable=True),
            Column("kind", "choice", "entry__kind", is_filterable=True, options=lambda: shared.words(*KINDS)),
            Column("received_amount", "money", "entry__amount", is_filterable=True),
            Column("base_amount", "money", is_filterable=True),
            Column("exempt_amount", "money", is_filterable=True),
            Column("tax_amount", "money", "amount", is_filterable=True),
            *shared.about_trip(),
            Column("id", "number", is_sortable=True, is_exported=False),
        ),
        default_sort="-id",
        rows=_rows,
        shape=_shape,
    )
)
