"""Lists described and views of them saved, over HTTP (domain.md 5.22)."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Out

_Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=SINGLE_LINE)
]
_Key = Annotated[str, StringConstraints(max_length=60, pattern=r"^-?\w*$")]
Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,39}$")]
# JSON may hold numbers of any length; a bigint does not, and nor does an answer.
Whole = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
Scalar = str | bool | Whole | None
Op = Literal["eq", "ne", "in", "nin", "gt", "gte", "lt", "lte", "between", "contains", "empty", "notEmpty"]


class FilterIn(In):
    """One filter of a view."""

    field: _Key
    op: Op
    value: Scalar | Annotated[list[Scalar], Field(max_length=200)] = None


class ViewColumnIn(In):
    """One column a view shows; the width in pixels when it is not the usual one."""

    key: _Key
    width: Annotated[int, Field(ge=40, le=1200)] | None = None


class ViewIn(In):
    """What a view shows."""

    title: _Title
    columns: Annotated[list[ViewColumnIn], Field(max_length=100)] = []
    filters: Annotated[list[FilterIn], Field(max_length=20)] = []
    sort: _Key = ""
    group_by: _Key = ""
    page_size: Annotated[int, Field(ge=1, le=200)] = 100
    is_default: bool = False
    is_shared: bool = False


class ViewSaveIn(ViewIn):
    """A new view, or a change of `tableView_id`."""

    tableView_id: Id | None = None


class NamedViewIn(ViewIn):
    """A new view of the list of that name."""

    name: Name


class NamedViewSaveIn(ViewSaveIn):
    """A new view of the list of that name, or a change of `tableView_id`."""

    name: Name


class RenameIn(In):
    """Another title; `is_default` makes it the view one's list opens with, or no longer."""

    title: _Title
    is_default: bool | None = None


class FilterOut(Out):
    """One filter of a view."""

    field: str
    op: str
    value: Any


class ViewColumnOut(Out):
    """One column a view shows."""

    key: str
    width: int | None = None


class ViewOut(Out):
    """A saved view as the caller sees it."""

    id: int
    table: str
    title: str
    owner_avatar_id: int | None
    owner_name: str
    is_shared: bool
    is_mine: bool
    is_default: bool
    columns: list[ViewColumnOut]
    filters: list[FilterOut]
    sort: str
    group_by: str
    page_size: int
    version: int


class DeletedOut(Out):
    """Which view is gone."""

    id: int


class OptionOut(Out):
    """One value a column can have."""

    id: int | str
    name: str
    slug: str | None


class TableColumnOut(Out):
    """What can be asked of one column."""

    key: str
    kind: Literal["text", "number", "money", "date", "instant", "bool", "choice", "lookup"]
    is_sortable: bool
    is_filterable: bool
    is_groupable: bool
    is_nullable: bool
    ops: list[str]
    options: list[OptionOut] | None


class TableOut(Out):
    """What can be asked of a list."""

    name: str
    default_sort: str
    has_search: bool
    columns: list[TableColumnOut]
