"""The list of jobs: long work of one's own, the newest first."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from outfitter.db.lists import Column, Listing, ListReader, Option, register
from outfitter_tenants.jobs import queries

STATUSES: Final = ("queued", "running", "done", "done_with_errors", "failed", "cancelled")


def _shape(jobs: Sequence[Any], _reader: ListReader) -> list[dict[str, Any]]:
    return [asdict(queries.row_of(job)) for job in jobs]


def _statuses() -> list[Option]:
    return [Option(slug, slug.replace("_", " ").capitalize(), slug) for slug in STATUSES]


JOBS: Final = register(
    Listing(
        name="jobs",
        permission=None,
        columns=(
            Column("kind", "text", is_filterable=True),
            Column("status", "choice", is_filterable=True, options=_statuses),
            Column("created_at", "instant", is_sortable=True, is_filterable=True),
        ),
        default_sort="-created_at",
        rows=queries.visible,
        shape=_shape,
    )
)
