"""How much JavaScript a screen loads, counted in the exported pages, packed as they are sent."""

import re
from pathlib import Path
from typing import Final, NamedTuple

FIRST: Final = "manifest"
FIRST_KB: Final = 180
FURTHER_KB: Final = 60
SCRIPT: Final = re.compile(r"/_next/static/[^\"'\\\s]+?\.js")
# For browsers that know no modules: the others do not load it.
OLD: Final = re.compile(r'<script src="([^"]+)"[^>]*noModule', re.IGNORECASE)


class Weight(NamedTuple):
    """A screen and its kilobytes: all of them, and those beyond the first screen's."""

    shell: str
    whole: float
    beyond: float


def scripts_of(page: str) -> set[str]:
    """Return the addresses of the scripts that a page loads before anybody touches it."""
    return set(SCRIPT.findall(page)) - set(OLD.findall(page))


def size_of(out: Path, script: str) -> float:
    """Return the kilobytes of a script as browsers that take brotli get it."""
    file = out / script.removeprefix("/")
    packed = file.with_name(file.name + ".br")
    return (packed if packed.exists() else file).stat().st_size / 1000


def weigh(out: Path, locale: str = "en") -> list[Weight]:
    """Return every screen of an export, the first one first, then the heaviest."""
    pages = {file.stem: scripts_of(file.read_text()) for file in (out / locale).glob("*.html")}
    first = pages[FIRST]

    def sum_of(scripts: set[str]) -> float:
        return sum(size_of(out, script) for script in scripts)

    found = [Weight(shell, sum_of(own), sum_of(own - first)) for shell, own in pages.items()]
    return sorted(found, key=lambda one: (one.shell != FIRST, -one.beyond))
