"""Short lists that people put in their own order: a `position` and, when gone, an `archived_at`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet

from outfitter.kit.errors import Invalid, NotFound


class RowNotFound(NotFound):
    """No such row in this list."""


def lock_row(rows: "QuerySet[Any]", *, row_id: int) -> Any:
    """
    Lock one row of a list, archived or not.

    :raises RowNotFound: there is none
    """
    row = rows.select_for_update(of=("self",)).filter(pk=row_id).first()
    if row is None:
        raise RowNotFound("This no longer exists.")
    return row


def next_position(rows: "QuerySet[Any]") -> int:
    """Return the place after the last row."""
    last = rows.aggregate(last=Max("position"))["last"]
    return 0 if last is None else last + 1


def reorder(rows: "QuerySet[Any]", *, ids: Sequence[int]) -> list[int]:
    """
    Put rows into the order of `ids`; returns the order before.

    :raises Invalid: `ids` is not exactly the list, as it is when somebody changed it meanwhile
    """
    found = list(rows.select_for_update(of=("self",)).order_by("position", "pk"))
    before = [row.pk for row in found]
    if sorted(before) != sorted(ids):
        raise Invalid({"ids": ["The list has changed in the meantime. Please try again."]})
    place = {row_id: position for position, row_id in enumerate(ids)}
    for row in found:
        row.position = place[row.pk]
    rows.model._default_manager.bulk_update(found, ["position"])
    return before


def archive(row: Any, *, at: datetime) -> bool:
    """Take a row off its list; returns whether that changed anything."""
    if row.archived_at is not None:
        return False
    row.archived_at = at
    row.save(update_fields=["archived_at"])
    return True


def restore(row: Any) -> bool:
    """Put an archived row back on its list; returns whether that changed anything."""
    if row.archived_at is None:
        return False
    row.archived_at = None
    row.save(update_fields=["archived_at"])
    return True
