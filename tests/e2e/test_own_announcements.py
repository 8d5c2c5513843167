"""
A journey of the operator's own announcements: written in two languages, heard, put in order by keys, put
away and back, and offered at the dock.
"""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import dock, office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch
from tests.e2e.test_announcements import connect_voice


def card(page: Page) -> Locator:
    """Return the list of own announcements."""
    return page.get_by_role("list", name="Your announcements")


def names(page: Page) -> list[str]:
    """Return the names in the list, in their order."""
    return [text.split("\n")[0] for text in card(page).get_by_role("listitem").all_inner_texts()]


def write(page: Page, name: str, english: str) -> None:
    """Write words in English."""
    page.get_by_role("button", name="Add an announcement").click()
    window = page.get_by_role("dialog", name="Add an announcement")
    window.get_by_label("Name").fill(name)
    window.get_by_role("textbox", name="English").fill(english)
    window.get_by_role("button", name="Save").click()
    expect(window).to_have_count(0)


def write_in_two_languages(page: Page, looks: Looks) -> None:
    """Write words with fields, in two languages, and hear them."""
    page.get_by_role("button", name="Add an announcement").click()
    window = page.get_by_role("dialog", name="Add an announcement")
    window.get_by_label("Name").fill("Gate two")
    words = window.get_by_role("textbox", name="English")
    words.fill("The")
    window.get_by_role("button", name="Insert Time (English)").click()
    expect(words).to_be_focused()
    page.keyboard.type(" group, gate two please.")
    expect(words).to_have_value("The {time} group, gate two please.")
    expect(window.get_by_text("The 10:30 AM group, gate two please.")).to_be_visible()
    window.get_by_role("checkbox", name="Deutsch").check()
    window.get_by_role("button", name="Save").click()
    expect(window.get_by_text("This field is required.")).to_be_visible()
    german = window.get_by_role("textbox", name="Deutsch")
    german.fill("Die Gruppe um {uhr}, bitte zu Tor zwei.")
    window.get_by_role("button", name="Save").click()
    expect(window.get_by_text(re.compile("Nothing stands for {uhr}"))).to_be_visible()
    german.fill("Die Gruppe um {time}, bitte zu Tor zwei.")
    looks.at(page, "an announcement is written")
    page.set_viewport_size(PHONE)
    looks.at(page, "an announcement is written on a phone")
    page.set_viewport_size(DESK)
    window.get_by_role("button", name="Save").click()
    expect(window).to_have_count(0)
    expect(card(page).get_by_text("English and Deutsch")).to_be_visible()


def put_in_order(page: Page, looks: Looks) -> None:
    """Put one before the other by keys; the order is kept."""
    card(page).get_by_role("button", name=re.compile("Life vests")).first.focus()
    page.keyboard.press("ArrowUp")
    wait_for(lambda: names(page) == ["Life vests", "Gate two"], "the new order")
    looks.at(page, "own announcements")
    page.set_viewport_size(PHONE)
    looks.at(page, "own announcements on a phone")
    page.set_viewport_size(DESK)
    page.reload()
    wait_for(lambda: names(page) == ["Life vests", "Gate two"], "the order to be kept")


def put_away_and_back(page: Page, looks: Looks) -> None:
    """Put one away; it comes back behind the other."""
    page.get_by_role("button", name=re.compile("^Archive .*Life vests")).click()
    expect(page.get_by_text("Announcement archived")).to_be_visible()
    page.get_by_role("button", name="Archived (1)").click()
    looks.at(page, "archived announcements")
    page.get_by_role("button", name="Restore").click()
    wait_for(lambda: names(page) == ["Gate two", "Life vests"], "it to be back at the end")


def change(page: Page) -> None:
    """Say something else."""
    page.get_by_role("button", name=re.compile("^Edit .*Life vests")).click()
    window = page.get_by_role("dialog", name="Edit announcement")
    window.get_by_role("textbox", name="English").fill("Life vests on for {experience}.")
    window.get_by_role("button", name="Save").click()
    expect(window).to_have_count(0)


def test_own_words_are_kept_and_called_at_the_dock(
    page: Page, own_shop: Shop, looks: Looks, watch: Watch
) -> None:
    shop = own_shop
    # A field that nothing stands for is refused by the server.
    watch.expect("422.*announcementTemplate/create", "announcementTemplate/create\\]")
    connect_voice(shop)
    tour = shop.add_tour(seats=9)
    office.enter(page, shop)
    page.goto(f"{shop.url}/setup/devices")
    expect(page.get_by_text("None yet. The standard announcements are always there.")).to_be_visible()
    write_in_two_languages(page, looks)
    write(page, "Life vests", "Please put your life vests on.")
    expect(card(page).get_by_role("listitem")).to_have_count(2)
    with page.expect_response(re.compile("/api/textToSpeech/")):
        card(page).get_by_role("button", name="Listen").first.click()
    put_in_order(page, looks)
    put_away_and_back(page, looks)
    change(page)

    shop.client.post("/api/device/register", {"name": "Dock speaker", "kind": "tts"})
    dock.open_page(page, shop, tour)
    page.get_by_role("button", name=re.compile(f"^More for .*{tour.name}")).first.click()
    page.get_by_role("menuitem", name="Boarding call").click()
    window = page.get_by_role("dialog", name=re.compile("^Announce"))
    window.get_by_role("button", name=re.compile("Announcement$")).click()
    page.get_by_role("option", name="Life vests").click()
    expect(window.get_by_role("textbox", name="English")).to_have_value(f"Life vests on for {tour.name}.")
    looks.at(page, "own words at the dock")
