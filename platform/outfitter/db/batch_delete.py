"""Deleting many rows without holding up anybody: in batches, each a transaction of its own."""

from typing import Any, Final

from django.db.models import QuerySet

BATCH: Final = 1000
MOST_BATCHES: Final = 50


def delete_batch(rows: "QuerySet[Any]", *, limit: int = BATCH) -> int:
    """Delete at most `limit` of these rows, the oldest ids first; returns how many there were."""
    chosen = list(rows.order_by("pk").values_list("pk", flat=True)[:limit])
    if chosen:
        # Asked again: a row that somebody changed meanwhile may no longer be one of these.
        rows.order_by().filter(pk__in=chosen).delete()
    return len(chosen)


def delete_in_batches(rows: "QuerySet[Any]", *, batch: int = BATCH, most: int = MOST_BATCHES) -> int:
    """
    Delete these rows in batches; returns how many there were.

    At most `most` batches: what is left waits for the next run.
    """
    found = 0
    for _ in range(most):
        gone = delete_batch(rows, limit=batch)
        found += gone
        if gone < batch:
            break
    return found
