"""No file of the back office needs one that needs it, not even for a type.

The linter's `import-x/no-cycle` finds circles of what runs and passes over types; this counts both.
"""

import os
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

pytestmark = pytest.mark.rules
SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
NEEDED = re.compile(
    r"""^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)""", re.M
)


def file_of(name: str, needed_by: Path, files: set[Path]) -> Path | None:
    """Return the file that an import names; nothing for a package."""
    if not name.startswith((".", "@/")):
        return None
    base = SOURCES / name[2:] if name.startswith("@/") else needed_by.parent / name
    whole = Path(os.path.normpath(base))
    ends = (".ts", ".tsx", "/index.ts", "/index.tsx")
    return next((one for end in ends if (one := Path(f"{whole}{end}")) in files), None)


def needs(files: dict[Path, str]) -> dict[Path, set[Path]]:
    """Return which files each file needs, now or later, for what runs or for a type."""
    known = set(files)
    return {
        path: {
            one for words in NEEDED.findall(text) if (one := file_of("".join(words), path, known)) is not None
        }
        for path, text in files.items()
    }


def circle(graph: dict[Path, set[Path]]) -> list[str]:
    """Return the files of one circle, if there is one."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return [str(path.relative_to(SOURCES)) for path in found.args[1]]
    return []


def test_no_file_needs_one_that_needs_it():
    files = {path: path.read_text() for path in SOURCES.rglob("*.ts*") if path.is_file()}
    graph = needs(files)

    assert sum(map(len, graph.values())) > 3000
    assert circle(graph) == []


@pytest.mark.parametrize(
    ("there", "back"),
    [
        ("import { B } from './b'", "import type { A } from './a'"),
        ("const B = late(() => import('./b'))", "import { A } from '@/a'"),
    ],
)
def test_a_circle_is_found(there, back):
    a, b = SOURCES / "a.tsx", SOURCES / "b.ts"

    assert set(circle(needs({a: there, b: back}))) == {"a.tsx", "b.ts"}
    assert circle(needs({a: there, b: "import { useState } from 'react'"})) == []
