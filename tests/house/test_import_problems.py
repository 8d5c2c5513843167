"""Whatever an importer refuses has words in the reader's language, not only the server's English."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.rules
ROOT: Final = Path(__file__).resolve().parents[2]
APPS: Final = ROOT / "tenants" / "outfitter_tenants"
SCREEN: Final = ROOT / "web" / "src" / "features" / "importer" / "problem-text.ts"
# The place of the code among what each is made of.
PLACES: Final = {"Problem": 1, "CellProblem": 0}


def codes() -> Iterator[str]:
    """Return every code that stands in an importer as it is."""
    for file in APPS.rglob("*.py"):
        if "imports" not in file.relative_to(APPS).as_posix():
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLACES:
                place = PLACES[node.func.id]
                yield from (
                    one.value
                    for one in ast.walk(node.args[place])
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                )


def test_each_code_has_words():
    found = set(codes())
    assert len(found) > 40
    words = json.loads((ROOT / "web/src/messages/en/importer.json").read_text(encoding="utf-8"))
    screen = SCREEN.read_text(encoding="utf-8")
    assert {code for code in found if f"code_{code}" not in words} == set()
    assert {code for code in found if f"'{code}'" not in screen} == set()
