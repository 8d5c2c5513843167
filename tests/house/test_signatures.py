"""What operations and queries take and give back has a type: `Any` in their signatures stays rare."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# All of a checkout counts, its calls and answers too: that is where money is.
PLACES = ("operations", "queries", "checkout")
MOST = 290
pytestmark = pytest.mark.rules


def sources() -> Iterator[Path]:
    """Return the modules that change or read what is stored."""
    for top in ("tenants", "platform", "plugins", "signup"):
        for path in sorted((ROOT / top).rglob("*.py")):
            inside = str(path.relative_to(ROOT))
            if any(place in inside for place in PLACES) and "/migrations/" not in inside:
                yield path


def untyped(source: str) -> int:
    """Count `Any` in the parameters and answers of a module's functions."""
    return sum(
        _count(annotation)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for annotation in _annotations(node)
    )


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    own = node.args
    every = [*own.posonlyargs, *own.args, *own.kwonlyargs, own.vararg, own.kwarg]
    yield from (one.annotation for one in every if one is not None and one.annotation is not None)
    if node.returns is not None:
        yield node.returns


def _count(annotation: ast.expr) -> int:
    """Count in an annotation, also where it stands in quotes."""
    found = 0
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name):
            found += node.id == "Any"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found += _count(ast.parse(node.value, mode="eval").body)
    return found


def test_signatures_say_what_they_take_and_give():
    found = Counter(
        {str(path.relative_to(ROOT)): untyped(path.read_text(encoding="utf-8")) for path in sources()}
    )

    assert len(found) > 300
    assert found.total() <= MOST, found.most_common(10)


def test_any_is_counted_wherever_it_stands():
    source = """
def a(x: Any, *rest: "Mapping[str, Any]", **more: Any) -> dict[str, Any]: ...
async def b(x: object) -> None:
    inside: Any = x
"""
    assert untyped(source) == 4
