"""Words that somebody may have meant: the index's own words are the dictionary."""

from collections.abc import Iterator
from itertools import islice
from math import log10
from typing import Final

from outfitter_tenants.search.queries.index_rows import rows

SHORTEST: Final = 3
_LATIN: Final = "abcdefghijklmnopqrstuvwxyz"
_CYRILLIC: Final = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
_GREEK: Final = "αβγδεζηθικλμνξοπρστυφχψω"
_FAMILIAR: Final = 4
_HIGHEST: Final = "\U0010ffff"
_NEIGHBOURS: Final = f"""
SELECT word, is_whole, cnt FROM (
  SELECT edit AS word, true AS is_whole, (
    SELECT count(*) FROM (SELECT FROM search_posting WHERE word = edit LIMIT 300) AS p) AS cnt
  FROM unnest(%s::text[]) AS edit
  UNION ALL
  SELECT edit, false, (SELECT count(*) FROM (SELECT FROM search_posting
    WHERE word > edit AND word < edit || '{_HIGHEST}' LIMIT 300) AS p)
  FROM unnest(%s::text[]) AS edit) AS every
WHERE cnt > 0 ORDER BY word
"""  # noqa: S608
# Distinct words from the index by skipping from one to the next.
_FAMILY: Final = """
WITH RECURSIVE family (word, place) AS (
  (SELECT word, 1 FROM search_posting WHERE word >= %s AND word < %s ORDER BY word LIMIT 1)
  UNION ALL
  SELECT (SELECT p.word FROM search_posting AS p
          WHERE p.word > family.word AND p.word < %s ORDER BY p.word LIMIT 1), place + 1
  FROM family WHERE family.word IS NOT NULL AND place < 500)
SELECT word FROM family WHERE word IS NOT NULL AND length(word) BETWEEN %s AND %s
"""


def suggest_words(*, word: str, limit: int) -> list[str]:
    """
    Return words of the index that are one slip away from `word`, the commonest first.

    A slip is a letter missing, doubled, wrong or swapped with its neighbour. Long words may have
    two when their first letters are right.
    """
    if len(word) < SHORTEST:
        return []
    edits = sorted(set(_edits(word)) - {word})
    beginnings = [edit for edit in edits if len(edit) > _FAMILIAR]
    near = rows(_NEIGHBOURS, [edits, beginnings])
    near.sort(key=lambda row: -_likelihood(word, *row))
    found = [row[0] for row in near]
    if not found and len(word) >= 2 * _FAMILIAR:
        found = _second_slips(word)
    return list(dict.fromkeys(found))[:limit]


def _edits(word: str) -> Iterator[str]:
    letters = next((a for a in (_LATIN, _CYRILLIC, _GREEK) if any(x in a for x in word)), "")
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in letters)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        yield from (head + letter + tail for letter in letters)


def _likelihood(typed: str, word: str, is_whole: bool, cnt: int) -> float:
    """Return how likely `word` was meant: common words, and slips that fingers make."""
    swapped = sorted(typed) == sorted(word)
    missing = len(word) > len(typed)
    same_start = typed[0] == word[0]
    return log10(cnt) + swapped + 0.5 * missing + 0.5 * same_start + is_whole


def _second_slips(word: str) -> list[str]:
    start = word[:_FAMILIAR]
    end = start + _HIGHEST
    family = rows(_FAMILY, [start, end, end, len(word) - 2, len(word) + 2])
    near = sorted((typo_candidates(word, row[0]), row[0]) for row in islice(family, 500))
    return [other for count, other in near if count <= 2]


def typo_candidates(one: str, other: str) -> int:
    """Return how many slips lead from one word to the other (optimal string alignment)."""
    before: list[int] = []
    above = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        row = [i]
        for j, right in enumerate(other, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, above = above, row
    return above[-1]
