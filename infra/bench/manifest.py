"""What staff do on the manifest: what it costs the server, and how long each act waits for its picture."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Locator, Page

from bench import dock
from bench._bench_database import middle, stage
from bench._report import Row, at_most, main, sized
from bench._site import SLOWER, chromium, signed_in, site, slow_down, visitor
from bench.screens import TIMEOUT_MS, fill, tomorrow

ROUNDS: Final = sized(3, quick=1)
# Longer than this feels broken to someone with a queue in front of them.
WAIT_MS: Final = 300
# What is left of an act after its picture (the rest of a window, an answer) is not the next one's.
REST_MS: Final = 700
# The browser notes nothing shorter.
LEAST_MS: Final = 16.0


class Act(NamedTuple):
    """One interaction: `before` puts the page where it begins and is not measured."""

    name: str
    do: Callable[[Page], None]
    before: Callable[[Page], None] = lambda _page: None


def run() -> list[Row]:
    """Work with a day of 400 guests: with the server alone, then in a browser."""
    return [*dock.run(), *_in_a_browser()]


def _in_a_browser() -> list[Row]:
    """Work in a browser, at full speed and slowed down."""
    with stage():
        fill()
        with site() as url, chromium() as browser:
            state = signed_in(browser, url)
            address = f"{url}/manifest?date={tomorrow()}"
            speeds = (("full speed", 1.0), (f"{SLOWER} x slower", float(SLOWER)))
            return [
                row
                for name, rate in speeds
                for row in measure(partial(_opened, browser, state, address, rate), name)
            ]


def measure(opened: Callable[[], Page], name: str) -> list[Row]:
    """Do every act a few times on a page that was opened anew; returns the middle of its waits."""
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        page = opened()
        for act, wait in _waits(page):
            found.setdefault(act, []).append(wait)
        page.context.close()
    return [Row(f"{act}, {name}", middle(waits), "ms", at_most(WAIT_MS)) for act, waits in found.items()]


def _opened(browser: Browser, state: dict[str, Any], address: str, rate: float) -> Page:
    page = visitor(browser, state).new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto(address)
    page.get_by_role("button", name="Check in").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(REST_MS)
    slow_down(page, rate)
    return page


def _waits(page: Page) -> Iterator[tuple[str, float]]:
    for act in ACTS:
        act.before(page)
        page.wait_for_timeout(REST_MS)
        page.evaluate("waits.clear()")
        act.do(page)
        page.wait_for_timeout(REST_MS)
        longest: float = page.evaluate("Math.max(0, ...waits.values())")
        yield act.name, max(longest, LEAST_MS)


def _departure_menu(page: Page) -> Locator:
    """Return the menus of departures with somebody who isn't here."""
    waiting = page.locator("li:has(> div > header):has(button[aria-pressed=false])")
    return waiting.locator("header").get_by_role("button", name="More for")


def _order_menu(page: Page) -> Locator:
    return page.locator("li li").get_by_role("button", name="More for")


def _entry(name: str | re.Pattern[str]) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("menuitem", name=name).first.click()


def _open(menu: Callable[[Page], Locator], place: int) -> Callable[[Page], None]:
    return lambda page: menu(page).nth(place).click()


def _key(key: str) -> Callable[[Page], None]:
    return lambda page: page.keyboard.press(key)


def _check_in(place: int) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("button", name="Check in").nth(place).click()


def _letter(letter: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("searchbox").first.press(letter)


def _group_menu(page: Page) -> None:
    page.get_by_role("button", name="Grouping:").click()


def _grouping(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("menuitem", name=name).click()


def _day(name: str) -> Callable[[Page], None]:
    def change(page: Page) -> None:
        page.get_by_role("button", name=name).click()

    return change


def _back(page: Page) -> None:
    page.get_by_role("button", name="Next day").click()
    page.get_by_role("button", name="Check in").first.wait_for()


ACTS: Final = (
    Act("check in one guest", _check_in(0)),
    Act("check in the next", _check_in(2)),
    Act("menu of a departure", _open(_departure_menu, 0)),
    Act("it closes", _key("Escape")),
    Act("menu of a departure, again", _open(_departure_menu, 1)),
    Act("check in all", _entry(re.compile(r"^Check in (all )?\d"))),
    Act("menu of an order", _open(_order_menu, 2)),
    Act("its guests one by one", _entry("Guest by guest")),
    Act("they close", _key("Escape")),
    Act("filter, first letter", _letter("s")),
    Act("filter, second letter", _letter("m")),
    Act("filter, third letter", _letter("i")),
    Act("filter cleared", _key("Escape")),
    Act("only who isn't here", lambda page: page.get_by_role("group").get_by_role("button").first.click()),
    Act("everyone", lambda page: page.get_by_role("group").get_by_role("button").first.click()),
    Act("menu of the views", _group_menu),
    Act("by experience", _grouping("By experience")),
    Act("by departure", _grouping("By departure"), _group_menu),
    Act("the day before", _day("Previous day")),
    Act("the day after, kept", _day("Next day")),
    Act("a trip is opened", lambda page: page.locator("li li a").first.click()),
)


if __name__ == "__main__":
    main(run)
