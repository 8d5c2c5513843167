"""Reads of saved views: one's own and the shared ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from outfitter.db import lists
from outfitter.db.lists import ListReader
from outfitter.kit.errors import NotFound
from outfitter_tenants.tableviews.models import DefaultView, TableView


class ViewNotFound(NotFound):
    """No such view, or somebody else's own."""


@dataclass(frozen=True, slots=True)
class ViewRow:
    """A saved view as one person sees it: `is_default` and `is_mine` are theirs."""

    id: int
    table: str
    title: str
    owner_avatar_id: int | None
    owner_name: str
    is_shared: bool
    is_mine: bool
    is_default: bool
    columns: list[dict[str, Any]]
    filters: list[dict[str, Any]]
    sort: str
    group_by: str
    page_size: int
    version: int


def list_views(*, table: str, reader: ListReader) -> list[ViewRow]:
    """
    Return the views of a list this person may open, their own first, by title.

    What names a column that is gone, or that the person may not see, is left out.
    """
    mine = Q(owner_avatar_id=reader.avatar_id)
    rows = TableView.objects.filter(mine | Q(is_shared=True), table=table)
    chosen = DefaultView.objects.filter(table=table, avatar_id=reader.avatar_id or 0)
    default_id = chosen.values_list("view_id", flat=True).first()
    columns = _columns(table, reader)
    found = [_row(row, reader, default_id, columns) for row in rows]
    return sorted(found, key=lambda row: (not row.is_mine, row.title.lower(), row.id))


def get_view(*, view_id: int, reader: ListReader) -> ViewRow:
    """
    Return one view.

    :raises ViewNotFound: there is none this person may open
    """
    table = TableView.objects.filter(pk=view_id).values_list("table", flat=True).first()
    for row in list_views(table=table or "", reader=reader):
        if row.id == view_id:
            return row
    raise ViewNotFound("View not found.")


def lock_view(*, view_id: int, reader: ListReader) -> TableView:
    """
    Lock a view this person may open.

    :raises ViewNotFound: there is none
    """
    mine = Q(owner_avatar_id=reader.avatar_id) | Q(is_shared=True)
    row = TableView.objects.select_for_update(of=("self",)).filter(mine, pk=view_id).first()
    if row is None:
        raise ViewNotFound("View not found.")
    return row


def _columns(table: str, reader: ListReader) -> Mapping[str, lists.Column] | None:
    return lists.find_listing(table).visible(reader) if table in lists.names() else None


def _row(
    row: TableView, reader: ListReader, default_id: int | None, columns: Mapping[str, lists.Column] | None
) -> ViewRow:
    def is_there(key: object) -> bool:
        return columns is None or key in columns

    return ViewRow(
        id=row.pk,
        table=row.table,
        title=row.title,
        owner_avatar_id=row.owner_avatar_id,
        owner_name=row.owner_name,
        is_shared=row.is_shared,
        is_mine=row.owner_avatar_id == reader.avatar_id,
        is_default=row.pk == default_id,
        columns=row.columns,
        filters=[one for one in row.filters if is_there(one.get("field"))],
        sort=row.sort if is_there(row.sort.removeprefix("-")) else "",
        group_by=row.group_by if is_there(row.group_by) else "",
        page_size=row.page_size,
        version=row.version,
    )
