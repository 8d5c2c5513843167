"""
The owner makes the messages to guests their own.

They change the confirmation with a field in it, see it with a real guest's trip, send themselves a
test, save it and bring back what was there before. They move a reminder, and the calendar shows when
it goes and to whom.
"""

import re
import secrets
from datetime import date, timedelta
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch
from tests.support.picture_store import make_picture


def book(shop: Shop, tour: Tour) -> dict[str, Any]:
    """Book one adult whose name and address are known, as the front desk does."""
    order = {
        "experience_id": tour.id,
        "timeslot_id": tour.timeslot_ids[0],
        "quantities": [{"experience_customer_type_id": tour.adult_id, "qty": 1}],
    }
    contact = {
        "first_name": "Ines",
        "last_name": f"Vaz {secrets.token_hex(2)}",
        "email": f"ines.{secrets.token_hex(3)}@guests.example",
    }
    cart = shop.client.post("/api/trip/save", {"method": "phone", "contact": contact, "orders": [order]})
    return dict(shop.client.post(f"/api/trip/{cart['trip']['id']}/reserve", {"notify": False})["trip"])


def open_confirmation(page: Page, shop: Shop) -> Locator:
    """Go from the list to the confirmation; returns the page that it is written on."""
    page.goto(f"{shop.url}/setup/crm/settings/templates")
    page.get_by_role("region", name="Confirmation").get_by_role(
        "link", name=re.compile("Booking confirmation")
    ).click()
    letter = page.get_by_role("textbox", name="Email", exact=True)
    expect(letter).to_be_visible()
    return letter


def expect_preview(page: Page, words: str) -> None:
    """Wait until the mail beside the editor says something; no script runs in it, so the page reads it."""
    frame = page.get_by_title("The email as guests see it")
    read = "(frame) => frame.contentDocument?.body?.innerText ?? ''"
    wait_for(lambda: words in frame.evaluate(read), f"“{words}” in the preview")


def write_towel(page: Page, letter: Locator) -> None:
    """Add a sentence with the guest's first name in it, which is found by typing."""
    paragraph = letter.get_by_role("paragraph").filter(has_text="Everything you need")
    box = paragraph.bounding_box()
    assert box
    # Behind the last letter, wherever the line breaks.
    paragraph.click(position={"x": box["width"] - 2, "y": box["height"] - 4})
    page.keyboard.press("Enter")
    page.keyboard.type("Bring a towel, {{first")
    options = page.get_by_role("listbox", name="Fields")
    expect(options.get_by_role("option").first).to_contain_text("First name")
    page.keyboard.press("Enter")
    expect(letter.get_by_role("button", name="First name")).to_be_visible()
    page.keyboard.type("!")


def test_an_owner_makes_the_confirmation_their_own(page: Page, own_shop: Shop) -> None:
    book(own_shop, own_shop.add_tour(seats=6))
    office.enter(page, own_shop)
    letter = open_confirmation(page, own_shop)
    expect_preview(page, "Sea caves")

    write_towel(page, letter)
    expect_preview(page, "Bring a towel, Ines!")
    letter.get_by_role("button", name="First name").click()
    page.get_by_label("If there’s none, show").fill("friend")
    page.get_by_role("button", name="Done").click()
    expect(letter.get_by_role("button", name="First name · friend")).to_be_visible()
    page.get_by_role("button", name="Desktop").click()
    expect_preview(page, "Bring a towel, Ines!")

    # A test goes out as it is typed, before anything is saved.
    to = f"owner.{secrets.token_hex(3)}@office.example"
    page.get_by_role("button", name="Send a test").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Email address").fill(to)
    window.get_by_role("button", name="Send test").click()
    mail = wait_for(lambda: own_shop.stack.mailbox(to), "the test")[-1]
    assert "Bring a towel, Ines!" in mail["text"], mail["text"]

    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    versions = page.get_by_role("listitem").filter(has_text="Version 1")
    expect(versions).to_contain_text("In use")
    page.get_by_role("button", name="Restore version 0").click()
    expect(letter).not_to_contain_text("Bring a towel")
    expect(page.get_by_role("listitem").filter(has_text="Version 1")).to_contain_text("Restore")


def _open_day(page: Page, at: date) -> None:
    """Choose a day of the calendar, in this month or the next."""
    weekday, month = at.strftime("%A"), at.strftime("%B")
    label = re.compile(f"^{weekday}, ({month} {at.day}|{at.day} {month})")
    cell, onward = page.get_by_role("button", name=label), page.get_by_role("button", name="Next month")
    expect(onward).to_be_visible()
    if not cell.is_visible():
        onward.click()
    cell.click()


def test_a_reminder_moves_and_the_calendar_shows_it(page: Page, own_shop: Shop) -> None:
    tour = own_shop.add_tour(seats=6)
    trip = book(own_shop, tour)
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/crm/settings")
    group = page.get_by_role("region", name="Before the start")
    group.get_by_role("button", name=re.compile("^Edit .*24 hours before the start")).click()
    window = page.get_by_role("dialog")
    window.get_by_label("Number").fill("40")
    window.get_by_role("button", name="Save", exact=True).click()
    expect(group.get_by_text("40 hours before the start", exact=True)).to_be_visible()

    # 09:00 less 40 hours is five in the afternoon, two days before: no quiet hour.
    day = str(tour.day - timedelta(days=2))

    def planned() -> list[dict[str, Any]]:
        found = own_shop.client.get(f"/api/messages/planned/get?from={day}&to={day}&day={day}")
        return [row for row in found["data"] if row["trip"] and row["trip"]["id"] == trip["id"]]

    wait_for(planned, "the reminder at its new time", 60)
    page.goto(f"{own_shop.url}/setup/crm/settings/planned")
    _open_day(page, tour.day - timedelta(days=2))
    row = page.get_by_role("listitem").filter(has_text=trip["contact"]["last_name"])
    expect(row).to_contain_text("The trip starts soon.")
    row.get_by_role("button", name=re.compile("^Hold back")).click()
    expect(row).to_contain_text("Someone held it back.")

    page.goto(f"{own_shop.url}/setup/crm/settings/rules")
    page.get_by_role("switch", name="Pause everything that goes out automatically").check()
    expect(page.get_by_text("Automatic messages have been paused since")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("Automatic messages have been paused since")).to_be_hidden()

    page.goto(f"{own_shop.url}/setup/experience/{tour.id}/crmBefore")
    expect(page.get_by_role("region", name="Before the start")).to_contain_text("40 hours before the start")


def test_messages_have_an_order(page: Page, own_shop: Shop) -> None:
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/crm/settings")
    group = page.get_by_role("region", name="After an unfinished booking")
    handle = group.get_by_role("button", name=re.compile("^Move 1 hour after the last change"))
    handle.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("Order saved")).to_be_visible()
    expect(handle).to_be_focused()
    page.reload()
    expect(group.get_by_role("listitem").first).to_contain_text("24 hours after the last change")


def test_a_picture_is_uploaded_into_a_mail(
    page: Page, own_shop: Shop, looks: Looks, watches: dict[BrowserContext, Watch]
) -> None:
    # A picture block without a picture has no preview yet.
    watches[page.context].expect(r"422.*/preview", r"/preview.*422", "Blocked script execution")
    book(own_shop, own_shop.add_tour(seats=6))
    office.enter(page, own_shop)
    open_confirmation(page, own_shop)
    page.get_by_role("button", name="Add block").click()
    page.get_by_role("button", name=re.compile("^Picture")).click()
    page.get_by_role("button", name="Change: Picture").click()
    reef = {"name": "reef.jpg", "mimeType": "image/jpeg", "buffer": make_picture()}
    page.locator("input[type=file]").set_input_files(files=[reef])
    shows = page.get_by_label("What it shows")
    expect(shows).to_be_focused()
    looks.at(page, "a picture in a mail")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Say what the picture shows.")).to_be_visible()
    shows.fill("The reef at low tide")
    page.get_by_role("button", name="Done").click()

    frame = page.get_by_title("The email as guests see it")
    read = "(frame) => frame.contentDocument?.querySelector('img[alt=\"The reef at low tide\"]')?.src ?? ''"
    address = wait_for(lambda: frame.evaluate(read), "the picture in the preview")
    assert re.fullmatch(rf"{re.escape(own_shop.url)}/media/pictures/[\w-]+/\d+\.jpg", address), address
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


SCREENS = {
    "automations": "/setup/crm/settings",
    "templates": "/setup/crm/settings/templates",
    "planned": "/setup/crm/settings/planned",
    "rules": "/setup/crm/settings/rules",
    "new-template": "/setup/crm/template/edit",
    "experience-before": "/setup/experience/{tour}/crmBefore",
    "experience-confirm": "/setup/experience/{tour}/crmConfirm",
}


def test_the_screens_hold_at_a_desk_and_on_a_phone(page: Page, own_shop: Shop, looks: Looks) -> None:
    tour = own_shop.add_tour(seats=6)
    book(own_shop, tour)
    office.enter(page, own_shop)
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for name, path in SCREENS.items():
            page.goto(own_shop.url + path.format(tour=tour.id))
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.locator(".animate-pulse-soft")).to_have_count(0)
            looks.at(page, f"messages {name}")
            if name == "planned":
                page.get_by_role("button", name="Week", exact=True).click()
                expect(page.get_by_role("button", name="Next week")).to_be_visible()
                looks.at(page, "messages planned for a week")
        open_confirmation(page, own_shop)
        expect_preview(page, "Sea caves")
        looks.at(page, "messages editor")
        page.get_by_role("button", name="Add block").click()
        expect(page.get_by_role("button", name=re.compile("^Button to pay"))).to_be_visible()
        looks.at(page, "messages blocks")
        page.keyboard.press("Escape")
    looks.settle()
