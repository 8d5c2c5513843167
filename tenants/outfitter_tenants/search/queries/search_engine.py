"""Finds what a text means: exact words first, then beginnings, then what was meant."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice, product
from math import log2
from typing import Any, Final

from outfitter_tenants.search.queries import index_rows, spell_check
from outfitter_tenants.search.queries.index_rows import COMMON, PROBED, IndexHit, SearchScope, Sizes
from outfitter_tenants.search.queries.search_terms import Reading, Term
from outfitter_tenants.search.registry import OVER

EXACT: Final = 100
BEGUN: Final = 75
MEANT: Final = 50
_OVER_COSTS: Final = 20
# Fewer finds than this, and a slip of the finger is thought of.
_FEW: Final = 3
_GUESSES: Final = 4
_NEXT_GUESS: Final = 3
# A word this seldom may itself be a slip of whoever wrote it down.
_RARE: Final = 100
_COMBINATIONS: Final = 4


@dataclass(frozen=True, slots=True)
class Scope:
    """What of a kind a caller may see: an SQL condition on the entry `e`, with its values."""

    condition: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A hit and how well it fits; 100 is exact and now."""

    hit: IndexHit
    score: float


@dataclass(slots=True)
class _Search:
    sight: SearchScope
    scope: Scope | None
    found: dict[tuple[int, int], SearchHit]

    def keep(self, hits: Iterable[IndexHit], level: int) -> None:
        for hit in hits:
            key = (hit.kind, hit.object_id)
            if key not in self.found:
                self.found[key] = SearchHit(hit, _score(hit, level, self.sight.at))

    @property
    def is_full(self) -> bool:
        return len(self.found) >= self.sight.limit


def find(
    *, readings: Sequence[Reading], kinds: Sequence[int], scope: Scope | None, at: datetime, limit: int
) -> list[SearchHit]:
    """
    Return the best `limit` of each kind and more, best first.

    What is over (deleted trips, archived experiences) is looked at only when there is room.
    """
    search = _Search(SearchScope(tuple(kinds), at, limit), scope, {})
    known = index_rows.sizes(terms=[term for reading in readings for term in reading])
    for reading in readings:
        _strictly(search, reading, known, EXACT, BEGUN)
    if scope is None and not search.is_full:
        search.sight = replace(search.sight, shelves=tuple(OVER + kind for kind in kinds))
        for reading in readings:
            _strictly(search, reading, known, EXACT, BEGUN)
        search.sight = replace(search.sight, shelves=tuple(kinds))
    if len(search.found) < _FEW:
        _leniently(search, readings[-1], known)
    return sorted(search.found.values(), key=lambda one: (-one.score, -one.hit.object_id))


def _strictly(search: _Search, reading: Reading, known: dict[str, Sizes], exact: int, begun: int) -> None:
    begins = {term: sum(known[start].begun for start in term.starts) for term in reading}
    if not all(begins.values()):
        return
    if search.scope is not None:
        condition, values = search.scope.condition, search.scope.values
        for hit, is_whole in index_rows.within(
            reading=reading, scope=condition, scope_values=values, sight=search.sight
        ):
            search.keep([hit], exact if is_whole else begun)
        return
    _whole(search, reading, known, exact)
    if not search.is_full:
        _begun(search, sorted(set(reading), key=lambda term: begins[term]), begins, begun)


def _begun(search: _Search, terms: Sequence[Term], begins: dict[Term, int], level: int) -> None:
    """Keep what has every term as the beginning of a word; the rarest term comes first."""
    reading = tuple(terms)
    if begins[terms[0]] > (COMMON if len(terms) == 1 else PROBED):
        search.keep(index_rows.walk(reading=reading, sight=search.sight), level)
        # A walk sees nearly all of what is over: there is little of it.
        if search.is_full or search.sight.shelves[0] >= OVER:
            return
        if len(terms) > 1:
            hits = index_rows.overlaid(reading=reading, driver=terms[0], second=terms[1], sight=search.sight)
            search.keep(hits, level)
            return
    search.keep(index_rows.begun_words(reading=reading, driver=terms[0], sight=search.sight), level)


def _whole(search: _Search, reading: Reading, known: dict[str, Sizes], level: int) -> None:
    """Keep what has one start of every term as a whole word."""
    options = [[start for start in term.starts if known[start].whole] for term in reading]
    for chosen in islice(product(*options), _COMBINATIONS):
        words = sorted(set(chosen), key=lambda word: known[word].whole)
        search.keep(index_rows.whole_words(words=words, sight=search.sight), level)


def _leniently(search: _Search, reading: Reading, known: dict[str, Sizes]) -> None:
    """Try the words that may have been meant in place of those that lead nowhere, or to little."""
    for turn, swapped in enumerate(_corrected(reading, known)):
        fresh = {**known, **index_rows.sizes(terms=swapped)}
        level = MEANT - _NEXT_GUESS * turn
        _strictly(search, swapped, fresh, level, level - 1)
        if search.is_full:
            return


def _corrected(reading: Reading, known: dict[str, Sizes]) -> list[Reading]:
    """Return what may have been meant, the likeliest first."""
    doubtful = [t for t in reading if not any(known[start].begun for start in t.starts)]
    if any(term.name is None for term in doubtful):
        return []
    if not doubtful:
        rare = [t for t in reading if t.name and known[t.name].begun < _RARE]
        doubtful = sorted(rare, key=lambda term: known[term.name or ""].begun)[:1]
    best = {term: _guesses(term) for term in doubtful}
    if not best or not all(best.values()):
        return []
    return [
        tuple(best[t][min(turn, len(best[t]) - 1)] if t in best else t for t in reading)
        for turn in range(max(len(options) for options in best.values()))
    ]


def _guesses(term: Term) -> list[Term]:
    words = spell_check.suggest_words(word=term.name or "", limit=_GUESSES)
    return [Term((word,), word) for word in words]


def _score(hit: IndexHit, level: int, at: datetime) -> float:
    days = abs((hit.at - at).total_seconds()) / 86_400
    far = days * 2 if hit.at < at else days
    cost = min(20.0, log2(1 + far)) + (_OVER_COSTS if hit.is_over else 0)
    return round(max(1.0, level - cost), 2)
