"""Looks whether the index still says what its sources say, and makes it true again."""

from dataclasses import dataclass
from typing import Any, Final

from django.db import connection, transaction

from outfitter_tenants.search.declare import OVER
from outfitter_tenants.search.queries.kinds import KINDS, Kind
from outfitter_tenants.search.queries.postings import rows

_BATCH: Final = 200
_ENTRIES: Final = """
SELECT object_id FROM (
  SELECT object_id, shelf, at, reseller_id,
    ' ' || array_to_string(words, ' ') || ' ' AS words FROM search_source_{slug}) AS s
FULL JOIN (SELECT * FROM search_entry WHERE kind = {number}) AS e USING (object_id)
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


def _wrong_entries(kind: Kind) -> list[int]:
    sql = _ENTRIES.format(slug=kind.slug, number=kind.number)
    return [row[0] for row in rows(sql, [])]


def _stray(kind: Kind) -> list[tuple[Any, ...]]:
    """Return postings that miss or belong to nothing, the latter with a true at the end."""
    return rows(_POSTINGS.format(number=kind.number, over=OVER), [])


def _heal(kind: Kind) -> int:
    strays = _stray(kind)
    ids = sorted({*_wrong_entries(kind), *(row[3] for row in strays)})
    with connection.cursor() as cursor:
        cursor.executemany(_FORGET, [row[:4] for row in strays if row[4]])
    for start in range(0, len(ids), _BATCH):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                f"SELECT search_heal_{kind.slug}(id) FROM unnest(%s::bigint[]) AS id",  # noqa: S608
                [ids[start : start + _BATCH]],
            )
    return len(ids)
