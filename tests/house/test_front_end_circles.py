"""No file of a front end needs one that needs it, not even for a type or for later.

Linters find circles of what runs; ours asked for half a minute and passed over what is loaded late.
"""

import os
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

pytestmark = pytest.mark.rules
ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "web" / "src"
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
        return [path.name for path in found.args[1]]
    return []


@pytest.mark.parametrize(("front_end", "at_least"), [("web", 3000), ("widget", 600)])
def test_no_file_needs_one_that_needs_it(front_end, at_least):
    sources = ROOT / front_end / "src"
    files = {path: path.read_text() for path in sources.rglob("*.ts*") if path.is_file()}
    graph = needs(files)

    assert sum(map(len, graph.values())) > at_least
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
