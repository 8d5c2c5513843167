"""
The visitor's calendar and trip builder look as they did when somebody last looked at them.

After a change that is meant, look at the pages, then write how they look now:
`OUTFITTER_LOOKS=write ./outfitter test e2e tests/e2e/test_appearance.py` (ADR 39).
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support import appearance

LOOKS = Path(__file__).parent / "looks"
CALENDAR, BUILDER = "/widgets/calendar?language=en", "/widgets/tripBuilder?language=en"
DAY = "date=2026-12-12"
SIZES = {"phone": (375, "light"), "desk": (1200, "dark")}


@pytest.fixture(scope="module")
def widget() -> Iterator[str]:
    """Where the built widget shows an invented operator."""
    with appearance.widget_server() as url:
        yield url


def _grid(page: Page) -> None:
    expect(page.locator("tbody[aria-busy=false]")).to_be_visible()
    expect(page.locator(".picker button, .shelf li").first).to_be_attached()


def _agenda(page: Page) -> None:
    expect(page.locator(".card-name").first).to_be_visible()


def _times(page: Page) -> None:
    expect(page.locator(".slot").first).to_be_visible()


def _contact(page: Page) -> None:
    """Hold two seats, and leave the details empty: names, summary, countdown, errors."""
    page.locator(".slot:enabled").first.click()
    page.get_by_role("button", name="Add one: Adult").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#first_name")).to_be_visible()
    page.get_by_role("button", name="Continue to payment").click()
    expect(page.locator(".field-error").first).to_be_visible()


STATES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "everything": (f"{CALENDAR}&{DAY}", _grid),
    "one": (f"{CALENDAR}&{DAY}&experience=12&showDetail=true", _grid),
    "compact": (f"{CALENDAR}&{DAY}&experience=12&display=compact", _grid),
    "empty": (f"{CALENDAR}&experience=12&date=2027-06-12", _grid),
    "agenda": (f"{BUILDER}&{DAY}&defaultView=agenda", _agenda),
    "times": (f"{BUILDER}&{DAY}&experience=13", _times),
    "contact": (f"{BUILDER}&{DAY}&experience=13", _contact),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_looks_as_it_did(new_context: NewContext, widget: str, state: str, size: str) -> None:
    width, scheme = SIZES[size]
    context = new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    appearance.dress(page)
    path, settle = STATES[state]
    page.goto(widget + path)
    settle(page)
    now = appearance.appearance(page)
    before = appearance.kept(LOOKS / f"{state}-{size}.json", now)
    assert not appearance.differences(now, before)
