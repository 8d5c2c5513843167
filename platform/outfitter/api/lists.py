"""
What every list route takes and answers.

    @router.get("/api/trips/get", auth=allow("trip.view"), response={200: TripsOut, **ERRORS}, ...)
    def trips_get(request: HttpRequest, wanted: Query[ListQuery]) -> dict[str, Any]:
        return list_answer(request, lists.TRIPS, wanted)

`TripsOut` is `ListAnswer[TripRowOut]`. How a list is declared: `outfitter.db.lists`.
"""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from django.http import HttpRequest
from ninja import Schema
from pydantic import Field, StringConstraints

from outfitter.api.principal import caller_of
from outfitter.api.schemas import Id, In, Out
from outfitter.db import lists
from outfitter.kit.clock import utc_now

Row = TypeVar("Row", bound=Out)
_Short = Annotated[str, StringConstraints(max_length=100)]


class ListParams(Schema):
    """The query of a list route."""

    search: _Short = ""
    sort: Annotated[_Short, Field(description="a column, or -column for the other way")] = ""
    filters: Annotated[str, Field(max_length=8000, description="JSON list of {field, op, value}")] = ""
    group_by: _Short = ""
    cursor: Annotated[str, Field(max_length=1000, description="next_cursor of the page before")] = ""
    limit: Annotated[int, Field(ge=1, le=lists.MAX_LIMIT)] = 50


class GroupOut(Out):
    """How many rows have one value of the grouped column."""

    value: str | int | bool | None
    label: str | None
    cnt: int


class ListMeta(Out):
    """The way to the next page, and how many rows match."""

    next_cursor: str | None
    total: int
    is_total_exact: bool
    groups: list[GroupOut] | None


class ListAnswer(Out, Generic[Row]):
    """One page of a list."""

    data: list[Row]
    meta: ListMeta


class TargetIn(In):
    """What a bulk action works on: these rows, or all that match when `ids` is null."""

    ids: Annotated[list[Id], Field(max_length=10_000)] | None = None
    search: _Short = ""
    filters: Annotated[list[dict[str, Any]], Field(max_length=20)] = []


class _Zone:
    # Set by the composition root: the edge does not know the tenant apps.
    read: ClassVar[Callable[[], str]]


def install_zone(read: Callable[[], str]) -> None:
    """Name the function that returns the current operator's time zone."""
    _Zone.read = staticmethod(read)


def viewer_of(request: HttpRequest) -> lists.ListReader:
    """Return the caller of a request as lists know them."""
    caller = caller_of(request)
    return lists.ListReader(
        caller.permissions,
        _Zone.read(),
        utc_now(),
        caller.avatar_id,
        caller.hidden_experience_ids,
        sees_prices=caller.sees_prices,
    )


def list_answer(request: HttpRequest, listing: lists.Listing, wanted: ListParams) -> dict[str, Any]:
    """
    Return the page a request asks for.

    :raises Forbidden: the caller may not read this list
    :raises Invalid: with the name of every field that is wrong
    """
    asker = viewer_of(request)
    asked = lists.parse(listing, asker, **wanted.model_dump())
    page = lists.read_page(listing, asked, asker)
    meta = {name: getattr(page, name) for name in ListMeta.model_fields}
    return {"data": page.data, "meta": meta}
