"""
Bulk actions: one thing done to many rows of a list, as a job.

An app declares one with `bulk_kind(...)` and starts it with `start_bulk(...)`; `apply` changes one
row in a savepoint of its own, so that a row which refuses stops no other. The target is either
these ids, or whatever matches a search and filters: then the server walks the list itself, and
rows that no longer match when their turn comes are left alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from outfitter.db import lists
from outfitter.db.lists import ListReader
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.jobs.job_types import Chunk, Failure, JobType, Work, handles
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.jobs.operations.creation import start

SIZE: Final = 100
MAX_IDS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Target:
    """Which rows: `ids`, or those that match `search` and `filters` when `ids` is None."""

    ids: Sequence[int] | None = None
    search: str = ""
    filters: Sequence[Mapping[str, Any]] = ()


# (id of the row, what was asked for, in whose name, when); raises DomainError for that row alone.
Apply = Callable[[int, Mapping[str, Any], ListReader, datetime], None]


@dataclass(frozen=True, slots=True)
class Bulk:
    """A declared bulk action."""

    kind: str
    listing: str
    permission: str


def bulk_kind(*, kind: str, listing: str, permission: str, apply: Apply) -> Bulk:
    """Declare a bulk action on a list; `permission` is demanded at the start and at each chunk."""

    def step(work: Work) -> Chunk:
        return _step(work, listing, apply)

    handles(JobType(kind, permission, step))
    return Bulk(kind, listing, permission)


def start_bulk(
    bulk: Bulk,
    *,
    target: Target,
    values: Mapping[str, Any],
    title: Mapping[str, Any],
    reader: ListReader,
    name: str,
    at: datetime,
) -> Job:
    """
    Begin a bulk action; `values` is what `apply` gets, `title` what people read of it.

    :raises Forbidden: the caller lacks the action's permission, or the list's
    :raises Invalid: no rows, too many ids, or filters the list does not know
    """
    listing = lists.find_listing(bulk.listing)
    filters = [dict(one) for one in target.filters]
    wanted = lists.parse(listing, reader, search=target.search, filters=filters)
    if target.ids is None:
        total, _ = lists.count(lists.select(listing, wanted, reader))
    else:
        total = len(set(target.ids))
    if total == 0 or (target.ids is not None and total > MAX_IDS):
        raise Invalid({"ids": [f"Choose 1 to {MAX_IDS} rows."]})
    ids = None if target.ids is None else sorted(set(target.ids))
    params = {
        "ids": ids,
        "search": target.search,
        "filters": filters,
        "values": dict(values),
        "asked_at": at.isoformat(),
    }
    return start(kind=bulk.kind, params=params, title=title, reader=reader, name=name, at=at, total_cnt=total)


def _step(work: Work, name: str, apply: Apply) -> Chunk:
    ids, state = _next_ids(work, lists.find_listing(name))
    failures = []
    # By id: whoever locks several rows locks them in this order (db/locks.py).
    for row_id in sorted(ids):
        try:
            with transaction.atomic():
                apply(row_id, work.params["values"], work.reader, work.at)
        except DomainError as problem:
            failures.append(Failure(str(row_id), problem.message))
    return Chunk(state, done_cnt=len(ids) - len(failures), failures=failures)


def _next_ids(work: Work, listing: lists.Listing) -> tuple[list[int], dict[str, Any] | None]:
    asked_at = datetime.fromisoformat(work.params["asked_at"])
    reader = replace(work.reader, at=asked_at)
    # The order of the default sort and the bounds of the filters stay those of the first chunk.
    wanted = lists.parse(
        listing,
        reader,
        search=work.params["search"],
        filters=work.params["filters"],
        cursor=work.state.get("cursor", ""),
    )
    if work.params["ids"] is None:
        rows, cursor = lists.next_chunk(listing, wanted, reader, size=SIZE)
        return [row.pk for row in rows], None if cursor is None else {"cursor": cursor}
    begin = work.state.get("place", 0)
    chosen = work.params["ids"][begin : begin + SIZE]
    # Ids come from the caller: only rows of the list that they may see are touched.
    seen = set(listing.rows(reader).filter(pk__in=chosen).values_list("pk", flat=True))
    after = begin + SIZE
    state = {"place": after} if after < len(work.params["ids"]) else None
    return [pk for pk in chosen if pk in seen], state
