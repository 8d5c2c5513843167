"""
Reads of the index. Each looks at a bounded number of rows, whatever is asked.

A posting is one word of one thing; postings lie by word, shelf and time, so the nearest in time of
a common word are its neighbours in the index. Where a beginning stands for too many words, things
are walked through in order of time instead: what is common is found after a few steps.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection

from outfitter_tenants.search.queries.search_terms import Reading, Term
from outfitter_tenants.search.registry import OVER

# Postings of a beginning that are still read whole; above it the word counts as common.
COMMON: Final = 6_000
# Things of which one after the other is looked at to see whether other words fit as well.
PROBED: Final = 1_500
# Steps of a walk, for each shelf and direction.
WALK: Final = 4_000
# Postings of two beginnings that are laid over each other.
OVERLAID: Final = (8_000, 25_000)
_HIGHEST: Final = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class IndexHit:
    """Something found: its kind's number, its id, its time, and whether it is over."""

    kind: int
    object_id: int
    at: datetime
    is_over: bool


@dataclass(frozen=True, slots=True)
class Sizes:
    """How often a text is a whole word and the beginning of one; both counted up to a limit."""

    whole: int
    begun: int


@dataclass(frozen=True, slots=True)
class SearchScope:
    """Where to look: shelves, the middle of time, how many of each, and what the caller may see."""

    shelves: tuple[int, ...]
    at: datetime
    limit: int


_SIZES: Final = f"""
SELECT start,
  (SELECT count(*) FROM (SELECT FROM search_posting WHERE word = start LIMIT {COMMON + 1}) AS w),
  (SELECT count(*) FROM (SELECT FROM search_posting
     WHERE word >= start AND word < start || '{_HIGHEST}' LIMIT {COMMON + 1}) AS b)
FROM unnest(%s::text[]) AS start
"""  # noqa: S608
# What is still to come is nearer than what is as long over.
_NEARNESS: Final = "CASE WHEN at < %s THEN (%s - at) * 2 ELSE at - %s END"
_ENTRY: Final = f"""
JOIN (SELECT kind, object_id, words FROM search_entry) AS e
  ON e.kind = f.shelf %% {OVER} AND e.object_id = f.object_id
"""  # noqa: S608


def sizes(*, terms: Iterable[Term]) -> dict[str, Sizes]:
    """Return how common each start of these terms is."""
    starts = sorted({start for term in terms for start in term.starts})
    return {start: Sizes(whole, begun) for start, whole, begun in rows(_SIZES, [starts])}


def whole_words(*, words: Sequence[str], sight: SearchScope) -> list[IndexHit]:
    """
    Return the things nearest in time that have all these words, the rarest given first.

    All words of a thing lie at the same time, so the postings of several words are read side by
    side, outwards from now, until enough match.
    """
    joins = "".join(
        f" JOIN search_posting AS p{n} ON p{n}.word = %s AND p{n}.shelf = p.shelf "
        f"AND p{n}.at = p.at AND p{n}.object_id = p.object_id"
        for n in range(1, len(words))
    )
    parts: list[str] = []
    given: list[Any] = []
    for shelf in sight.shelves:
        for compare, order in ((">=", ""), ("<", "DESC")):
            parts.append(
                f"(SELECT p.shelf, p.object_id, p.at FROM search_posting AS p{joins} "  # noqa: S608
                f"WHERE p.word = %s AND p.shelf = {shelf} AND p.at {compare} %s "
                f"ORDER BY p.at {order}, p.object_id {order} LIMIT {sight.limit})"
            )
            given += [*words[1:], words[0], sight.at]
    return _hits(" UNION ALL ".join(parts), given)


def begun_words(*, reading: Reading, driver: Term, sight: SearchScope) -> list[IndexHit]:
    """Return the nearest things in which every term begins a word; `driver` is the rarest."""
    scan, values = _scan(driver, sight, COMMON)
    found = f"SELECT DISTINCT * FROM ({scan}) AS p"  # noqa: S608
    return _nearest(found, values, reading, (driver,), sight)


def overlaid(*, reading: Reading, driver: Term, second: Term, sight: SearchScope) -> list[IndexHit]:
    """Return the nearest things in which every term begins a word, from the two rarest terms."""
    one, values = _scan(driver, sight, OVERLAID[0])
    two, more = _scan(second, sight, OVERLAID[1])
    both = (
        f"SELECT DISTINCT p.* FROM ({one}) AS p "  # noqa: S608
        f"JOIN ({two}) AS q USING (shelf, object_id, at)"
    )
    return _nearest(both, [*values, *more], reading, (driver, second), sight)


def _scan(term: Term, sight: SearchScope, limit: int) -> tuple[str, list[Any]]:
    parts: list[str] = []
    values: list[Any] = []
    for start in term.starts:
        parts.append(
            "(SELECT shelf, object_id, at FROM search_posting WHERE word >= %s AND word < %s "  # noqa: S608
            f"AND shelf = ANY(%s) LIMIT {limit})"
        )
        values += [start, start + _HIGHEST, list(sight.shelves)]
    union = " UNION ALL ".join(parts)
    return f"SELECT * FROM ({union}) AS every LIMIT {limit}", values  # noqa: S608


def _nearest(
    found: str, values: Sequence[Any], reading: Reading, done: tuple[Term, ...], sight: SearchScope
) -> list[IndexHit]:
    others, more = _conditions([term for term in reading if term not in done])
    sql = f"""
    WITH found AS MATERIALIZED ({found})
    SELECT shelf, object_id, at FROM (
      SELECT f.shelf, f.object_id, f.at,
        row_number() OVER (PARTITION BY shelf ORDER BY {_NEARNESS}) AS place
      FROM found AS f {_ENTRY if others else ""} WHERE {others or "true"}) AS ranked
    WHERE place <= {sight.limit}
    """  # noqa: S608
    return _hits(sql, [*values, sight.at, sight.at, sight.at, *more])


def walk(*, reading: Reading, sight: SearchScope) -> list[IndexHit]:
    """Return the first matches on a walk away from now: for beginnings of very many words."""
    matching, values = _conditions(reading)
    parts: list[str] = []
    given: list[Any] = []
    for shelf in sight.shelves:
        for compare, order in ((">=", ""), ("<", "DESC")):
            parts.append(
                "(SELECT shelf, object_id, at FROM (SELECT * FROM search_entry "  # noqa: S608
                f"WHERE shelf = %s AND at {compare} %s ORDER BY at {order} LIMIT {WALK}) AS e "
                f"WHERE {matching} LIMIT {sight.limit})"
            )
            given += [shelf, sight.at, *values]
    return _hits(" UNION ALL ".join(parts), given)


def within(
    *, reading: Reading, scope: str, scope_values: Sequence[Any], sight: SearchScope
) -> list[tuple[IndexHit, bool]]:
    """
    Return the best matches among what a caller may see, named by an SQL condition on `e`.

    With each comes whether all its words match as wholes; such come first, what is over last.
    """
    whole, wholes = _conditions(reading, is_whole=True)
    begun, begins = _conditions(reading)
    shelves = [shelf + over for over in (0, OVER) for shelf in sight.shelves]
    sql = f"""
    SELECT shelf, object_id, at, is_whole FROM (
      SELECT e.shelf, e.object_id, e.at, {whole} AS is_whole FROM search_entry AS e
      WHERE e.kind = ANY(%s) AND e.shelf = ANY(%s) AND {scope} AND {begun}) AS matching
    ORDER BY shelf >= {OVER}, is_whole DESC, {_NEARNESS} LIMIT {sight.limit}
    """  # noqa: S608
    values = [*wholes, list(sight.shelves), shelves, *scope_values, *begins, *[sight.at] * 3]
    return [(_hit(*row[:3]), row[3]) for row in rows(sql, values)]


def rows(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _hits(sql: str, values: Sequence[Any]) -> list[IndexHit]:
    return [_hit(*row) for row in rows(sql, values)]


def _hit(shelf: int, key: int, at: datetime) -> IndexHit:
    return IndexHit(shelf % OVER, key, at, shelf >= OVER)


def _conditions(terms: Sequence[Term], *, is_whole: bool = False) -> tuple[str, list[str]]:
    """Return what an entry's words must look like."""
    parts: list[str] = []
    values: list[str] = []
    for term in terms:
        parts.append("(" + " OR ".join(["e.words LIKE %s"] * len(term.starts)) + ")")
        values += [f"% {_escaped(s)}{' ' if is_whole else ''}%" for s in term.starts]
    return " AND ".join(parts), values


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
