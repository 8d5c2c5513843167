"""
Windows over a screen: dialogs, drawers, menus and months, with keys and with assistive technology.

1. While one is open, what lies below is hidden from screen readers, and nothing is inert: that would
   restyle the whole page.
2. Esc closes the topmost alone and gives the focus back to where it came from.
3. A day is chosen from a month by keys; the first and the last day of a filter as well.
"""

import re
import secrets
from datetime import date, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.support import dock, office
from tests.e2e.support.shop import Shop, Tour

INERT = "document.querySelectorAll('[inert]').length"
# Whether the focus is inside an element.
HOLDS_FOCUS = "element => element.contains(document.activeElement)"


def trips_of(page: Page) -> Locator:
    """Return the list of trips, as far as a screen reader finds it."""
    return page.get_by_role("grid", name="Trips")


@pytest.fixture
def trips(page: Page, demo: Shop) -> Page:
    """The list of trips at a desk."""
    office.enter(page, demo)
    page.goto(f"{demo.url}/trips?view=all")
    expect(trips_of(page)).to_have_attribute("aria-busy", "false")
    return page


@pytest.fixture
def party(page: Page, own_shop: Shop) -> Tour:
    """A day at a desk with one party of two."""
    tour = own_shop.add_tour(seats=8)
    email = f"ines.{secrets.token_hex(4)}@guests.example"
    own_shop.buy(tour, tour.timeslot_ids[0], adults=2, email=email)
    office.enter(page, own_shop)
    dock.open_page(page, own_shop, tour)
    return tour


def expect_alone(page: Page, window: Locator, below: Locator) -> None:
    """The window has the focus, and of what lies below nothing can be found; yet nothing is inert."""
    expect(window).to_be_visible()
    assert window.evaluate(HOLDS_FOCUS)
    expect(below).to_have_count(0)
    assert page.evaluate(INERT) == 0


def open_by_key(button: Locator) -> None:
    """Press a button with the keyboard."""
    button.focus()
    button.press("Enter")


@pytest.mark.parametrize(
    ("button", "role", "window"),
    [
        ("Columns", "dialog", "Columns"),
        ("Export", "dialog", "Export"),
        ("Filter", "menu", "Add filter"),
        ("All trips", "menu", None),
    ],
)
def test_a_window_hides_the_screen_until_it_closes(trips: Page, button: str, role: str, window: str) -> None:
    opener = trips.get_by_role("button", name=button, exact=True)
    open_by_key(opener)
    expect_alone(trips, trips.get_by_role(role, name=window), trips_of(trips))  # type: ignore[arg-type]
    trips.keyboard.press("Escape")
    expect(trips.get_by_role(role)).to_have_count(0)  # type: ignore[arg-type]
    expect(trips_of(trips)).to_be_visible()
    expect(opener).to_be_focused()


def test_tab_stays_inside_a_dialog(trips: Page) -> None:
    open_by_key(trips.get_by_role("button", name="Export", exact=True))
    dialog = trips.get_by_role("dialog", name="Export")
    expect(dialog).to_be_visible()
    for key in ["Tab"] * 12 + ["Shift+Tab"] * 14:
        trips.keyboard.press(key)
        assert dialog.evaluate(HOLDS_FOCUS), key


def test_windows_close_one_by_one(page: Page, party: Tour) -> None:
    menu = page.get_by_role("button", name="More for Ines Vaz")
    open_by_key(menu)
    page.get_by_role("menuitem", name="Guest by guest").press("Enter")
    dialog = page.get_by_role("dialog", name="Ines Vaz")
    day = page.get_by_role("heading", name=party.name)
    expect_alone(page, dialog, day)

    status = dialog.get_by_role("button", name=re.compile("Not here yet")).first
    open_by_key(status)
    options = page.get_by_role("listbox")
    expect_alone(page, options, page.get_by_role("dialog", name="Ines Vaz"))
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(status).to_be_focused()
    expect_alone(page, dialog, day)

    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(day.first).to_be_visible()
    expect(menu).to_be_focused()


def cell_of(page: Page, day: date) -> Locator:
    """Return the cell of a day in the open month, which says the whole of it."""
    said = re.compile(f"^{day:%A}, ({day.day} {day:%B}|{day:%B} {day.day},) {day.year}$")
    return page.get_by_role("grid", name=f"{day:%B %Y}").get_by_role("gridcell", name=said)


def test_a_day_is_chosen_from_a_month_by_keys(page: Page, party: Tour) -> None:
    day, week = party.day, timedelta(days=7)
    title = page.locator("main header button[aria-haspopup=dialog]").first
    open_by_key(title)
    month = page.get_by_role("dialog", name="Choose a day")
    expect_alone(page, month, page.get_by_role("heading", name=party.name))
    expect(cell_of(page, day)).to_be_focused()
    expect(cell_of(page, day)).to_have_attribute("aria-selected", "true")

    steps: list[tuple[str, date]] = [
        ("ArrowRight", day + timedelta(days=1)),
        ("ArrowDown", day + timedelta(days=1) + week),
        ("ArrowLeft", day + week),
        ("ArrowUp", day),
    ]
    for key, to in steps:
        page.keyboard.press(key)
        expect(cell_of(page, to)).to_be_focused()
    page.keyboard.press("PageDown")
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(month).to_have_count(0)
    expect(title).to_be_focused()
    assert f"date={day}" in page.url

    page.keyboard.press("Enter")
    expect(cell_of(page, day)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(month).to_have_count(0)
    page.wait_for_url(f"**/manifest?date={day + timedelta(days=1)}")
    expect(title).to_be_focused()


def test_a_month_has_one_day_that_tab_comes_to(page: Page, party: Tour) -> None:
    open_by_key(page.locator("main header button[aria-haspopup=dialog]").first)
    expect(cell_of(page, party.day)).to_be_focused()
    expect(page.locator("td[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    following = page.get_by_role("button", name="Next month")
    expect(following).to_be_focused()
    page.keyboard.press("Enter")
    # The same day of the next month, or its last one.
    beyond = page.locator("td[tabindex='0']")
    expect(beyond).to_have_count(1)
    expect(beyond).not_to_have_attribute("data-day", str(party.day))
    expect(following).to_be_focused()
    expect(page.get_by_role("columnheader")).to_have_count(7)


def open_month_of_filter(page: Page) -> Locator:
    """Ask for trips that start on days of one's own, and return the month to choose them from."""
    page.get_by_role("button", name="Filter", exact=True).click()
    page.get_by_role("menuitem", name="Start").click()
    editor = page.get_by_role("dialog", name="Filter: Start")
    editor.get_by_role("button", name=re.compile("Next 7 days")).click()
    page.get_by_role("option", name="From – to").click()
    open_by_key(editor.get_by_role("button", name="Calendar: From – to"))
    return page.get_by_role("dialog", name="Calendar: From – to")


def test_first_and_last_day_are_chosen_from_a_month_by_keys(trips: Page) -> None:
    month = open_month_of_filter(trips)
    expect(month.get_by_text("Choose the first day")).to_be_visible()
    focused = trips.locator("td:focus")
    first = date.fromisoformat(str(focused.get_attribute("data-day")))
    trips.keyboard.press("Enter")
    expect(month.get_by_text("Choose the last day")).to_be_visible()
    for _ in range(3):
        trips.keyboard.press("ArrowRight")
    last = first + timedelta(days=3)
    expect(focused).to_have_attribute("data-day", str(last))
    # What lies between is shown before it is chosen.
    expect(trips.locator("td[aria-selected=true]").last).to_have_attribute("data-day", str(last))
    trips.keyboard.press("Enter")
    expect(month).to_have_count(0)
    editor = trips.get_by_role("dialog", name="Filter: Start")
    expect(editor.get_by_role("button", name="Calendar: From – to")).to_be_focused()
    editor.get_by_role("button", name="Apply").click()
    expect(editor).to_have_count(0)
    trips.wait_for_url(re.compile(f"{first}.*{last}"))
