"""What a docstring says a function raises is there: an error that was renamed is renamed in words too."""

import ast
import builtins
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    path
    for top in ("platform", "tenants", "plugins", "signup", "infra")
    for path in (ROOT / top).rglob("*.py")
]
RAISES = re.compile(r":raises ([\w.]+)")
pytestmark = pytest.mark.rules


def names_of(text: str) -> set[str]:
    """Return the classes that a file makes, and what it imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.update((one.asname or one.name).split(".")[0] for one in node.names)
    return found


def house_of(path: Path) -> Path:
    """Return whose words a file uses: a plugin's own, else the platform's."""
    parts = path.relative_to(ROOT).parts
    return ROOT.joinpath(*parts[:2]) if parts[0] == "plugins" else ROOT


def test_what_is_raised_is_there():
    texts = {path: path.read_text(encoding="utf-8") for path in SOURCES}
    known: dict[Path, set[str]] = defaultdict(lambda: set(dir(builtins)))
    for path, text in texts.items():
        known[house_of(path)] |= names_of(text)
    said = [(path, name) for path, text in texts.items() for name in RAISES.findall(text)]
    # `User.DoesNotExist` is of a model, `psycopg.errors.Name` of a module: the first word is looked for.
    lost = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in said
        if name.split(".")[0] not in known[house_of(path)]
    ]

    assert len(said) > 1500
    assert lost == []
