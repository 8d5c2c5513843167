"""The list of notes on trips."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter_tenants.people.queries.members import members
from outfitter_tenants.trips.models import TripNote
from outfitter_tenants.trips.order_cells import code_of, trip_cell, words
from outfitter_tenants.trips.visibility import sees_everything

_KINDS: Final = ("staff", "customer", "guide", "system")


def _rows(reader: ListReader) -> "QuerySet[TripNote]":
    rows = TripNote.objects.select_related("trip").filter(deleted_at__isnull=True)
    rows = rows.exclude(trip__status="deleted")
    return rows if sees_everything(avatar_id=reader.avatar_id) else rows.none()


def _authors() -> list[Option]:
    return [Option(one.pk, one.name) for one in members().order_by("name", "pk")]


def _search(text: str) -> Q:
    """Every word somewhere in a note."""
    found = Q()
    for word in text.split():
        found &= Q(body__icontains=word)
    return found


def _shape(rows: Sequence[TripNote], reader: ListReader) -> list[dict[str, Any]]:
    # What a customer wrote is theirs: it may say anything about them.
    is_shown = reader.can("customer.view")
    return [
        {
            "id": note.pk,
            "trip": trip_cell(note.trip),
            "created_at": note.created_at,
            "kind": note.kind,
            "author": note.author_name,
            "body": note.body if is_shown or note.kind != "customer" else None,
            "is_pinned": note.is_pinned,
            "show_on_manifest": note.show_on_manifest,
            "first_start_at": note.trip.first_start_at,
        }
        for note in rows
    ]


NOTES: Final = register(
    Listing(
        name="tripNotes",
        permission="trip.view",
        columns=(
            Column("created_at", "instant", is_sortable=True, is_filterable=True, is_groupable=True),
            Column("trip", "text", "trip__confirmation_code", is_filterable=True, cell=code_of),
            Column("kind", "choice", is_filterable=True, is_groupable=True, options=lambda: words(*_KINDS)),
            Column(
                "author",
                "lookup",
                "author_id",
                is_filterable=True,
                is_groupable=True,
                is_nullable=True,
                options=_authors,
            ),
            # Filtered by only where it may be read.
            Column("body", "text", is_filterable=True, permission="customer.view"),
            Column("is_pinned", "bool", is_filterable=True),
            Column("show_on_manifest", "bool", is_filterable=True),
            Column("first_start_at", "instant", "trip__first_start_at", is_filterable=True, is_nullable=True),
        ),
        default_sort="-created_at",
        rows=_rows,
        shape=_shape,
        search=_search,
    )
)
