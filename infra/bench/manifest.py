"""What staff do on the manifest: what it costs the server, and how long each act waits for its picture."""

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from playwright.sync_api import Locator, Page

from bench import dock
from bench._acts import Act, button, entry, key, letter, measure, month, opened
from bench._bench_database import stage
from bench._report import Row, main, sized
from bench._site import SLOWER, chromium, signed_in, site
from bench.screens import fill, manifest_stands, tomorrow

SLOW: Final = (f"{SLOWER} x slower", float(SLOWER))
SPEEDS: Final = sized((("full speed", 1.0), SLOW), quick=(SLOW,))


def run() -> list[Row]:
    """Work with a day of 400 guests: with the server alone, then in a browser."""
    return [*dock.run(), *_in_a_browser()]


def _in_a_browser() -> list[Row]:
    """Work in a browser, slowed down and (without `--quick`) at full speed."""
    with stage():
        fill()
        with site() as url, chromium() as browser:
            state = signed_in(browser, url)
            address = f"{url}/manifest?date={tomorrow()}"
            return [
                row
                for name, rate in SPEEDS
                for row in measure(
                    ACTS, partial(opened, browser, state, address, manifest_stands, rate=rate), name
                )
            ]


def _departure_menu(page: Page) -> Locator:
    """Return the menus of departures with somebody who isn't here."""
    waiting = page.locator("li:has(> div > header):has(button[aria-pressed=false])")
    return waiting.locator("header").get_by_role("button", name="More for")


def _order_menu(page: Page) -> Locator:
    return page.locator("li li").get_by_role("button", name="More for")


def _open(menu: Callable[[Page], Locator], place: int) -> Callable[[Page], None]:
    return lambda page: menu(page).nth(place).click()


def _check_in(place: int) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("button", name="Check in").nth(place).click()


_group_menu = button("Grouping:")

ACTS: Final = (
    Act("check in one guest", _check_in(0)),
    Act("check in the next", _check_in(2)),
    Act("menu of a departure", _open(_departure_menu, 0)),
    Act("it closes", key("Escape")),
    Act("menu of a departure, again", _open(_departure_menu, 1)),
    Act("check in all", entry(re.compile(r"^Check in (all )?\d"))),
    Act("menu of an order", _open(_order_menu, 2)),
    Act("its guests one by one", entry("Guest by guest")),
    Act("they close", key("Escape")),
    Act("filter, first letter", letter("s")),
    Act("filter, second letter", letter("m")),
    Act("filter, third letter", letter("i")),
    Act("filter cleared", key("Escape")),
    Act("only who isn't here", lambda page: page.get_by_role("group").get_by_role("button").first.click()),
    Act("everyone", lambda page: page.get_by_role("group").get_by_role("button").first.click()),
    Act("menu of the views", _group_menu),
    Act("by experience", entry("By experience")),
    Act("by departure", entry("By departure"), _group_menu),
    *month("main header"),
    Act("the day before", button("Previous day")),
    Act("the day after, kept", button("Next day")),
    Act("a trip is opened", lambda page: page.locator("li li a").first.click()),
)


if __name__ == "__main__":
    main(run)
