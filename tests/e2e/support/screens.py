"""What every screen must hold: it opens, nothing complains, nobody is locked out."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
}
# Messages for screen readers may still name a button that is gone: they are spoken by then.
PLACES = {"exclude": [["[data-live-announcer]"]]}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SHOWN = 3
TABLET = 768


class Looks:
    """A look at one screen after the other; `settle` tells what was wrong with any of them."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def at(self, page: Page, where: str) -> None:
        """Look for violations of WCAG 2.2 AA, on wide screens in the dark too; and for overflow."""
        is_wide = (page.viewport_size or {"width": 0})["width"] > TABLET
        for scheme in ("dark", "light") if is_wide else ("light",):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            found = Axe().run(page, context=PLACES, options=RULES)
            for rule in found.response["violations"]:
                self.problems.append(f"{where}, {scheme}: {_told(rule)}")
        if page.evaluate(OVERFLOW) > 0:
            self.problems.append(f"{where} is wider than the screen")

    def settle(self) -> None:
        """
        Fail when anything was wrong.

        :raises AssertionError: with what was found, screen by screen
        """
        assert not self.problems, "\n".join(self.problems)


def _told(rule: dict) -> str:
    nodes = [
        f"{' '.join(map(str, node['target']))} {node['html'][:160]} {_why(node)}"
        for node in rule["nodes"][:SHOWN]
    ]
    return f"{rule['id']} x{len(rule['nodes'])}: " + " // ".join(nodes)


def _why(node: dict) -> str:
    found = [*node.get("any", []), *node.get("all", []), *node.get("none", [])]
    return found[0]["message"] if found else ""
