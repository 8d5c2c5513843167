"""The list of exports and imports."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from outfitter.db.lists import Column, Listing, ListReader, register
from outfitter_tenants.transfer import queries


def _shape(rows: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    return [asdict(queries.row_of(row)) for row in rows]


TRANSFERS: Final = register(
    Listing(
        name="transfers",
        permission=None,
        columns=(
            Column("object", "text", is_filterable=True),
            Column("created_at", "instant", is_sortable=True, is_filterable=True),
        ),
        default_sort="-created_at",
        rows=queries.visible,
        shape=_shape,
    )
)
