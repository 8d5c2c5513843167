"""The hooks a plugin can implement, read from their source."""

from __future__ import annotations

import ast
from pathlib import Path

INTRODUCTION = """# Hooks

Everything a plugin can implement, as the host declares it. A plugin implements what it needs and nothing
else. [Writing a plugin](../plugins.md) shows how, with examples.

"""


def write(spec: str, target: Path) -> None:
    """Write the page of all hooks that the module `spec` (its source) declares."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(INTRODUCTION + "\n".join(_group(one) for one in groups(spec)), encoding="utf-8")


def groups(spec: str) -> list[ast.ClassDef]:
    """Return the classes that hold hooks, in their order."""
    return [node for node in ast.parse(spec).body if isinstance(node, ast.ClassDef) and list(hooks(node))]


def hooks(group: ast.ClassDef) -> list[ast.FunctionDef]:
    """Return the hooks of one class."""
    return [
        node
        for node in group.body
        if isinstance(node, ast.FunctionDef)
        and any("hookspec" in ast.unparse(one) for one in node.decorator_list)
    ]


def signature(hook: ast.FunctionDef) -> str:
    """Return how a hook is declared, as a plugin writes it."""
    arguments = [one for one in hook.args.args if one.arg != "self"]
    shown = ", ".join(
        f"{one.arg}: {_plain(one.annotation)}" if one.annotation else one.arg for one in arguments
    )
    result = f" -> {_plain(hook.returns)}" if hook.returns else ""
    return f"def {hook.name}({shown}){result}"


def _plain(annotation: ast.expr) -> str:
    return ast.unparse(annotation).replace("'", "").replace('"', "")


def _group(group: ast.ClassDef) -> str:
    title = "".join(f" {c.lower()}" if c.isupper() and i else c for i, c in enumerate(group.name))
    parts = [f"## {title}\n", (ast.get_docstring(group) or "") + "\n"]
    for hook in hooks(group):
        about = ast.get_docstring(hook) or ""
        parts.append(f"### `{hook.name}`\n\n```python\n{signature(hook)}\n```\n\n{about}\n")
    return "\n".join(parts)
