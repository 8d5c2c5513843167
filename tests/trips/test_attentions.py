"""Whatever marks a trip for staff can be looked for, and has words in the list and on the trip."""

import ast
import json
from pathlib import Path

import outfitter_tenants
from outfitter_tenants.trips.lists import ATTENTIONS

ROOT = Path(outfitter_tenants.__file__).parent
MESSAGES = Path(__file__).parents[2] / "web" / "src" / "messages" / "en"


def marks_of(tree: ast.AST) -> set[str]:
    """Return what a module marks trips with: `attention=` in calls, and what `ATTENTION` says."""
    names = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    given = [
        word.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for word in node.keywords
        if word.arg == "attention"
    ]
    known = [names.get(value.id) if isinstance(value, ast.Name) else value for value in given]
    return {
        value.value for value in known if isinstance(value, ast.Constant) and isinstance(value.value, str)
    }


def test_every_mark_is_in_the_list():
    found: set[str] = set()
    for path in ROOT.rglob("*.py"):
        found |= marks_of(ast.parse(path.read_text()))
    assert len(found) > 5
    assert found <= set(ATTENTIONS)


def test_every_mark_has_words():
    for name in ("trip", "trips"):
        words = json.loads((MESSAGES / f"{name}.json").read_text())
        assert [one for one in ATTENTIONS if f"attention_{one}" not in words] == []


def test_marks_are_found_in_both_forms():
    tree = ast.parse('LATE: Final = "late"\nmark(attention=LATE)\nmark(attention="lost", at=1)')
    assert marks_of(tree) == {"late", "lost"}
