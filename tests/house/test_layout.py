"""The folder called `platform` stays harmless, and the house keeps its order."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC_ROOTS = ("platform", "tenants", "signup", "plugins")
TOP_LEVEL = {".ci", "docs", "infra", "platform", "plugins", "signup", "tenants", "tests", "web", "widget"}
pytestmark = pytest.mark.rules


def tracked(*patterns: str) -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / line for line in listing.stdout.splitlines() if (ROOT / line).is_file()]


@pytest.mark.parametrize("root", SRC_ROOTS)
def test_a_src_root_is_no_package_and_holds_no_loose_modules(root):
    loose = {path.name for path in (ROOT / root).glob("*.py")}

    assert loose <= {"manage.py"}


def test_no_tests_live_below_platform():
    inside = [
        path
        for path in (ROOT / "platform").rglob("*.py")
        if path.name == "conftest.py" or re.match(r"test_|.*_test\.py$", path.name)
    ]

    assert inside == []


@pytest.mark.parametrize("module", ["uuid", "platform", "celery.apps.worker", "pydoc"])
def test_the_standard_library_is_not_shadowed_from_the_root(module):
    code = f"import {module}, platform; assert platform.system()"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr


def test_top_level_folders_are_the_agreed_ones():
    folders = {path.relative_to(ROOT).parts[0] for path in tracked() if path.parent != ROOT}

    assert folders <= TOP_LEVEL


def test_python_files_stay_under_400_lines():
    long = {
        str(path.relative_to(ROOT)): count
        for path in tracked("*.py", "outfitter")
        if "migrations" not in path.parts and (count := len(path.read_text().splitlines())) > 400
    }

    assert long == {}


def long_functions(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            documented = ast.get_docstring(node) is not None
            words = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
            if (node.end_lineno or 0) - node.lineno + 1 - words > 40:
                found.append(f"{path.relative_to(ROOT)}: {node.name}")
    return found


def test_functions_stay_under_forty_lines_without_their_docstring():
    files = [path for path in tracked("*.py") if "migrations" not in path.parts]

    assert [line for path in files for line in long_functions(path)] == []


def test_front_end_files_stay_under_250_lines():
    long = {
        str(path.relative_to(ROOT)): count
        for path in tracked("*.ts", "*.tsx", "*.mjs")
        if (count := len(path.read_text().splitlines())) > 250
    }

    assert long == {}


def test_lock_files_name_no_registry():
    hosts = re.compile(r'"(resolved|tarball)"|--index|--extra-index|--find-links|registry\.')
    locks = [*tracked("requirements*.lock"), *tracked("*package-lock.json")]
    named = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in locks
        for line in path.read_text().splitlines()
        if hosts.search(line)
    ]

    assert len(locks) >= 4
    assert named == []
