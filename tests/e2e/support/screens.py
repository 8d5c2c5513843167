"""What every screen must hold: it opens, nothing complains, nobody is locked out."""

import os
import re
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.e2e.support.quiet import AT_REST

RULES = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
# What else is wrong is wrong in any light.
COLORS = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}}
# Messages for screen readers may still name a button that is gone: they are spoken by then.
PLACES = {"exclude": [["[data-live-announcer]"]]}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
RUN = "([places, rules]) => axe.run(places, rules)"
# Colours that fade from light to dark are painted anew for every frame: that costs more than the
# look itself. They are judged at their end, so they may as well begin there.
STILL = """() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(window.still = sheet)
}"""
AGAIN = """() => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== window.still)
}"""
# A bar that stays in its place covers what is scrolled below it, whatever the day's list looks like.
IN_SIGHT = """async (target) => {
  const one = document.querySelector(target)
  one.scrollIntoView({ block: 'center' })
  const found = await axe.run(one, { runOnly: { type: 'rule', values: ['target-size'] } })
  return found.violations.length === 0
}"""
SHOWN = 3
Scheme = Literal["light", "dark"]


class Looks:
    """A look at one screen after the other; `settle` tells what was wrong with any of them."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.schemes: tuple[Scheme, Scheme] = ("light", "dark")

    def at(self, page: Page, where: str) -> None:
        """Look for violations of WCAG 2.2 AA, in the light and in the dark; and for overflow."""
        if page.evaluate("typeof axe") == "undefined":
            page.evaluate(AXE_SCRIPT)
        page.evaluate(STILL)
        for scheme, rules in zip(self.schemes, (RULES, COLORS), strict=True):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            # Colours that are still on their way would be judged half-way.
            page.wait_for_function(AT_REST)
            keep(page, f"{where}, {scheme}")
            found: dict[str, Any] = page.evaluate(RUN, [PLACES, rules])
            for rule in found["violations"]:
                rule["nodes"] = [node for node in rule["nodes"] if not _is_covered(page, rule["id"], node)]
                if rule["nodes"]:
                    self.problems.append(f"{where}, {scheme}: {_told(rule)}")
        page.evaluate(AGAIN)
        # The next screen opens as this one was left: nothing has to change its colours there.
        self.schemes = (self.schemes[1], self.schemes[0])
        if page.evaluate(OVERFLOW) > 0:
            self.problems.append(f"{where} is wider than the screen")

    def settle(self) -> None:
        """
        Fail when anything was wrong.

        :raises AssertionError: with what was found, screen by screen
        """
        assert not self.problems, "\n".join(self.problems)


def keep(page: Page, name: str) -> None:
    """Take a picture for whoever wants to see the screens: OUTFITTER_PICTURES names the folder."""
    folder = os.environ.get("OUTFITTER_PICTURES")
    if folder:
        width = (page.viewport_size or {"width": 0})["width"]
        words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        page.screenshot(path=Path(folder) / f"{words}-{width}.png")


def _is_covered(page: Page, rule: str, node: dict) -> bool:
    """Return whether a control was too small only because it stood below a bar, and is not in plain sight."""
    target = node["target"]
    if rule != "target-size" or len(target) != 1 or "obscured" not in _why(node):
        return False
    return bool(page.evaluate(IN_SIGHT, target[0]))


def _told(rule: dict) -> str:
    nodes = [
        f"{' '.join(map(str, node['target']))} {node['html'][:160]} {_why(node)}"
        for node in rule["nodes"][:SHOWN]
    ]
    return f"{rule['id']} x{len(rule['nodes'])}: " + " // ".join(nodes)


def _why(node: dict) -> str:
    found = [*node.get("any", []), *node.get("all", []), *node.get("none", [])]
    return found[0]["message"] if found else ""
