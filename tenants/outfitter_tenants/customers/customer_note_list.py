"""The list of what staff noted about customers."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet

from outfitter.db.lists import Column, Listing, ListReader, register
from outfitter.kit.person_names import full_name
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.people import queries as people


def _rows(reader: ListReader) -> "QuerySet[Customer]":
    rows = Customer.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True).exclude(notes="")
    if reader.avatar_id is None:
        return rows
    # Customers are everybody's: not for who sees some trips only.
    avatar = people.get_avatar(avatar_id=reader.avatar_id)
    return rows if avatar is not None and avatar.scope == "all" else rows.none()


def _search(text: str) -> Q:
    """Every word somewhere in a note or a name."""
    found = Q()
    for word in text.split():
        found &= Q(notes__icontains=word) | Q(first_name__icontains=word) | Q(last_name__icontains=word)
    return found


def _shape(rows: Sequence[Customer], _reader: ListReader) -> list[dict[str, Any]]:
    return [
        {
            "id": row.pk,
            "customer": full_name(row.first_name, row.last_name),
            "notes": row.notes,
            "is_vip": row.is_vip,
            "trip_cnt": row.trip_cnt,
            "created_at": row.created_at,
            "last_trip_at": row.last_trip_at,
        }
        for row in rows
    ]


CUSTOMER_NOTES: Final = register(
    Listing(
        name="customerNotes",
        permission="customer.view",
        columns=(
            Column("customer", "text", "last_name", is_filterable=True),
            Column("notes", "text", is_filterable=True),
            Column("is_vip", "bool", is_filterable=True, is_groupable=True),
            Column("trip_cnt", "number", is_filterable=True),
            Column("created_at", "instant", is_sortable=True, is_filterable=True, is_groupable=True),
            Column("last_trip_at", "instant", is_filterable=True, is_nullable=True),
        ),
        default_sort="-created_at",
        rows=_rows,
        shape=_shape,
        search=_search,
    )
)
