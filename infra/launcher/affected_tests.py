"""What a change can reach: which tests import what was changed, and over how many modules."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from launcher.paths import ROOT

# Folders that hold packages; names of modules begin below them.
SOURCE_ROOTS = ("platform", "tenants", "signup", "plugins", "infra", "")
# Everything is put together there: over them, each module would reach each other one.
ASSEMBLIES = (
    "outfitter.api.routers",
    "outfitter.api.openapi",
    "outfitter.celery",
    "outfitter.settings",
    "outfitter.sdk.testing",
    "outfitter.testing",
    "outfitter.urls",
    "outfitter.urls_public",
    "outfitter.composition",
    "tests.conftest",
    "tests.support",
)
# A test asks over HTTP what it does not import: those of the changed app's own folder do.
FOLDER_STEPS = 2


@dataclass
class Sources:
    """The modules of the project: where each one is, and who imports it."""

    files: dict[str, str] = field(default_factory=dict)
    importers: dict[str, set[str]] = field(default_factory=dict)

    def module_of(self, file: str) -> str:
        """Return the module of a file (relative to the repository), or nothing."""
        return next((name for name, found in self.files.items() if found == file), "")


def read(tracked: Iterable[str], root: Path = ROOT) -> Sources:
    """Read who imports whom.

    :param tracked: files of the repository, relative to it.
    :param root: the repository.
    """
    found = Sources({_name(file): file for file in tracked if file.endswith(".py")})
    for name, file in found.files.items():
        try:
            tree = ast.parse((root / file).read_bytes())
        except (OSError, SyntaxError, ValueError):
            continue
        for imported in _imports(tree, name, file, found.files):
            found.importers.setdefault(imported, set()).add(name)
    return found


def _name(file: str) -> str:
    parts = list(Path(file).with_suffix("").parts)
    if parts[0] in SOURCE_ROOTS:
        parts = parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(tree: ast.Module, name: str, file: str, known: Mapping[str, str]) -> set[str]:
    """Return the modules of ours that a module imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, name, file)
            found |= {f"{base}.{alias.name}" for alias in node.names} | {base}
    return {one for one in found if one in known and one != name}


def _base(node: ast.ImportFrom, name: str, file: str) -> str:
    if not node.level:
        return node.module or ""
    parts = name.split(".")
    up = node.level - (1 if file.endswith("__init__.py") else 0)
    return ".".join([*parts[: len(parts) - up], *([node.module] if node.module else [])])


def tests_of(sources: Sources, changed: Iterable[str]) -> dict[str, int]:
    """Return the test files that changed files reach, with the number of steps to each.

    A test file that was changed itself is no step away.
    """
    modules = {sources.module_of(file) for file in changed} - {""}
    steps = dict.fromkeys(modules, 0)
    edge = list(modules)
    while edge:
        following: list[str] = []
        for name in edge:
            if name not in modules and is_assembly(name):
                continue
            for importer in sorted(sources.importers.get(name, ())):
                if importer not in steps:
                    steps[importer] = steps[name] + 1
                    following.append(importer)
        edge = following
    tests = {sources.files[name]: count for name, count in steps.items() if _is_test(name)}
    return tests | {
        file: min(FOLDER_STEPS, tests.get(file, FOLDER_STEPS)) for file in _of_same_name(sources, modules)
    }


def _of_same_name(sources: Sources, modules: Iterable[str]) -> list[str]:
    """Return the test files in the folders that are named like the apps of modules."""
    apps = {part for name in modules if not name.startswith("tests.") for part in name.split(".")}
    return [
        file
        for name, file in sources.files.items()
        if _is_test(name) and not apps.isdisjoint(name.split(".")[1:-1])
    ]


def is_assembly(name: str) -> bool:
    """Tell whether everything is put together in a module, so that nothing follows from it."""
    return any(name == one or name.startswith(f"{one}.") for one in ASSEMBLIES)


def _is_test(name: str) -> bool:
    return name.startswith("tests.") and name.rpartition(".")[2].startswith("test_")


def importing(sources: Sources, module: str) -> list[str]:
    """Return the test files that import a module, straight or over helpers of the tests."""
    seen, edge = {module}, [module]
    while edge:
        found = {one for name in edge for one in sources.importers.get(name, ())} - seen
        seen |= found
        edge = [name for name in found if name.startswith("tests.") and not _is_test(name)]
    return sorted(sources.files[name] for name in seen if _is_test(name))
