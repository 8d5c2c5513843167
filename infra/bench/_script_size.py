"""How much JavaScript a screen loads before anybody touches it, packed as it is sent."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Page

FIRST: Final = "manifest"
FIRST_KB: Final = 184
FURTHER_KB: Final = 60
# Screens with a budget of their own, and why.
OWN_KB: Final[Mapping[str, int]] = {
    # Shows every component in every state at once, the heavy ones that other screens load when they
    # are opened (calendars, a list of hundreds, date ranges) among them. Nobody works on it.
    "components": 150,
    # A partner's account is read over a range of days, and the field for one is a third of this. The
    # other parts of a partner's page stay below what everybody may have.
    "reseller-tab": 95,
    # A report that is open is a table, a chart, filters and three levels of groups at once. The catalog of
    # reports and the executive summary stay below what everybody may have.
    "report": 105,
    # The words of a message are written in a text editor (ProseMirror), and no other screen loads it.
    "template-edit": 160,
}
SCRIPT: Final = re.compile(r"/_next/static/[^\"'\\\s]+?\.js")
# For browsers that know no modules: the others do not load it.
OLD: Final = re.compile(r'<script src="([^"]+)"[^>]*noModule', re.IGNORECASE)
# From its first mark on, a page gets ready what it may want later (web/src/lib/after-rest.ts).
FETCHED: Final = """
performance.getEntriesByType('resource')
  .filter(({startTime}) => startTime < (performance.getEntriesByName('rest')[0]?.startTime ?? Infinity))
  .map((one) => new URL(one.name).pathname)
  .filter((path) => path.startsWith('/_next/static/') && path.endsWith('.js'))
"""
IDLE_MS: Final = 1500


class Weight(NamedTuple):
    """A screen and its kilobytes: all of them, and those beyond the first screen's."""

    shell: str
    whole: float
    beyond: float

    @property
    def found(self) -> float:
        """The kilobytes that the budget is about."""
        return self.whole if self.shell == FIRST else self.beyond

    @property
    def budget(self) -> int:
        """How many kilobytes are allowed."""
        return FIRST_KB if self.shell == FIRST else OWN_KB.get(self.shell, FURTHER_KB)


def scripts_of(page: str) -> set[str]:
    """Return the addresses of the scripts that an exported page names."""
    return set(SCRIPT.findall(page)) - set(OLD.findall(page))


def fetched(pages: Mapping[str, Page]) -> list[set[str]]:
    """Open addresses, each in a page with an empty cache; return the scripts of each at rest.

    That is more than a page names: what a screen loads late, but by itself, is among them; what it
    fetches ahead once it rests is not. The pages rest together: the wait is the same for all.
    """
    for url, page in pages.items():
        page.goto(url)
    for page in pages.values():
        page.wait_for_load_state("networkidle")
    for page in list(pages.values())[:1]:
        page.wait_for_timeout(IDLE_MS)
    return [set(page.evaluate(FETCHED)) for page in pages.values()]


def size_of(out: Path, script: str) -> float:
    """Return the kilobytes of a script as browsers that take brotli get it."""
    file = out / script.removeprefix("/")
    packed = file.with_name(file.name + ".br")
    return (packed if packed.exists() else file).stat().st_size / 1000


def exported(out: Path, locale: str = "en") -> dict[str, set[str]]:
    """Return the scripts that each screen of an export names."""
    return {file.stem: scripts_of(file.read_text()) for file in (out / locale).glob("*.html")}


def addresses(table: Path, known: Mapping[str, str]) -> dict[str, str]:
    """Return a path for each of the operator's screens, with `known` for what stands in braces."""
    found: dict[str, str] = {}
    for route in json.loads(table.read_text())["routes"].values():
        path = re.sub(r"/\{\w+\?\}", "", route["path"])
        names = re.findall(r"\{(\w+)\}", path)
        if route["host"] != "apex" and all(name in known for name in names):
            found.setdefault(route["shell"], re.sub(r"\{(\w+)\}", lambda m: known[m[1]], path))
    return found


def weights_of(out: Path, scripts: Mapping[str, set[str]]) -> list[Weight]:
    """Return every screen's weight, the first one first, then the heaviest."""
    first = scripts[FIRST]

    def sum_of(some: set[str]) -> float:
        return sum(size_of(out, script) for script in some)

    found = [Weight(shell, sum_of(own), sum_of(own - first)) for shell, own in scripts.items()]
    return sorted(found, key=lambda one: (one.shell != FIRST, -one.beyond))


def too_heavy(weights: Iterable[Weight]) -> list[str]:
    """Return the screens beyond their budget, with what they weigh."""
    return [f"{one.shell}: {one.found:.1f} of {one.budget} kB" for one in weights if one.found > one.budget]
