"""Whatever an import refuses or keeps is told in every language, not only in the server's English."""

import ast
import json
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from outfitter.kit.locales import DEFAULT_LOCALE, ROUTE_LOCALES
from outfitter_tenants.transfer.imports import problem_texts
from tests.support.call_graph import Place, definition, find, is_kind_of, modules, reach, source, text_of

pytestmark = pytest.mark.rules
LANGUAGES: Final = [one for one in ROUTE_LOCALES if one != DEFAULT_LOCALE]
ENGINE: Final = "outfitter_tenants.transfer.imports"
ERROR: Final = Place("outfitter.kit.errors", "DomainError")
# The place of the code among what each is made of.
PLACES: Final = {"Problem": 1, "CellProblem": 0}
# Words that are no reason: headings of the outcome file, and how a line is named.
PHRASES: Final = {"heading_row", "heading_problems", "file_line"}


def importers() -> list[str]:
    """Return the modules that register an importer, and those beside them."""
    homes = [
        name
        for name in modules()
        if name.startswith("outfitter_tenants.") and "imports" in name and not name.startswith(ENGINE)
    ]
    assert len(homes) > 15
    return homes


@cache
def reached() -> frozenset[Place]:
    return frozenset(reach([*importers(), "outfitter.db.imports.importer"]))


def constants(node: ast.expr) -> Iterator[str]:
    yield from (
        one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    )


def made_in(tree: ast.AST) -> Iterator[str]:
    """Yield the codes of problems that some code makes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLACES:
            yield from constants(node.args[PLACES[node.func.id]])


def problem_codes() -> set[str]:
    """Return the codes that importers and the engine give to problems."""
    engine = [source(name) for name in modules() if name.startswith(ENGINE)]
    found = {code for one in engine if one for code in made_in(one.tree)}
    return found | {code for place in reached() for code in made_in(definition(place))}


def refusal_codes() -> set[str]:
    """Return the codes of everything that writing and undoing rows can be refused with, wherever it is."""
    found = {text_of(place, "code") for place in reached() if is_kind_of(place, ERROR)}
    return {code for code in found if code is not None}


def file_reasons() -> set[str]:
    """Return why files are refused, as the words are called."""
    found = set()
    for name in modules():
        tree = source(name)
        if name.startswith(ENGINE) and tree is not None:
            for node in ast.walk(tree.tree):
                is_one = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                if is_one and node.func.id == "FileRefused":
                    found |= {f"file_{reason}" for reason in constants(node.args[0])}
    return found


def test_what_is_refused_elsewhere_is_found():
    # Of pricing, the calendar, the catalog and sales: what importers reach, they never name.
    assert {"sold_out", "plan_limit_reached", "illegal_status", "stale_version"} <= refusal_codes()
    assert {"booked", "unknown", "not_a_date", "twin", "exists"} <= problem_codes()
    assert find("outfitter_tenants.pricing.imports", "offer_codes") is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_code_has_words(language):
    told = problem_codes() | refusal_codes() | file_reasons()
    assert len(told) > 90
    words = problem_texts.words(language)
    assert told - words.keys() == set()
    assert {key.split(":")[0] for key in words} - told == PHRASES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_names_what_the_others_name(language):
    words, others = problem_texts.words(language), problem_texts.words("de")
    assert words.keys() == others.keys()
    assert all(words[key].strip() for key in words)
    assert {
        key for key in words if problem_texts.places_of(words[key]) != problem_texts.places_of(others[key])
    } == set()


def test_a_code_alone_needs_no_values():
    # Rows that were kept before a value was, and codes of other columns, still have a sentence.
    words = problem_texts.words("de")
    plain = [key for key in words if ":" not in key and not key.startswith("file_")]
    assert [key for key in plain if problem_texts.places_of(words[key])] == []


def test_words_stand_in_order_once():
    for language in LANGUAGES:
        text = (problem_texts.FOLDER / f"{language}.json").read_text(encoding="utf-8")
        assert list(json.loads(text)) == sorted(json.loads(text))
        assert text.count('":') == len(json.loads(text))
