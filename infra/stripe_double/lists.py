"""Lists of objects: one page, newest first, by Stripe's cursors."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from stripe_double.errors import not_found
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World

PAGE = ("limit", "starting_after", "ending_before", "created", "expand")
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
}


def find_all(world: World, call: Call, kind: str, filters: Iterable[str] = ()) -> Record:
    """
    List the objects of a kind that belong to the account that asks.

    :param filters: parameters that must equal the field of the same name, where given
    :raises ApiError: an unknown parameter or cursor
    """
    call.params.allow((*filters, *PAGE))
    wanted = {name: call.params.text(name) for name in filters if name in call.params}
    found = [
        row
        for row in owned(world, call, kind)
        if all(row.get(name) == value for name, value in wanted.items() if value)
    ]
    return listing(f"/v1/{kind.replace('.', '/')}s", found, call.params)


def owned(world: World, call: Call, kind: str) -> list[Record]:
    """Return all objects of a kind of the account that asks, oldest first."""
    return [row for key, row in world.store.rows(kind) if world.owner(key) == call.account]


def empty(url: str) -> Record:
    """Return a list without entries, as objects hold them."""
    return {"data": [], "has_more": False, "object": "list", "url": url}


def is_in(moment: int, params: Params, name: str = "created") -> bool:
    """
    Tell whether a time fits a filter such as `created[gte]=...` or `created=...`.

    :raises ApiError: an unknown bound
    """
    given = params.get(name)
    if not given:
        return True
    if isinstance(given, str):
        return moment == params.integer(name)
    bounds = params.group(name) or Params({})
    bounds.allow(_COMPARE)
    return all(_COMPARE[bound](moment, bounds.integer(bound) or 0) for bound in bounds)


def listing(url: str, found: list[Record], params: Params) -> dict[str, Any]:
    """
    Return one page, newest first, by `created`, `limit`, `starting_after` and `ending_before`.

    :param found: all objects, oldest first
    :raises ApiError: the cursor is none of them
    """
    rows = [row for row in reversed(found) if is_in(row.get("created", 0), params)]
    limit = min(max(params.integer("limit") or 10, 1), 100)
    ids = [row["id"] for row in rows]
    after, before = params.text("starting_after"), params.text("ending_before")
    for name, cursor in (("starting_after", after), ("ending_before", before)):
        if cursor is not None and cursor not in ids:
            raise not_found("object", cursor, name)
    has_more = False
    if after is not None:
        rows = rows[ids.index(after) + 1 :]
    elif before is not None:
        rows = rows[: ids.index(before)]
        has_more = len(rows) > limit
        rows = rows[-limit:]
    return {"object": "list", "data": rows[:limit], "has_more": has_more or len(rows) > limit, "url": url}
