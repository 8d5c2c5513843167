"""Lists described, and saved views of them (domain.md 5.22)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from ninja.params.functions import Path

from outfitter.api.etags import keep_by_etag
from outfitter.api.lists import viewer_of
from outfitter.api.principal import caller_of, signed_in
from outfitter.api.schemas import ERRORS
from outfitter.db import lists
from outfitter.db.lists.conditions import OPERATORS
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden
from outfitter_tenants.tableviews import operations, queries
from outfitter_tenants.tableviews import schemas as s

router = Router(tags=["lists"])
NameOf = Annotated[s.Name, Path(description="the name of a list: trips, customers, ...")]
_ANSWER: dict[int, Any] = {200: s.ViewOut, **ERRORS}


@router.get(
    "/api/table/{name}/get", auth=signed_in, response={200: s.TableOut, **ERRORS}, operation_id="table_get"
)
def table_get(request: HttpRequest, name: NameOf) -> dict[str, Any]:
    """Return what a list offers to sort, filter and group by."""
    keep_by_etag(request)
    listing, reader = lists.find_listing(name), viewer_of(request)
    if not reader.can(listing.permission):
        raise Forbidden("Your role does not allow this.", permission=listing.permission)
    columns = [
        {
            "key": column.key,
            "kind": column.kind,
            "is_sortable": column.is_sortable,
            "is_filterable": column.is_filterable,
            "is_groupable": column.is_groupable,
            "is_nullable": column.is_nullable,
            "ops": list(OPERATORS[column.kind]),
            "options": column.choices_for(reader) if column.options else None,
        }
        for column in listing.visible(reader).values()
    ]
    return {
        "name": name,
        "default_sort": listing.default_sort,
        "has_search": listing.search is not None,
        "columns": columns,
    }


@router.get(
    "/tableviews/get/{name}",
    auth=signed_in,
    response={200: list[s.ViewOut], **ERRORS},
    operation_id="tableviews_get",
)
def tableviews_get(request: HttpRequest, name: NameOf) -> list[queries.ViewRow]:
    """Return the saved views of a list: one's own, then the shared ones."""
    return queries.list_views(table=name, reader=viewer_of(request))


@router.post("/tableview/save/{name}", auth=signed_in, response=_ANSWER, operation_id="tableview_save")
def tableview_save(request: HttpRequest, name: NameOf, body: s.ViewSaveIn) -> queries.ViewRow:
    """Save a new view of a list, or change one."""
    return _save(request, name, body, body.tableView_id)


@router.post(
    "/tableview/rename/{tableView}", auth=signed_in, response=_ANSWER, operation_id="tableview_rename"
)
def tableview_rename(request: HttpRequest, tableView: int, body: s.RenameIn) -> queries.ViewRow:
    """Give a view another title, or make it the one the list opens with."""
    reader = viewer_of(request)
    view = queries.get_view(view_id=tableView, reader=reader)
    if body.title != view.title:
        view = operations.rename(view_id=tableView, title=body.title, reader=reader, at=utc_now())
    if body.is_default is None:
        return view
    return operations.set_default(view_id=tableView, is_default=body.is_default, reader=reader)


@router.post(
    "/tableview/delete/{tableview}",
    auth=signed_in,
    response={200: s.DeletedOut, **ERRORS},
    operation_id="tableview_delete",
)
def tableview_delete(request: HttpRequest, tableview: int) -> dict[str, int]:
    """Delete a view."""
    operations.delete(view_id=tableview, reader=viewer_of(request), at=utc_now())
    return {"id": tableview}


@router.post("/api/tableViews/save", auth=signed_in, response=_ANSWER, operation_id="table_views_save")
def table_views_save(request: HttpRequest, body: s.NamedViewSaveIn) -> queries.ViewRow:
    """Save a new view of the list the body names, or change one."""
    return _save(request, body.name, body, body.tableView_id)


@router.post("/api/tableViews/create", auth=signed_in, response=_ANSWER, operation_id="table_views_create")
def table_views_create(request: HttpRequest, body: s.NamedViewIn) -> queries.ViewRow:
    """Save a new view of the list the body names."""
    return _save(request, body.name, body, None)


@router.post(
    "/api/tableViews/{tableView}/delete",
    auth=signed_in,
    response={200: s.DeletedOut, **ERRORS},
    operation_id="table_views_delete",
)
def table_views_delete(request: HttpRequest, tableView: int) -> dict[str, int]:
    """Delete a view."""
    operations.delete(view_id=tableView, reader=viewer_of(request), at=utc_now())
    return {"id": tableView}


def _save(request: HttpRequest, table: str, body: s.ViewIn, view_id: int | None) -> queries.ViewRow:
    reader, at = viewer_of(request), utc_now()
    draft = operations.ViewDraft(
        title=body.title,
        columns=[column.model_dump(exclude_none=True) for column in body.columns],
        filters=[one.model_dump() for one in body.filters],
        sort=body.sort,
        group_by=body.group_by,
        page_size=body.page_size,
        is_shared=body.is_shared,
    )
    if view_id is None:
        name = caller_of(request).name
        return operations.create(
            table=table, draft=draft, is_default=body.is_default, reader=reader, name=name, at=at
        )
    return operations.save(view_id=view_id, draft=draft, is_default=body.is_default, reader=reader, at=at)
