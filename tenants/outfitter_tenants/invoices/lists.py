"""The list of invoices: what it offers to search, sort, filter and group by (domain.md 5.14)."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from django.db.models import F, Q, QuerySet

from outfitter.db.lists import Column, Condition, Listing, ListReader, Option, register
from outfitter_tenants.invoices import queries
from outfitter_tenants.invoices.models import Invoice
from outfitter_tenants.invoices.types import DIRECTIONS, STATUSES, UNPAID
from outfitter_tenants.resellers import queries as resellers


def _rows(_reader: ListReader) -> "QuerySet[Any]":
    return Invoice.objects.select_related("reseller")


def _search(text: str) -> Q:
    """Every word somewhere in the number or in the partner's name."""
    found = Q()
    for word in text.split():
        found &= Q(number__icontains=word) | Q(reseller__name__icontains=word)
    return found


def _words(*slugs: str) -> list[Option]:
    return [Option(slug, slug.replace("_", " ").capitalize(), slug) for slug in slugs]


def _partners() -> list[Option]:
    return [Option(row.pk, row.name) for row in resellers.list_resellers(is_archived=True)]


def _late(condition: Condition, reader: ListReader) -> Q:
    late = queries.is_overdue(reader.today)
    wanted = bool(condition.value) if condition.op == "eq" else not condition.value
    return late if wanted else ~late


def shape(rows: Sequence[Any], reader: ListReader) -> list[dict[str, Any]]:
    """Return invoices as lists show them; they come with their partner."""
    counts = queries.count_lines(invoice_ids=[row.pk for row in rows])
    return [row_of(row, trips_cnt=counts.get(row.pk, 0), today=reader.today) for row in rows]


_SAME: Final = (
    "number",
    "direction",
    "status",
    "date_type",
    "date_from",
    "date_to",
    "issued_at",
    "due_date",
    "currency",
    "discount_amount",
    "balance",
    "sent_to",
    "created_at",
    "version",
)


def row_of(row: Invoice, *, trips_cnt: int, today: date) -> dict[str, Any]:
    """Return an invoice in a list; `today` decides whether it is overdue."""
    is_late = row.status in UNPAID and row.due_date is not None and row.due_date < today
    return {
        "id": row.pk,
        **{name: getattr(row, name) for name in _SAME},
        "reseller": {"id": row.reseller_id, "name": row.reseller.name},
        "is_overdue": is_late,
        "trips_cnt": trips_cnt,
        "total_due": row.total_amount,
        "amount_paid": row.paid_amount,
    }


_COLUMNS: Final = (
    Column("number", "text", is_sortable=True, is_filterable=True, is_nullable=True),
    Column("direction", "choice", is_filterable=True, is_groupable=True, options=lambda: _words(*DIRECTIONS)),
    Column("status", "choice", is_filterable=True, is_groupable=True, options=lambda: _words(*STATUSES)),
    Column(
        "overdue", "bool", "due_date", is_filterable=True, match=_late, cell=lambda row: row["is_overdue"]
    ),
    Column(
        "reseller",
        "lookup",
        "reseller_id",
        is_filterable=True,
        is_groupable=True,
        options=_partners,
        cell=lambda row: row["reseller"]["name"],
    ),
    Column("total_due", "money", "total_amount", is_sortable=True, is_filterable=True),
    Column("amount_paid", "money", "paid_amount", is_filterable=True),
    Column("balance", "money", F("total_amount") - F("paid_amount"), is_sortable=True, is_filterable=True),
    Column("issued_at", "instant", is_sortable=True, is_filterable=True, is_nullable=True),
    Column("due_date", "date", is_sortable=True, is_filterable=True, is_nullable=True),
    Column("date_from", "date", is_filterable=True),
    Column("date_to", "date", is_filterable=True),
    Column("created_at", "instant", is_sortable=True, is_filterable=True),
)

INVOICES: Final = register(
    Listing(
        name="invoices",
        permission="reseller.view",
        columns=_COLUMNS,
        default_sort="-created_at",
        rows=_rows,
        shape=shape,
        search=_search,
    )
)
