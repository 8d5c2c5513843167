"""
Journeys of a day, each with real clicks; later screens add theirs.

1. The phone rings: somebody is found by the number that shows, however it is written, and their
   trip is opened, without a hand on the mouse.
2. A website sells: the bell of an office that is open says so and leads to the trip.
3. Guests arrive: a whole party is checked in by keys alone, from the manifest and from the list; a
   window gives the focus back.
4. Somebody reads another language: the page they are on says it in theirs, and by its address.
5. The printer: the manifest on paper is the guests, black on white.
6. Lists and figures: what is owed, the evening's dashboard, a notification that is opened.
"""

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support import office
from tests.e2e.support.booking import guest_at_payment
from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for

WRITTEN = ("({0}) {1}-{2}", "{0}.{1}.{2}", "+1 {0} {1} {2}", "001{0}{1}{2}")


def caller(demo: Shop) -> dict[str, Any]:
    """Return a trip to come whose contact has an American number."""
    query = (
        "SELECT * FROM trips_trip WHERE status = 'reserved' AND first_start_at > now()"
        " AND contact_phone ~ '^[+]1[0-9]{10}$' ORDER BY first_start_at"
    )
    return demo.rows(query)[0]


def aim(page: Page, text: str) -> None:
    """Go down the lines of the palette to the one that has a text."""
    options = page.get_by_role("dialog").get_by_role("option")
    expect(options.filter(has_text=text).first).to_be_visible()
    for _ in range(options.count()):
        if text in page.get_by_role("option", selected=True).inner_text():
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"no line with {text}")


@pytest.mark.parametrize("written", WRITTEN)
def test_the_phone_rings(page: Page, demo: Shop, written: str) -> None:
    trip = caller(demo)
    digits = trip["contact_phone"][2:]
    office.enter(page, demo)
    page.goto(f"{demo.url}/dashboard")
    expect(page.get_by_role("heading", name="Dashboard", level=1)).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.type(written.format(digits[:3], digits[3:6], digits[6:]))
    aim(page, trip["confirmation_code"])
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/trip/"))
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text(trip["contact_last_name"])
    expect(page.get_by_text(trip["confirmation_code"]).first).to_be_visible()


def test_a_website_sells_while_the_office_is_open(page: Page, new_context: NewContext, shop: Shop) -> None:
    tour = shop.add_tour(seats=4)
    page.clock.install()
    office.enter(page, shop)
    page.goto(f"{shop.url}/manifest")
    bell = page.get_by_role("button", name=re.compile("^(Notifications|\\d+ new notif)"))
    expect(bell).to_be_visible()
    before = bell.get_attribute("aria-label")

    email = f"mara.{secrets.token_hex(4)}@guests.example"
    guest = guest_at_payment(new_context().new_page(), shop, tour, email)
    guest.pay()
    guest.expect_booked()
    trip = shop.trip_of(email)["id"]
    query = "SELECT 1 FROM notifications_notification WHERE trip_id = %s"
    wait_for(lambda: shop.rows(query, trip), "the notification")
    page.clock.fast_forward("00:21")
    expect(bell).not_to_have_attribute("aria-label", str(before))
    bell.click()
    row = page.get_by_role("button", name=re.compile("New booking: Mara Lund")).first
    row.click()
    page.wait_for_url(f"**/trip/{trip}*")
    expect(page.get_by_role("heading", name="Mara Lund", level=1)).to_be_visible()


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus, as somebody without a mouse does."""
    expect(wanted).to_be_visible()
    for _ in range(60):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("not reached with Tab")


def test_guests_arrive(page: Page, shop: Shop) -> None:
    tour = shop.add_tour(seats=4)
    email = f"ines.{secrets.token_hex(4)}@guests.example"
    shop.buy(tour, tour.timeslot_ids[0], adults=3, email=email)
    office.enter(page, shop)
    page.goto(f"{shop.url}/manifest?date={tour.day}")
    tab_to(page, page.get_by_label("Find a guest or code"))
    page.keyboard.type(shop.trip_of(email)["confirmation_code"])
    button = office.check_in_button(page, "Ines Vaz")
    expect(button).to_have_count(1)
    tab_to(page, button)
    page.keyboard.press("Space")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("3 of 3 checked in")).to_be_visible()
    expect(button).to_be_focused()

    more = page.get_by_role("button", name="More for Ines Vaz")
    tab_to(page, more)
    page.keyboard.press("Enter")
    expect(page.get_by_role("menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_be_hidden()
    expect(more).to_be_focused()
    page.keyboard.press("?")
    beside = page.get_by_role("complementary", name="Help")
    expect(beside.get_by_role("heading", name="The manifest and check-in")).to_be_visible()
    expect(beside.get_by_text("On this screen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(beside).to_be_hidden()
    expect(more).to_be_focused()
    page.keyboard.press("g")
    page.keyboard.press("t")
    page.wait_for_url("**/trips")


def test_a_list_by_keys_alone(page: Page, demo: Shop) -> None:
    office.enter(page, demo)
    page.goto(f"{demo.url}/trips?view=upcoming")
    grid = page.get_by_role("grid", name="Trips")
    expect(grid).to_have_attribute("aria-busy", "false")
    tab_to(page, grid)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    chosen = page.get_by_role("region", name="1 selected")
    expect(chosen).to_be_visible()
    flag = chosen.get_by_role("button", name="Flag")
    tab_to(page, flag)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Flag")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(flag).to_be_focused()
    grid.focus()
    name = grid.get_by_role("row").nth(2).get_by_role("gridcell").nth(1).inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/trip/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(name.split("\n")[0])


def test_another_language_on_the_same_page(page: Page, own_shop: Shop) -> None:
    # Somebody of one's own: the language is kept with the login.
    tour = own_shop.add_tour(seats=4)
    email = f"ines.{secrets.token_hex(4)}@a.example"
    own_shop.buy(tour, tour.timeslot_ids[0], adults=2, email=email)
    path = f"/customer/{own_shop.trip_of(email)['customer_id']}/history"
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}{path}")
    parts = page.get_by_role("navigation", name="Customer sections")
    expect(parts.get_by_role("link", name="History")).to_be_visible()
    heading = page.get_by_role("heading", level=1).inner_text()
    page.keyboard.press("/")
    page.keyboard.type("language")
    aim(page, "Language")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_url(f"{own_shop.url}/de{path}")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("link", name="Verlauf")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.get_by_role("link", name="Erlebnisse").first.click()
    page.wait_for_url(f"{own_shop.url}/de/setup/experiences")

    page.goto(f"{own_shop.url}/ja{path}")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.get_by_role("link", name="履歴")).to_be_visible()


def test_the_manifest_on_paper(page: Page, shop: Shop) -> None:
    tour = shop.add_tour(seats=4)
    shop.buy(tour, tour.timeslot_ids[0], adults=2, email=f"ines.{secrets.token_hex(4)}@a.example")
    office.enter(page, shop)
    page.emulate_media(color_scheme="dark")
    page.goto(f"{shop.url}/manifest?date={tour.day}")
    guest = page.get_by_role("link", name="Ines Vaz").last
    expect(guest).to_be_visible()
    page.emulate_media(media="print")
    expect(guest).to_be_visible()
    expect(page.get_by_role("heading", name=tour.name).first).to_be_visible()
    for away in (
        page.get_by_role("navigation", name="Main menu"),
        page.get_by_label("Find a guest or code"),
        page.get_by_role("button", name="More for Ines Vaz").last,
    ):
        expect(away).to_be_hidden()
    ink, paper = guest.evaluate(
        "one => [one, document.documentElement].map(it => {"
        " const style = getComputedStyle(it);"
        " return it === one ? style.color : style.backgroundColor })"
    )
    assert paper == "rgb(255, 255, 255)", paper
    assert ink != paper
    assert page.evaluate("matchMedia('print').matches")


def test_trips_that_owe_money(page: Page, demo: Shop) -> None:
    office.enter(page, demo)
    page.goto(f"{demo.url}/trips?view=unpaid")
    grid = page.get_by_role("grid", name="Trips")
    expect(grid).to_be_visible()
    expect(grid.get_by_role("row").nth(1)).to_be_visible()


def test_the_bell(page: Page, demo: Shop) -> None:
    office.enter(page, demo)
    page.goto(f"{demo.url}/profile/notifications")
    page.get_by_role("button", name="Send me a test booking").click()
    expect(page.get_by_text("Test sent to 1 person")).to_be_visible()
    page.goto(f"{demo.url}/notifications")
    row = page.get_by_role("listitem").filter(has_text="Sam Example").first
    expect(row).to_be_visible()
    row.get_by_role("button", name=re.compile("New booking: Sam")).first.click()
    page.wait_for_url("**/manifest")


def test_the_evening(page: Page, demo: Shop) -> None:
    office.enter(page, demo)
    page.goto(f"{demo.url}/dashboard")
    expect(page.get_by_role("heading", name="Dashboard", level=1)).to_be_visible()
    expect(page.get_by_text("Sold today")).to_be_visible()
    page.get_by_role("link", name=re.compile("Balance due")).click()
    page.wait_for_url(re.compile(r"/trips"))
