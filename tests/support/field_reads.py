"""
Which names of model fields the code reads, found in its syntax trees.

A field that is only written, or carried under its own name from a row to an answer, counts as read
by nobody: nothing would change if it were not there. Names are compared, not types: a field whose
name another model's field has may pass unseen.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PARTS: Final = ("platform", "tenants", "plugins", "signup")
APART: Final = frozenset({"migrations", "tests", "testing"})
# Calls whose keywords are fields that rows are chosen by.
CHOOSING: Final = frozenset({"filter", "exclude", "get", "Q", "get_or_create", "update_or_create"})
# Calls in whose arguments a text names a field.
NAMING: Final = frozenset(
    {
        *("F", "Q", "Case", "When", "Count", "Sum", "Max", "Min", "Avg", "Lower", "Coalesce", "Cast"),
        *("Extract", "Trunc", "OuterRef", "Prefetch", "Column", "order_by", "values", "values_list"),
        *("only", "annotate", "aggregate", "in_bulk", "latest", "earliest", "attrgetter"),
    }
)
_SQL: Final = re.compile(r"\b(SELECT|FROM|WHERE|JOIN|CASE|AND|coalesce)\b|\b[a-z]{1,2}\.[a-z_]+")
_WORD: Final = re.compile(r"[a-z_]\w+")


class _Reads(ast.NodeVisitor):
    def __init__(self) -> None:
        self.names: set[str] = set()
        self._carried: set[int] = set()

    def visit_keyword(self, node: ast.keyword) -> None:
        self._carry(node.arg, node.value)
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            self._carry(key.value if isinstance(key, ast.Constant) else None, value)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        pairs = [(node.targets[0], node.value)]
        if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(node.targets[0].elts, node.value.elts, strict=False))
        for target, value in pairs:
            self._carry(target.attr if isinstance(target, ast.Attribute) else None, value)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load) and id(node) not in self._carried:
            self.names.add(node.attr)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Constant):
            self.names.add(str(node.slice.value))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for keyword in node.keywords:
            if keyword.arg and (called in CHOOSING or "__" in keyword.arg):
                self.names.update(keyword.arg.split("__"))
        if called in NAMING:
            for text in _texts([*node.args, *(keyword.value for keyword in node.keywords)]):
                self.names.update(text.lstrip("-").split("__"))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and " " in node.value and _SQL.search(node.value):
            self.names.update(_WORD.findall(node.value))

    def _carry(self, name: object, value: ast.AST) -> None:
        if isinstance(value, ast.Attribute) and value.attr == name:
            self._carried.add(id(value))


def _texts(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                yield inner.value


def names_read() -> set[str]:
    """Return every name that the product's Python reads from something, or asks the database for."""
    names: set[str] = set()
    for part in PARTS:
        for path in (ROOT / part).rglob("*.py"):
            if not APART & set(path.parts):
                found = _Reads()
                found.visit(_without_docstrings(ast.parse(path.read_text(encoding="utf-8"))))
                names |= found.names
    return names


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                first.value.value = ""
    return tree
