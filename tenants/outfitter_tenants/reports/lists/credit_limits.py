"""The list of partners with what they owe beside what they may (domain.md 4.18), as of now."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from django.db.models import BigIntegerField, Case, F, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter.kit.money import PPM
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.reports.lists.cells import sees_everything, words
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.resellers.rules.commission import available_credit
from outfitter_tenants.resellers.types import STATUSES
from outfitter_tenants.trips.queries import reseller_sales

if TYPE_CHECKING:
    from outfitter_tenants.resellers.models import Reseller

# What a partner may owe: its limit and what it paid ahead.
_WHOLE: Final = Coalesce(F("credit_limit_amount"), 0) + F("topup_balance")
_USED: Final = Case(
    When(credit_limit_amount__isnull=True, then=None),
    When(whole_amount__gt=0, then=F("used_amount") * PPM / F("whole_amount")),
    When(used_amount__gt=0, then=Value(PPM)),
    default=Value(0),
    output_field=BigIntegerField(),
)


def _partners() -> list[Option]:
    return [Option(row.pk, row.name) for row in resellers.list_resellers(is_archived=True)]


def _rows(reader: ListReader) -> "QuerySet[Reseller]":
    rows = resellers.every_reseller().annotate(
        used_amount=reseller_sales.exposure_of_row(),
        unpaid_amount=invoices.unpaid_of_row(),
        oldest_unpaid_on=invoices.oldest_unpaid_of_row(),
        whole_amount=_WHOLE,
    )
    rows = rows.annotate(uninvoiced_amount=F("used_amount") - F("unpaid_amount"), used_ppm=_USED)
    # Those archived are there as long as they owe something.
    rows = rows.filter(~Q(status="archived") | Q(used_amount__gt=0))
    return rows if sees_everything(reader) else rows.none()


_SAME: Final = (
    "status",
    "currency",
    "topup_balance",
    "uninvoiced_amount",
    "unpaid_amount",
    "used_amount",
    "used_ppm",
    "oldest_unpaid_on",
)


def _shape(rows: Sequence["Reseller"], _reader: ListReader) -> list[dict[str, object]]:
    return [_row(row) for row in rows]


def _row(row: "Reseller") -> dict[str, object]:
    figures = {name: getattr(row, name) for name in _SAME}
    left = available_credit(
        limit=row.credit_limit_amount,
        topup=row.topup_balance,
        uninvoiced=figures["uninvoiced_amount"],
        unpaid_invoices=figures["unpaid_amount"],
    )
    return {
        "id": row.pk,
        "reseller": {"id": row.pk, "name": row.name},
        "limit_amount": row.credit_limit_amount,
        **figures,
        "available_amount": left,
    }


CREDIT_LIMITS: Final = register(
    Listing(
        name="creditLimits",
        permission="reseller.view",
        columns=(
            Column(
                "reseller",
                "lookup",
                "pk",
                is_filterable=True,
                is_groupable=True,
                options=_partners,
                cell=lambda row: row["reseller"]["name"],
            ),
            Column(
                "status", "choice", is_filterable=True, is_groupable=True, options=lambda: words(*STATUSES)
            ),
            Column("currency", "text", is_filterable=True),
            Column("limit_amount", "money", "credit_limit_amount", is_filterable=True, is_nullable=True),
            Column("topup_balance", "money", is_filterable=True),
            Column("uninvoiced_amount", "money", is_filterable=True),
            Column("unpaid_amount", "money", is_filterable=True),
            Column("used_amount", "money", is_sortable=True, is_filterable=True),
            Column("available_amount", "money", "pk", is_nullable=True),
            Column("used_ppm", "number", is_sortable=True, is_filterable=True, is_nullable=True),
            Column("oldest_unpaid_on", "date", is_sortable=True, is_filterable=True, is_nullable=True),
        ),
        default_sort="-used_ppm",
        rows=_rows,
        shape=_shape,
    )
)
