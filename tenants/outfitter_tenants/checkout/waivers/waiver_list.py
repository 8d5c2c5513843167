"""The list of signed waivers: what it offers to search, sort, filter and group by (domain.md 5.26)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from django.db.models import F, Q, QuerySet

from outfitter.db.lists import Column, Condition, Listing, ListReader, Option, register
from outfitter_tenants.checkout.waivers.waiver_rows import rows_of
from outfitter_tenants.waivers import queries as signed

if TYPE_CHECKING:
    from outfitter_tenants.waivers.models import Waiver


def _rows(_reader: ListReader) -> "QuerySet[Waiver]":
    return signed.waiver_rows()


def _search(text: str) -> Q:
    """Every word somewhere in the guest's name, the signer's, or an address."""
    found = Q()
    for word in text.split():
        found &= (
            Q(first_name__icontains=word)
            | Q(last_name__icontains=word)
            | Q(email__icontains=word)
            | Q(signature__first_name__icontains=word)
            | Q(signature__last_name__icontains=word)
            | Q(signature__email__icontains=word)
        )
    return found


def _templates() -> list[Option]:
    rows = [*signed.list_templates(), *signed.list_templates(is_archived=True)]
    return [Option(row.id, row.name) for row in rows]


def _flag(condition: Condition, found: Q) -> Q:
    wanted = bool(condition.value) if condition.op == "eq" else not condition.value
    return found if wanted else ~found


def _void(condition: Condition, _reader: ListReader) -> Q:
    return _flag(condition, Q(voided_at__isnull=False))


def _assigned(condition: Condition, _reader: ListReader) -> Q:
    return _flag(condition, Q(is_assigned=True))


def _expired(condition: Condition, reader: ListReader) -> Q:
    return _flag(condition, Q(expires_on__isnull=False, expires_on__lt=reader.today))


_COLUMNS: Final = (
    Column("name", "text", "last_name", is_sortable=True, is_filterable=True),
    Column("email", "text", is_filterable=True, is_nullable=True),
    Column(
        "template",
        "lookup",
        "signature__template_id",
        is_filterable=True,
        is_groupable=True,
        options=_templates,
        cell=lambda row: row["template"]["name"],
    ),
    Column("day", "date", "signature__day", is_sortable=True, is_filterable=True),
    Column("signed_at", "instant", "signature__signed_at", is_sortable=True, is_filterable=True),
    Column("is_minor", "bool", is_filterable=True, is_groupable=True),
    Column("is_assigned", "bool", F("is_assigned"), is_filterable=True, match=_assigned),
    Column("expires_on", "date", is_filterable=True, is_nullable=True),
    Column(
        "is_expired",
        "bool",
        "expires_on",
        is_filterable=True,
        match=_expired,
        cell=lambda row: row["expires_on"],
    ),
    Column(
        "is_void",
        "bool",
        "voided_at",
        is_filterable=True,
        match=_void,
        cell=lambda row: bool(row["voided_at"]),
    ),
)


def _shape(rows: Sequence["Waiver"], _reader: ListReader) -> list[dict[str, object]]:
    return rows_of(rows)


WAIVERS: Final = register(
    Listing(
        name="waivers",
        permission="trip.view",
        columns=_COLUMNS,
        default_sort="-signed_at",
        rows=_rows,
        shape=_shape,
        search=_search,
    )
)
