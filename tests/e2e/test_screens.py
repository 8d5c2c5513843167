"""Every screen on a phone and on a desk: opens, complains about nothing, is accessible."""

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import DESK, PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.booking import guest_at
from tests.e2e.support.places import some_trip
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.stack import Stack
from tests.e2e.support.watch import Watch

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@pytest.fixture(scope="session")
def tour(shop: Shop) -> Tour:
    """A tour to look at."""
    return shop.add_tour(seats=8)


@SIZES
def test_calendar(new_context: NewContext, looks: Looks, demo: Shop, size: ViewportSize) -> None:
    page = new_context(viewport=size).new_page()
    page.goto(f"{demo.url}/widgets/calendar?language=en")
    expect(page.locator("td.has-availability").first).to_be_visible()
    looks.at(page, "calendar")
    experience = demo.client.get("/api/experiences")[0]
    page.goto(f"{demo.url}/widgets/calendar?language=en&experience={experience['id']}")
    expect(page.get_by_role("heading", name=f"Shop for {experience['name']}")).to_be_visible()
    looks.at(page, "calendar of one experience")


@SIZES
def test_trip_builder(
    new_context: NewContext, looks: Looks, demo: Shop, shop: Shop, tour: Tour, size: ViewportSize
) -> None:
    page = new_context(viewport=size).new_page()
    page.goto(f"{demo.url}/widgets/tripBuilder?language=en&defaultView=agenda")
    expect(page.get_by_role("heading", name="What would you like to do?")).to_be_visible()
    looks.at(page, "agenda")
    guest = guest_at(page, shop, tour, f"mara.{secrets.token_hex(4)}@guests.example")
    expect(guest.button("9:00")).to_be_visible()
    looks.at(page, "times")
    guest.choose_time("9:00")
    expect(guest.button("Continue")).to_be_enabled()
    looks.at(page, "guests")
    guest.choose_guests(adults=2, children=1)
    expect(guest.heading("Your details")).to_be_visible()
    looks.at(page, "contact")
    guest.give_contact()
    expect(page.get_by_label("Card number")).to_be_visible()
    looks.at(page, "payment")
    guest.pay()
    guest.expect_booked()
    looks.at(page, "confirmation")


def test_sign_up_steps(
    new_context: NewContext, watches: dict[object, Watch], looks: Looks, stack: Stack, shop: Shop
) -> None:
    context = new_context(viewport=PHONE, timezone_id="America/New_York")
    watches[context].expect(r"/signup/confirm-email", r"status of 422")
    page = context.new_page()
    slug = f"reed-{secrets.token_hex(3)}"
    visitor = office.SignUp(page, stack, f"ada@{slug}.example")
    visitor.start("Reed Boats")
    looks.at(page, "sign-up, code")
    visitor.enter_code()
    looks.at(page, "sign-up, address")
    visitor.choose_address(shop.slug, slug)
    looks.at(page, "sign-up, business")
    visitor.describe_business("paddles and lanterns")
    visitor.agree()
    looks.at(page, "sign-up, terms")
    page.reload()
    expect(page.get_by_role("heading", name="How you work")).to_be_visible()


def test_languages_and_lost_people(page: Page, watch: Watch, demo: Shop) -> None:
    watch.expect(r"status of 404", r"answer 404: GET \S+/(xx|nowhere)")
    office.enter(page, demo)
    page.goto(f"{demo.url}/de/manifest")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("link", name="Erlebnisse").first).to_be_visible()
    for path in ("/xx/manifest", "/nowhere", "/xx"):
        answer = page.goto(f"{demo.url}{path}")
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading").first).to_be_visible()


def test_deep_link_of_a_trip_survives_a_reload(page: Page, watch: Watch, demo: Shop) -> None:
    # To who is not signed in, a number leads to no trip.
    watch.expect(r"/app/init", r"status of 40[14]", r"answer 401", r"answer 404: GET \S+/api/trip/")
    trip = some_trip(demo)
    address = f"{demo.url}/trip/{trip['id']}"
    page.goto(address)
    page.wait_for_url("**/signin?next=**")
    login = demo.stack.logins["owner"]
    page.get_by_label("Email address").fill(login["email"])
    page.get_by_label("Password", exact=True).fill(login["password"])
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(address)
    for _ in range(2):
        expect(page.get_by_text(trip["confirmation_code"]).first).to_be_visible()
        page.reload()


def test_calendar_by_keyboard(page: Page, shop: Shop, tour: Tour) -> None:
    page.goto(f"{shop.url}/widgets/calendar?language=en&experience={tour.id}&date={tour.day}")
    day = page.locator(f'td[data-date="{tour.day}"]')
    expect(day).to_contain_text("€")
    cursor = page.locator('td[role="gridcell"][tabindex="0"]')
    cursor.focus()
    before = cursor.get_attribute("data-date")
    page.keyboard.press("ArrowRight")
    focused = page.locator("td:focus")
    expect(focused).not_to_have_attribute("data-date", str(before))
    page.keyboard.press("ArrowLeft")
    expect(focused).to_have_attribute("data-date", str(before))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(focused).to_have_attribute("data-date", str(before))


def test_dialogs_give_the_focus_back(page: Page, demo: Shop) -> None:
    office.enter(page, demo)
    page.goto(f"{demo.url}/manifest")
    menu = page.get_by_role("button", name="June Harper", exact=True)
    expect(menu).to_be_visible()
    menu.focus()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Keyboard shortcuts").click()
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(menu).to_be_focused()


LOSE_FOCUS_AND_PRESS = """key => {
  document.activeElement.blur()
  document.body.dispatchEvent(
    new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}))
}"""


def test_windows_hear_keys_that_nobody_has(page: Page, demo: Shop) -> None:
    """As when a control inside is disabled or goes away: the focus is nowhere for a moment."""
    office.enter(page, demo)
    page.goto(f"{demo.url}/trips?view=all")
    expect(page.get_by_role("grid", name="Trips")).to_have_attribute("aria-busy", "false")
    for words in ("Columns", "Export", "Search", r"(\d+ new n|N)otifications?"):
        name = re.compile(f"^{words}$")
        page.get_by_role("button", name=name).first.click()
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        # A shortcut of the screen behind it, and the key that closes the window.
        page.evaluate(LOSE_FOCUS_AND_PRESS, "?")
        page.evaluate(LOSE_FOCUS_AND_PRESS, "Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    who = page.get_by_role("button", name="June Harper", exact=True)
    who.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.evaluate(LOSE_FOCUS_AND_PRESS, "Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(who).to_be_focused()


def test_booking_dialog_on_a_foreign_page(page: Page, shop: Shop, tour: Tour, foreign_page: Any) -> None:
    page.goto(foreign_page(shop.slug, experience=tour.id, date=tour.day, language="en"))
    calendar = page.frame_locator("iframe[src*='/widgets/calendar']")
    calendar.locator(f'td[data-date="{tour.day}"]').get_by_role("button").click()
    dialog = page.get_by_role("dialog", name="Booking")
    inside = page.frame_locator("dialog iframe")
    expect(inside.get_by_role("heading", name="Choose a time")).to_be_visible()
    # Sent from inside the frame: the frame goes away with the key, and a driver that presses a
    # real one can wait for its release for ever.
    inside.locator("body").evaluate(
        "body => body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))"
    )
    expect(dialog).to_be_hidden()
    assert "/widgets/calendar?" in page.evaluate("document.activeElement.src")
