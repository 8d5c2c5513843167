"""Pages, totals and groups of a list, and its rows in chunks for exports and bulk work."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import TruncDate

from outfitter.db.lists.columns import Column, Listing
from outfitter.db.lists.conditions import to_q
from outfitter.db.lists.keyset import Cursor, after_cursor, read_cursor
from outfitter.db.lists.list_query import MAX_LIMIT, ListQuery
from outfitter.db.lists.types import ListReader
from outfitter.kit.zones import zone

# Rows are counted one by one up to here; beyond it the planner's estimate is good enough.
EXACT_UP_TO: Final = 10_000
MAX_GROUPS: Final = 200


@dataclass(frozen=True, slots=True)
class Group:
    """One value of the grouped column and how many rows have it; the name of a lookup as label."""

    value: Any
    label: str | None
    cnt: int


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list."""

    data: list[dict[str, Any]]
    next_cursor: str | None
    total: int
    is_total_exact: bool
    groups: list[Group] | None


def select(listing: Listing, wanted: ListQuery, asker: ListReader) -> "QuerySet[Any]":
    """Return all rows that match, in no order."""
    columns = listing.visible(asker)
    named = {c.field for c in wanted.conditions}
    used = [columns[name] for name in named if columns[name].match is None]
    rows = listing.rows_asked(wanted.conditions, asker) if listing.rows_asked else listing.rows(asker)
    found: QuerySet[Any] = rows.alias(**{c.alias: c.expression for c in used})
    for condition in wanted.conditions:
        found = found.filter(to_q(columns[condition.field], condition, asker))
    if listing.unless_filtered and listing.unless_filtered[0] not in named:
        found = found.filter(listing.unless_filtered[1])
    if wanted.search and listing.search:
        found = found.filter(listing.search(wanted.search))
    return found


def read_page(listing: Listing, wanted: ListQuery, asker: ListReader) -> Page:
    """
    Return one page, its total and the way to the next one.

    :raises Invalid: the cursor belongs to another question
    """
    found, cursor = select(listing, wanted, asker), read_cursor(wanted)
    rows = _next_rows(found, wanted, cursor, wanted.limit + 1)
    if cursor is None:
        total, exact = count(found)
    else:
        total, exact = cursor.total, cursor.is_total_exact
    shown = rows[: wanted.limit]
    following = None
    if len(rows) > wanted.limit:
        last = shown[-1]
        value = getattr(last, _SORTED)
        following = Cursor(value, last.pk, total, exact).to_text(wanted)
    groups = _groups(found, wanted.group_by, asker) if wanted.group_by and not cursor else None
    return Page(listing.shape(shown, asker), following, total, exact, groups)


_SORTED: Final = "sorted_by"


def _next_rows(found: "QuerySet[Any]", wanted: ListQuery, cursor: Cursor | None, limit: int) -> list[Any]:
    """Return rows behind the cursor: those with a value in the sorted column, then the others."""
    column = wanted.sort
    found = found.annotate(**{_SORTED: column.expression})
    rows: list[Any] = []
    if cursor is None or cursor.value is not None:
        rows = list(_with_value(found, wanted, cursor)[:limit])
    if column.is_nullable and len(rows) < limit:
        after = cursor.id if cursor is not None and cursor.value is None else None
        rows += _without_value(found, wanted, after)[: limit - len(rows)]
    return rows


def _order(wanted: ListQuery) -> list[Any]:
    # Both ways one index answers: forwards, or read backwards.
    parts = [F(_SORTED), F("pk")]
    return [part.desc() if wanted.is_descending else part.asc() for part in parts]


def _with_value(found: "QuerySet[Any]", wanted: ListQuery, cursor: Cursor | None) -> "QuerySet[Any]":
    rows = found.order_by(*_order(wanted))
    if wanted.sort.is_nullable:
        rows = rows.filter(**{f"{_SORTED}__isnull": False})
    if cursor is None:
        return rows
    field = rows.query.annotations[_SORTED].output_field
    return rows.filter(after_cursor(_SORTED, cursor, is_descending=wanted.is_descending, field=field))


def _without_value(found: "QuerySet[Any]", wanted: ListQuery, after: int | None) -> "QuerySet[Any]":
    rows = found.filter(**{f"{_SORTED}__isnull": True}).order_by(*_order(wanted))
    if after is None:
        return rows
    return rows.filter(Q(pk__lt=after) if wanted.is_descending else Q(pk__gt=after))


def count(found: "QuerySet[Any]") -> tuple[int, bool]:
    """Return how many rows match, and whether that is exact (`EXACT_UP_TO`)."""
    bare = found.order_by()
    known = bare.values("pk")[: EXACT_UP_TO + 1].count()
    if known <= EXACT_UP_TO:
        return known, True
    plan = json.loads(bare.values("pk").explain(format="json"))
    return max(known, int(plan[0]["Plan"]["Plan Rows"])), False


def _groups(found: "QuerySet[Any]", column: Column, asker: ListReader) -> list[Group]:
    expression: Any = column.expression
    if column.kind == "instant":
        expression = TruncDate(expression, tzinfo=zone(asker.zone))
    counted = found.order_by().annotate(grouped_by=expression).values("grouped_by").annotate(cnt=Count("pk"))
    is_day = column.kind in {"date", "instant"}
    by = F("grouped_by").asc(nulls_last=True)
    rows = counted.order_by(*([by] if is_day else [F("cnt").desc(), by]))[:MAX_GROUPS]
    names = column.choices()
    return [
        Group(
            value.isoformat() if isinstance(value, date) else value,
            names[value].name if value in names else None,
            cnt,
        )
        for value, cnt in rows.values_list("grouped_by", "cnt")
    ]


def next_chunk(
    listing: Listing, wanted: ListQuery, asker: ListReader, *, size: int
) -> tuple[list[Any], str | None]:
    """
    Return the models behind `wanted.cursor`, and the cursor behind them; None at the end.

    :raises Invalid: the cursor belongs to another question
    """
    rows = _next_rows(select(listing, wanted, asker), wanted, read_cursor(wanted), size)
    if len(rows) < size:
        return rows, None
    last = rows[-1]
    return rows, Cursor(getattr(last, _SORTED), last.pk, 0, True).to_text(wanted)


def chunks(
    listing: Listing, wanted: ListQuery, asker: ListReader, *, size: int = MAX_LIMIT
) -> Iterator[list[Any]]:
    """Return all matching rows as models, in the wanted order, so many at once."""
    found = select(listing, wanted, asker)
    cursor: Cursor | None = None
    while rows := _next_rows(found, wanted, cursor, size):
        yield rows
        last = rows[-1]
        cursor = Cursor(getattr(last, _SORTED), last.pk, 0, True)


def rows_of(listing: Listing, models: Sequence[Any], asker: ListReader) -> list[dict[str, Any]]:
    """Return rows as the list shows them, only with columns this caller may see."""
    return listing.shape(models, asker)
