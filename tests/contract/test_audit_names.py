"""Whatever the audit log tells of has a name in every language."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.platform_audit.actions import ACTIONS as PLATFORM_ACTIONS
from outfitter_tenants.audit.actions import ACTIONS
from outfitter_tenants.audit.kinds import KINDS

pytestmark = pytest.mark.rules
ROOT = Path(__file__).resolve().parents[2]
TENANTS = ROOT / "tenants" / "outfitter_tenants"
DOTTED = re.compile(r"[a-z_]+\.[a-z_]+")
# Functions of one file each that hand an action on to `record`.
HELPERS = frozenset(("_tell", "_told", "_record"))


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


def texts(*nodes: ast.AST) -> set[str]:
    """Return the text constants in these parts of a program."""
    constants = [c for node in nodes for c in ast.walk(node) if isinstance(c, ast.Constant)]
    return {c.value for c in constants if isinstance(c.value, str)}


def written(tree: ast.AST) -> set[str]:
    """Return the actions that are literals, or that `tell` makes of a literal kind of object."""
    found: set[str] = set()
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        named: dict[str | None, Any] = {word.arg: word.value for word in call.keywords}
        name = getattr(call.func, "id", "")
        if "action" in named and "permission" not in named:
            found |= texts(named["action"])
        elif name == "tell" and "entity_type" in named:
            kinds = texts(named["entity_type"])
            found |= {f"{kind}.{verb}" for kind in kinds for verb in ("created", "changed")}
        elif name in HELPERS:
            found |= texts(*call.args)
    return {action for action in found if DOTTED.fullmatch(action)}


def test_every_action_that_is_written_is_declared() -> None:
    found: set[str] = set()
    for path in TENANTS.rglob("*.py"):
        if "migrations" not in path.parts:
            found |= written(ast.parse(path.read_text(encoding="utf-8")))
    assert len(found) > 40
    assert found - ACTIONS == set()


@pytest.mark.parametrize("locale", ROUTE_LOCALES)
def test_every_act_of_the_platform_has_a_name_and_no_name_is_left_over(locale: str) -> None:
    path = ROOT / "web" / "src" / "messages" / locale / "platformAudit.json"
    named = {key for key in json.loads(path.read_text(encoding="utf-8")) if key.startswith("did_")}
    assert named == {f"did_{action.replace('.', '_')}" for action in PLATFORM_ACTIONS}
