"""The walks that the architecture describes lead through the code: each step is called from one before it."""

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
# Where the packages of each path lie.
ROOTS = ("tenants/outfitter_tenants", "platform", "plugins")
MOST_FILES = 12
MOST_TURNS = 3
STEP = re.compile(r"^\d+\. `(?P<file>[\w/]+\.py)` · `(?P<name>\w+)`", re.MULTILINE)
pytestmark = pytest.mark.rules


def walks() -> dict[str, list[tuple[str, str]]]:
    """Return the walks of the page: what for -> files and the function to read there, in order."""
    text = PAGE.read_text(encoding="utf-8")
    section = text[text.index("\n## Walks\n") :]
    section = section[: section.index("\n## ", 5)]
    found = {}
    for part in section.split("\n### ")[1:]:
        title, _, steps = part.partition("\n")
        found[title] = [(step["file"], step["name"]) for step in STEP.finditer(steps)]
    return found


def path_of(file: str) -> Path:
    """Return where a file of a walk lies."""
    (path,) = [ROOT / root / file for root in ROOTS if (ROOT / root / file).is_file()]
    return path


def module_of(path: Path) -> str:
    """Return the dotted name of a file."""
    inside = path.relative_to(ROOT).with_suffix("").parts[1:]
    return ".".join(inside[:-1] if inside[-1] == "__init__" else inside)


@cache
def imports_of(path: Path) -> frozenset[str]:
    """Return the modules and names that a file imports; a package hands on what it imports itself."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            for name in node.names:
                found.add(f"{node.module}.{name.name}")
                package = _package(f"{node.module}.{name.name}") or _package(node.module)
                if package is not None and package != path:
                    found |= imports_of(package)
    return frozenset(found)


def _package(module: str) -> Path | None:
    inside = Path(*module.split("."), "__init__.py")
    places = [ROOT / top / inside for top in ("tenants", "platform", "plugins")]
    return next((place for place in places if place.is_file()), None)


def leads(before: str, after: str) -> bool:
    """Tell whether one file imports another."""
    return module_of(path_of(after)) in imports_of(path_of(before))


def turns(files: list[str]) -> list[tuple[str, str]]:
    """Return the steps where a reader goes back: what comes next is not called from here."""
    return [(one, other) for one, other in pairwise(files) if one != other and not leads(one, other)]


def test_there_are_the_walks_that_a_newcomer_asks_for():
    assert {
        "Save a cart",
        "Refund",
        "An OCTO booking",
        "Place a hold",
        "A month on the calendar",
    } <= walks().keys()


@pytest.mark.parametrize("title", walks())
def test_a_walk_is_short_and_leads_through_the_code(title):
    steps = walks()[title]
    files = [file for file, _ in steps]

    assert len(files) >= 3
    assert len(set(files)) <= MOST_FILES
    assert len(turns(files)) <= MOST_TURNS, turns(files)
    for number, (file, name) in enumerate(steps):
        tree = ast.parse(path_of(file).read_text(encoding="utf-8"))
        # What a door hands on is read there as well.
        named = (ast.FunctionDef, ast.ClassDef, ast.alias)
        assert name in {one.name for one in ast.walk(tree) if isinstance(one, named)}, (file, name)
        # A step that nothing before it knows of is not part of this walk.
        assert number == 0 or file in files[:number] or any(leads(one, file) for one in files[:number]), file


def test_a_step_that_is_not_called_from_here_is_a_turn_back():
    api, cart = "checkout/carts/api.py", "checkout/carts/visitor_cart.py"
    assert leads(api, cart)
    assert turns([api, cart, api]) == [(cart, api)]
