"""Acts of people at a screen, one by one: how long each waits for its next picture."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page

from bench._bench_database import middle
from bench._report import Row, at_most, sized
from bench._site import slow_down, visitor

TIMEOUT_MS: Final = 60_000
ROUNDS: Final = sized(3, quick=1)
# Longer than this no longer feels immediate.
WAIT_MS: Final = 100
# What is left of an act after its picture (the rest of a window, an answer) is not the next one's.
REST_MS: Final = sized(700, quick=400)
# The browser notes nothing shorter.
LEAST_MS: Final = 16.0


class Act(NamedTuple):
    """One interaction: `before` puts the page where it begins and is not measured."""

    name: str
    do: Callable[[Page], None]
    before: Callable[[Page], None] = lambda _page: None


def opened(
    browser: Browser, state: dict[str, Any], address: str, stands: Callable[[Page], None], *, rate: float
) -> Page:
    """Open a screen with an empty cache; once it `stands` and has come to rest, its processor is slowed."""
    page = visitor(browser, state).new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto(address)
    stands(page)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(REST_MS)
    slow_down(page, rate)
    return page


def measure(acts: Sequence[Act], open_page: Callable[[], Page], name: str) -> list[Row]:
    """Do every act a few times on a page that was opened anew; returns the middle of its waits, in ms."""
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        page = open_page()
        for act, wait in _waits(acts, page):
            found.setdefault(act, []).append(wait)
        page.context.close()
    return [Row(f"{act}, {name}", middle(waits), "ms", at_most(WAIT_MS)) for act, waits in found.items()]


def _waits(acts: Sequence[Act], page: Page) -> Iterator[tuple[str, float]]:
    for act in acts:
        act.before(page)
        page.wait_for_timeout(REST_MS)
        page.evaluate("waits.clear()")
        act.do(page)
        page.wait_for_timeout(REST_MS)
        longest: float = page.evaluate("Math.max(0, ...waits.values())")
        yield act.name, max(longest, LEAST_MS)


def key(name: str) -> Callable[[Page], None]:
    """Press a key where the focus is."""
    return lambda page: page.keyboard.press(name)


def letter(name: str) -> Callable[[Page], None]:
    """Type a letter into the search of a screen."""
    return lambda page: page.get_by_role("searchbox").first.press(name)


def button(name: Any) -> Callable[[Page], None]:
    """Press a button."""
    return lambda page: page.get_by_role("button", name=name).first.click()


def entry(name: Any) -> Callable[[Page], None]:
    """Choose an entry of the open menu."""
    return lambda page: page.get_by_role("menuitem", name=name).first.click()


def month(where: str) -> tuple[Act, ...]:
    """Choose a day at a button inside `where`, look at another month, and leave everything as it was."""
    opens = f"{where} button[aria-haspopup=dialog]"
    return (
        Act("month to choose a day from", lambda page: page.locator(opens).first.click()),
        Act("its next day, by key", key("ArrowRight")),
        Act("its next month", button(re.compile("^Next( month)?$"))),
        Act("the month closes", key("Escape")),
        Act("month to choose a day from, again", lambda page: page.locator(opens).first.click()),
        Act("it closes again", key("Escape")),
    )
