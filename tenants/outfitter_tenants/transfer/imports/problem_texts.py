"""
What is wrong with a row, why one stays and why a file is refused: in the language of whoever reads it.

English stands beside each code where it is raised; `words/` has the other languages. A sentence is called by
its code (`sold_out`), one for a single column by both (`required:time`), one that names something of the row
by the code and a star (`sold_out:*`). Of these the most telling one is taken whose values are there: rows are
kept for a week and outlive a sentence.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypedDict

from outfitter.db.imports import Problem
from outfitter.kit.locales import DEFAULT_LOCALE, route_locale
from outfitter.kit.text_direction import isolated
from outfitter_tenants.transfer.imports.import_errors import FileRefused

FOLDER: Final = Path(__file__).parent / "words"
_PLACE: Final = re.compile(r"\{(\w+)\}")
Detail = Mapping[str, str | int]


class StoredProblem(TypedDict):
    """A problem as rows and reports keep it."""

    column: str
    code: str
    message: str
    detail: Detail


@cache
def words(language: str) -> dict[str, str]:
    """Return the sentences of a language; none of English, whose own stand where they are raised."""
    if language == DEFAULT_LOCALE:
        return {}
    found: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


def stored(problem: Problem) -> StoredProblem:
    """Return a problem as it is kept."""
    return {
        "column": problem.column,
        "code": problem.code,
        "message": problem.message,
        "detail": dict(problem.detail),
    }


def sentence(problem: Mapping[str, object], locale: str) -> str:
    """Return a problem that was kept as a sentence for readers of a language."""
    detail = problem.get("detail")
    told = _find(
        f"{problem['code']}", f"{problem['column']}", detail if isinstance(detail, dict) else {}, locale
    )
    return str(problem["message"]) if told is None else told


def phrase(key: str, locale: str, *, instead: str) -> str:
    """Return words that are no problem: headings of files; `instead` is the English."""
    return words(route_locale(locale)).get(key, instead)


def refusal(problem: FileRefused, locale: str) -> str:
    """Return why a file is refused, with the line that is to blame."""
    told = _find(f"file_{problem.reason}", "", problem.about, locale)
    if told is None:
        return problem.message
    if problem.line is None:
        return told
    return fill(words(route_locale(locale))["file_line"], {"line": problem.line, "text": told}, locale)


def fill(pattern: str, values: Detail, locale: str) -> str:
    """Return a sentence with its values, those of another direction set apart."""
    language = route_locale(locale)
    return _PLACE.sub(lambda found: isolated(str(values[found[1]]), language=language), pattern)


def places_of(pattern: str) -> frozenset[str]:
    """Return the names of the values that a sentence needs."""
    return frozenset(_PLACE.findall(pattern))


def _find(code: str, column: str, detail: Detail, locale: str) -> str | None:
    catalogue = words(route_locale(locale))
    patterns = (catalogue[key] for key in _keys(code, column) if key in catalogue)
    fits = (one for one in patterns if places_of(one) <= detail.keys())
    pattern = next(fits, None)
    return None if pattern is None else fill(pattern, detail, locale)


def _keys(code: str, column: str) -> Iterator[str]:
    if column:
        yield f"{code}:{column}"
    yield f"{code}:*"
    yield code
