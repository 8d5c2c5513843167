"""What a caller asks of a list: read once, every mistake named by its field."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from outfitter.db.lists.columns import Column, Listing
from outfitter.db.lists.conditions import read_condition
from outfitter.db.lists.types import BadValue, Condition, ListReader
from outfitter.kit.errors import Forbidden, Invalid

MAX_LIMIT: Final = 200
MAX_FILTERS: Final = 20
MAX_SEARCH: Final = 100
DEFAULT_LIMIT: Final = 50
_KNOWN: Final = frozenset({"field", "op", "value"})


@dataclass(frozen=True, slots=True)
class ListQuery:
    """A checked question. `asked` is what binds a cursor to it."""

    search: str
    sort: Column
    is_descending: bool
    conditions: tuple[Condition, ...]
    group_by: Column | None
    limit: int
    cursor: str
    asked: tuple[str, ...]


def parse(
    listing: Listing,
    asker: ListReader,
    *,
    search: str = "",
    sort: str = "",
    filters: str | list[Any] = "",
    group_by: str = "",
    limit: int = DEFAULT_LIMIT,
    cursor: str = "",
) -> ListQuery:
    """
    Read what was asked of a list; `filters` as JSON text or as what it holds.

    :raises Forbidden: the caller may not read this list
    :raises Invalid: with the name of every field that is wrong
    """
    if not asker.can(listing.permission):
        raise Forbidden("Your role does not allow this.", permission=listing.permission)
    columns, problems = listing.visible(asker), dict[str, list[str]]()
    column = columns.get((sort or listing.default_sort).removeprefix("-"))
    if column is None or not column.is_sortable:
        problems["sort"] = ["This list cannot be sorted by that."]
    group = columns.get(group_by) if group_by else None
    if group_by and (group is None or not group.is_groupable):
        problems["group_by"] = ["This list cannot be grouped by that."]
    if not 1 <= limit <= MAX_LIMIT:
        problems["limit"] = [f"Choose 1 to {MAX_LIMIT}."]
    if len(search) > MAX_SEARCH or "\x00" in search:
        problems["search"] = [f"At most {MAX_SEARCH} characters."]
    conditions = _conditions(columns, asker, filters, problems)
    if problems or column is None:
        raise Invalid(problems, "Please check the highlighted fields.")
    words = " ".join(search.split())
    descending = (sort or listing.default_sort).startswith("-")
    asked = (listing.name, words, f"{'-' if descending else ''}{column.key}", _canonical(conditions))
    return ListQuery(words, column, descending, conditions, group, limit, cursor, asked)


def _canonical(conditions: tuple[Condition, ...]) -> str:
    # Days are resolved: "today" of yesterday's cursor is another question.
    return json.dumps([[c.field, c.op, c.value] for c in conditions], default=str)


def _conditions(
    columns: Mapping[str, Column], asker: ListReader, filters: str | list[Any], problems: dict[str, list[str]]
) -> tuple[Condition, ...]:
    rows = _rows(filters)
    if rows is None:
        problems["filters"] = ["Give a JSON list of {field, op, value}."]
        return ()
    if len(rows) > MAX_FILTERS:
        problems["filters"] = [f"At most {MAX_FILTERS} filters."]
        return ()
    found = []
    for place, row in enumerate(rows):
        if not isinstance(row, dict) or not set(row) <= _KNOWN:
            problems[f"filters.{place}"] = ["Give field, op and value."]
            continue
        column = columns.get(str(row.get("field")))
        if column is None or not column.is_filterable:
            problems[f"filters.{place}.field"] = ["This list cannot be filtered by that."]
            continue
        try:
            found.append(read_condition(column, row.get("op"), row.get("value"), asker))
        except BadValue as problem:
            problems[f"filters.{place}.value"] = [str(problem)]
    return tuple(found)


def _rows(filters: str | list[Any]) -> list[Any] | None:
    if not isinstance(filters, str):
        return filters
    if not filters:
        return []
    try:
        rows = json.loads(filters)
    except (ValueError, RecursionError):
        return None
    return rows if isinstance(rows, list) else None
