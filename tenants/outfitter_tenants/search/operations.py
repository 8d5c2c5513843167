"""Looks whether the index still says what its sources say, and makes it true again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection, transaction

from outfitter_tenants.search.queries.entity_types import KINDS, EntityType
from outfitter_tenants.search.queries.index_rows import rows
from outfitter_tenants.search.registry import OVER

_BATCH: Final = 200
_ENTRIES: Final = """
SELECT object_id FROM (
  SELECT object_id, shelf, at, reseller_id,
    ' ' || array_to_string(words, ' ') || ' ' AS words FROM search_source_{slug}
  WHERE {span}) AS s
FULL JOIN (SELECT * FROM search_entry WHERE kind = {number} AND {span}) AS e USING (object_id)
WHERE (s.shelf, s.at, s.reseller_id, s.words)
  IS DISTINCT FROM (e.shelf, e.at, e.reseller_id, e.words)
ORDER BY object_id
"""
_POSTINGS: Final = """
SELECT word, shelf, at, object_id, is_posted IS NOT NULL FROM (
  SELECT word, shelf, at, object_id, true AS is_entered
  FROM search_entry, unnest(string_to_array(btrim(words), ' ')) AS word
  WHERE kind = {number}) AS e
FULL JOIN (
  SELECT *, true AS is_posted FROM search_posting
  WHERE shelf IN ({number}, {over} + {number})) AS p USING (word, shelf, at, object_id)
WHERE is_posted IS NULL OR is_entered IS NULL
ORDER BY object_id
"""
_UNPOSTED: Final = """
SELECT DISTINCT object_id FROM search_entry AS e, unnest(string_to_array(btrim(words), ' ')) AS word
WHERE kind = {number} AND {span} AND NOT EXISTS (
  SELECT FROM search_posting AS p WHERE p.word = word.word AND p.shelf = e.shelf
    AND p.at = e.at AND p.object_id = e.object_id)
ORDER BY object_id
"""
_LAST_ID: Final = """
SELECT greatest((SELECT max(object_id) FROM search_source_{slug}),
  (SELECT max(object_id) FROM search_entry WHERE kind = {number}), 0)
"""
_ALL: Final = "true"
_SPAN: Final = "object_id BETWEEN %s AND %s"
_FORGET: Final = """
DELETE FROM search_posting WHERE word = %s AND shelf = %s AND at = %s AND object_id = %s
"""


@dataclass(frozen=True, slots=True)
class Drift:
    """Ids of things of one kind that the index says something wrong about."""

    kind: str
    ids: tuple[int, ...]


def find_drift() -> list[Drift]:
    """Return what the index says differently from its sources; nothing is changed."""
    found = [
        Drift(kind.slug, tuple(sorted({*_wrong_entries(kind), *(row[3] for row in _stray(kind))})))
        for kind in KINDS
    ]
    return [drift for drift in found if drift.ids]


def rebuild() -> int:
    """
    Make the index say what its sources say; returns how many things were wrong.

    Small transactions that lock a few things each: nobody who books has to wait.
    """
    return sum(_heal(kind) for kind in KINDS)


def last_id(*, kind: EntityType) -> int:
    """Return the greatest id of a kind, in its source or in the index; 0 when there is nothing."""
    return int(rows(_LAST_ID.format(slug=kind.slug, number=kind.number), [])[0][0])


def repair_span(*, kind: EntityType, first: int, last: int) -> list[int]:
    """
    Make the index true for things with ids `first` to `last`; returns those it was wrong about.

    Words that are posted but belong to nothing are not looked for: they cannot be found by id, and
    a search drops them (`rebuild` takes them away).
    """
    wrong = set(_wrong_entries(kind, (first, last)))
    sql = _UNPOSTED.format(number=kind.number, span=_SPAN)
    ids = sorted(wrong.union(row[0] for row in rows(sql, [first, last])))
    _put_right(kind, ids)
    return ids


def _wrong_entries(kind: EntityType, span: tuple[int, int] | None = None) -> list[int]:
    sql = _ENTRIES.format(slug=kind.slug, number=kind.number, span=_SPAN if span else _ALL)
    return [row[0] for row in rows(sql, [*span, *span] if span else [])]


def _stray(kind: EntityType) -> list[tuple[Any, ...]]:
    """Return postings that miss or belong to nothing, the latter with a true at the end."""
    return rows(_POSTINGS.format(number=kind.number, over=OVER), [])


def _heal(kind: EntityType) -> int:
    strays = _stray(kind)
    ids = sorted({*_wrong_entries(kind), *(row[3] for row in strays)})
    with connection.cursor() as cursor:
        cursor.executemany(_FORGET, [row[:4] for row in strays if row[4]])
    _put_right(kind, ids)
    return len(ids)


def _put_right(kind: EntityType, ids: Sequence[int]) -> None:
    for start in range(0, len(ids), _BATCH):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                f"SELECT search_heal_{kind.slug}(id) FROM unnest(%s::bigint[]) AS id",  # noqa: S608
                [list(ids[start : start + _BATCH])],
            )
