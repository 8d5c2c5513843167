"""
What code can come to, read from its source: functions and classes that are named, and what these name.

Names are followed through imports (`from x import y`, `x.y`); what is handed around at run time is not seen.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
_PACKAGES: Final = {"outfitter": ROOT / "platform", "outfitter_tenants": ROOT / "tenants"}
_DEEPEST: Final = 8
Definition = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Place:
    """A module (`name` empty), or a function or class on its top level."""

    module: str
    name: str = ""


class Source:
    """A module as it is written: what it defines, and where its other names come from."""

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.definitions = {node.name: node for node in self.tree.body if isinstance(node, Definition)}
        self.imports: dict[str, tuple[str, str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    self.imports[one.asname or one.name] = (node.module, one.name)


@cache
def modules() -> dict[str, Path]:
    """Return every module of the product by its name."""
    found = {}
    for package, folder in _PACKAGES.items():
        for path in (folder / package).rglob("*.py"):
            parts = path.relative_to(folder).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def source(module: str) -> Source | None:
    """Return a module of the product; None for those of others."""
    return Source(modules()[module]) if module in modules() else None


def definition(place: Place) -> Definition:
    """Return what stands at a place."""
    there = source(place.module)
    assert there is not None
    return there.definitions[place.name]


def find(module: str, name: str, depth: int = 0) -> Place | None:
    """Return what a name means in a module; None when it is nothing of ours."""
    here = source(module)
    if here is None or depth > _DEEPEST:
        return None
    if name in here.definitions:
        return Place(module, name)
    if name not in here.imports:
        return None
    origin, original = here.imports[name]
    there = source(origin)
    if f"{origin}.{original}" in modules() and not (there and original in there.definitions):
        return Place(f"{origin}.{original}")
    return find(origin, original, depth + 1)


def _meant(module: str, node: ast.expr) -> Place | None:
    if isinstance(node, ast.Name):
        return find(module, node.id)
    if not isinstance(node, ast.Attribute):
        return None
    base = _meant(module, node.value)
    if base is None or base.name:
        return base
    deeper = f"{base.module}.{node.attr}"
    return find(base.module, node.attr) or (Place(deeper) if deeper in modules() else None)


def _named(place: Place) -> Iterator[Place]:
    for node in ast.walk(definition(place)):
        if isinstance(node, ast.Name | ast.Attribute):
            found = _meant(place.module, node)
            if found is not None and found.name:
                yield found


def reach(starts: Iterable[str]) -> set[Place]:
    """Return the functions and classes that those of some modules can come to, themselves included."""
    todo = [Place(one, name) for one in starts if (there := source(one)) for name in there.definitions]
    seen: set[Place] = set()
    while todo:
        place = todo.pop()
        if place not in seen:
            seen.add(place)
            todo += _named(place)
    return seen


def is_kind_of(place: Place, ancestor: Place) -> bool:
    """Return whether a class is another, or comes from it."""
    if place == ancestor:
        return True
    node = definition(place)
    bases = node.bases if isinstance(node, ast.ClassDef) else []
    return any(
        base is not None and bool(base.name) and is_kind_of(base, ancestor)
        for base in (_meant(place.module, one) for one in bases)
    )


def text_of(place: Place, name: str) -> str | None:
    """Return the text that a class gives one of its attributes, its own or inherited."""
    node = definition(place)
    if not isinstance(node, ast.ClassDef):
        return None
    for line in node.body:
        value = _assigned(line, name)
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value.value
    bases = (_meant(place.module, one) for one in node.bases)
    found = (text_of(base, name) for base in bases if base is not None and base.name)
    return next((one for one in found if one is not None), None)


def _assigned(line: ast.stmt, name: str) -> ast.expr | None:
    targets = (
        line.targets
        if isinstance(line, ast.Assign)
        else [line.target]
        if isinstance(line, ast.AnnAssign)
        else []
    )
    is_it = any(isinstance(one, ast.Name) and one.id == name for one in targets)
    return line.value if is_it and isinstance(line, ast.Assign | ast.AnnAssign) else None
