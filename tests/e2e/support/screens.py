"""What every screen must hold: it opens, nothing complains, nobody is locked out."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def expect_accessible(page: Page, where: str) -> None:
    """
    Look for violations of WCAG 2.2 AA in light and dark, and for content wider than the screen.

    :raises AssertionError: with axe's own report
    """
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = Axe().run(page, options=RULES)
        assert found.violations_count == 0, f"{where}, {scheme}: {found.generate_report()}"
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert page.evaluate(OVERFLOW) <= 0, f"{where} is wider than the screen"
