"""Whatever the audit log tells of has a name in every language."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.audit.actions import ACTIONS, KINDS

pytestmark = pytest.mark.rules
ROOT = Path(__file__).resolve().parents[2]
TENANTS = ROOT / "tenants" / "outfitter_tenants"
DOTTED = re.compile(r"[a-z_]+\.[a-z_]+")


def words(locale: str) -> dict[str, str]:
    """Return the messages of the audit log's screen."""
    path = ROOT / "web" / "src" / "messages" / locale / "audit.json"
    return json.loads(path.read_text(encoding="utf-8"))


def is_named(action: str, known: dict[str, str]) -> bool:
    kind, verb = action.split(".")
    return f"did_{kind}_{verb}" in known or {f"kind_{kind}", f"verb_{verb}"} <= known.keys()


@pytest.mark.parametrize("locale", ROUTE_LOCALES)
def test_every_action_and_kind_has_a_name(locale: str) -> None:
    known = words(locale)
    assert [action for action in sorted(ACTIONS) if not is_named(action, known)] == []
    assert [kind for kind in sorted(KINDS) if f"kind_{kind}" not in known] == []


@pytest.mark.parametrize("locale", ROUTE_LOCALES)
def test_no_name_is_left_over(locale: str) -> None:
    own = {f"did_{action.replace('.', '_')}" for action in ACTIONS}
    assert {key for key in words(locale) if key.startswith("did_")} - own == set()


def written(tree: ast.AST) -> set[str]:
    """Return the actions that stand as literals in calls with `action=`, `entity_type=`."""
    found: set[str] = set()
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            named: dict[str | None, Any] = {word.arg: word.value for word in call.keywords}
            if "action" in named and "permission" not in named:
                constants = [c for c in ast.walk(named["action"]) if isinstance(c, ast.Constant)]
                found |= {c.value for c in constants if DOTTED.fullmatch(str(c.value))}
    return found


def test_every_action_that_is_written_is_declared() -> None:
    found: set[str] = set()
    for path in TENANTS.rglob("*.py"):
        if "migrations" not in path.parts:
            found |= written(ast.parse(path.read_text(encoding="utf-8")))
    assert len(found) > 40
    assert found - ACTIONS == set()
