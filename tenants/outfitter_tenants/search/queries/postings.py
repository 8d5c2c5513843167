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

from outfitter_tenants.search.declare import OVER
from outfitter_tenants.search.queries.terms import Reading, Term

# Postings of a beginning that are still read whole; above it the word counts as common.
COMMON: Final = 6_000
# Steps of a walk, and postings of a whole word that are tried, for each shelf and direction.
WALK: Final = 5_000
_HIGHEST: Final = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class Hit:
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
class Sight:
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
_NEARNESS: Final = "abs(extract(epoch FROM at - %s)) * CASE WHEN at < %s THEN 2 ELSE 1 END"
_ENTRY: Final = f"""
JOIN (SELECT kind, object_id, words FROM search_entry) AS e
  ON e.kind = f.shelf %% {OVER} AND e.object_id = f.object_id
"""  # noqa: S608


def sizes(*, terms: Iterable[Term]) -> dict[str, Sizes]:
    """Return how common each start of these terms is."""
    starts = sorted({start for term in terms for start in term.starts})
    return {start: Sizes(whole, begun) for start, whole, begun in rows(_SIZES, [starts])}


def whole_words(*, reading: Reading, driver: str, sight: Sight) -> list[Hit]:
    """
    Return the things nearest in time that have every term as a whole word.

    `driver` is one of the words, the rarest.
    """
    others, values = _conditions(reading, is_whole=True, but=driver)
    parts: list[str] = []
    given: list[Any] = []
    for shelf in sight.shelves:
        for compare, order in ((">=", ""), ("<", "DESC")):
            scan = (
                "SELECT shelf, object_id, at FROM search_posting WHERE word = %s AND shelf = %s "  # noqa: S608
                f"AND at {compare} %s ORDER BY at {order} LIMIT "
            )
            given += [driver, shelf, sight.at]
            if not others:
                parts.append(f"({scan} {sight.limit})")
                continue
            parts.append(
                f"(SELECT p.* FROM ({scan} {WALK}) AS p JOIN search_entry AS e "  # noqa: S608
                f"ON e.kind = {shelf % OVER} AND e.object_id = p.object_id WHERE {others} "
                f"ORDER BY p.at {order} LIMIT {sight.limit})"
            )
            given += values
    return _hits(" UNION ALL ".join(parts), given)


def begun_words(*, reading: Reading, driver: Term, sight: Sight) -> list[Hit]:
    """Return the nearest things in which every term begins a word; `driver` is a rare one."""
    ranges, values = _ranges(driver)
    others, more = _conditions(reading, is_whole=False, but=driver)
    sql = f"""
    WITH found AS MATERIALIZED (
      SELECT DISTINCT shelf, object_id, at FROM (
        SELECT shelf, object_id, at FROM search_posting
        WHERE ({ranges}) AND shelf = ANY(%s) LIMIT {COMMON * 2}) AS some)
    SELECT shelf, object_id, at FROM (
      SELECT f.shelf, f.object_id, f.at,
        row_number() OVER (PARTITION BY shelf ORDER BY {_NEARNESS}) AS place
      FROM found AS f {_ENTRY if others else ""} WHERE {others or "true"}) AS ranked
    WHERE place <= {sight.limit}
    """  # noqa: S608
    return _hits(sql, [*values, list(sight.shelves), sight.at, sight.at, *more])


def walk(*, reading: Reading, sight: Sight) -> list[Hit]:
    """Return the first matches on a walk away from now: for beginnings of very many words."""
    matching, values = _conditions(reading, is_whole=False, but=None)
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
    *, reading: Reading, scope: str, scope_values: Sequence[Any], sight: Sight, is_whole: bool
) -> list[Hit]:
    """Return the nearest matches among what a caller may see, named by an SQL condition on `e`."""
    matching, values = _conditions(reading, is_whole=is_whole, but=None)
    sql = f"""
    SELECT e.shelf, e.object_id, e.at FROM search_entry AS e
    WHERE e.shelf = ANY(%s) AND {scope} AND {matching}
    ORDER BY {_NEARNESS} LIMIT {sight.limit}
    """  # noqa: S608
    return _hits(sql, [list(sight.shelves), *scope_values, *values, sight.at, sight.at])


def rows(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _hits(sql: str, values: Sequence[Any]) -> list[Hit]:
    return [Hit(shelf % OVER, key, at, shelf >= OVER) for shelf, key, at in rows(sql, values)]


def _ranges(term: Term) -> tuple[str, list[str]]:
    parts = ["(word >= %s AND word < %s)"] * len(term.starts)
    return " OR ".join(parts), [end for s in term.starts for end in (s, s + _HIGHEST)]


def _conditions(
    reading: Reading, *, is_whole: bool, but: Term | str | None
) -> tuple[str, list[str]]:
    """Return what an entry's words must look like, apart from the term that led to it."""
    parts: list[str] = []
    values: list[str] = []
    for term in reading:
        if term is but or (is_whole and but in term.starts):
            continue
        parts.append("(" + " OR ".join(["e.words LIKE %s"] * len(term.starts)) + ")")
        values += [f"% {_escaped(s)}{' ' if is_whole else ''}%" for s in term.starts]
    return " AND ".join(parts), values


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
