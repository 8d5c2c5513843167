"""
Help where the question comes up: "?" beside three screens, in two languages; from the palette, with
a slip; and an address of help that there is none of.
"""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.conftest import PHONE
from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.watch import Watch

SCREENS = (
    ("/manifest", "The manifest and check-in", "Tagesplan und Check-in"),
    ("/calendar", "The calendar", "Der Kalender"),
    ("/setup/devices", "Devices", "Geräte"),
)
LANGUAGES = (("", "Help", "Close help"), ("/de", "Hilfe", "Hilfe schließen"))


def ask(page: Page, name: str, article: str) -> Locator:
    """Press the key of help; returns what opens beside the screen."""
    page.keyboard.press("?")
    beside = page.get_by_role("complementary", name=name)
    expect(beside.get_by_role("heading", name=article, exact=True)).to_be_visible()
    return beside


@pytest.mark.parametrize(("prefix", "name", "close"), LANGUAGES)
def test_beside_the_screen(page: Page, demo: Shop, looks: Looks, prefix: str, name: str, close: str) -> None:
    office.enter(page, demo)
    for path, english, german in SCREENS:
        page.goto(f"{demo.url}{prefix}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        beside = ask(page, name, german if prefix else english)
        looks.at(page, f"help beside {path} in {name}")
        # The screen behind it can be used, and help stays.
        page.get_by_role("main").click(position={"x": 2, "y": 2})
        expect(beside).to_be_visible()
        page.keyboard.press("Escape")
        expect(beside).to_be_hidden()


def test_as_a_sheet_on_a_phone(page: Page, demo: Shop, looks: Looks) -> None:
    page.set_viewport_size(PHONE)
    office.enter(page, demo)
    page.goto(f"{demo.url}/setup/devices")
    page.get_by_role("button", name="Help for this page").click()
    sheet = page.get_by_role("complementary", name="Help")
    expect(sheet.get_by_role("heading", name="Devices", exact=True)).to_be_visible()
    looks.at(page, "help on a phone")
    expect(sheet.get_by_role("button", name="Self check-in at a kiosk")).to_be_visible()
    sheet.get_by_role("button", name="Scanning tickets").click()
    expect(sheet.get_by_role("heading", name="Scanning tickets", exact=True)).to_be_visible()
    # A link of an article leads to its screen, and that screen has an article of its own.
    sheet.get_by_role("link", name="manifest").click()
    page.wait_for_url("**/manifest")
    expect(sheet.get_by_role("heading", name="The manifest and check-in")).to_be_visible()
    sheet.get_by_role("button", name="Close help").click()
    expect(sheet).to_be_hidden()


def test_the_panel_is_searched_and_waits_for_nobody(page: Page, demo: Shop, looks: Looks) -> None:
    office.enter(page, demo)
    held: list[Route] = []
    # The office knows of a knowledge base of whoever hosts it.
    told = demo.client.get("/app/init")
    told["featureFlags"]["host_articles"] = True
    page.route("**/app/init", lambda route: route.fulfill(json=told))
    page.route("**/api/hubspot/search?**", lambda route: held.append(route))
    page.goto(f"{demo.url}/manifest")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    beside = ask(page, "Help", "The manifest and check-in")
    with page.expect_request("**/api/hubspot/search?**"):
        beside.get_by_role("searchbox", name="Search help").fill("refund")
    # Ours are there while the other service thinks.
    ours = beside.get_by_role("button", name="Refunding a guest")
    expect(ours).to_be_visible()
    expect(beside.get_by_text("From the help center")).to_have_count(0)
    hit = {"id": "article-501", "name": "Set up refunds & credits", "stage": "Money"}
    held[-1].fulfill(json=[{**hit, "url": "https://help.outfitter.example/501"}])
    expect(beside.get_by_role("link", name="Set up refunds & credits")).to_be_visible()
    looks.at(page, "help that is searched")
    page.set_viewport_size(PHONE)
    looks.at(page, "help that is searched, phone")
    ours.click()
    expect(beside.get_by_role("heading", name="Refunding a guest", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("prefix", "typed", "title", "slug"),
    [
        ("", "refnd", "Refunding a guest", "refunds"),
        ("/de", "Haftungserklrung", "Haftungserklärungen", "waivers"),
        # A word of English finds the article of the reader.
        ("/de", "webhook endpoint", "API-Schlüssel und Webhooks", "api"),
    ],
)
def test_from_the_palette(
    page: Page, demo: Shop, looks: Looks, prefix: str, typed: str, title: str, slug: str
) -> None:
    office.enter(page, demo)
    page.goto(f"{demo.url}{prefix}/manifest")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("/")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.type(typed)
    found = dialog.get_by_role("option").filter(has_text=title)
    expect(found.first).to_be_visible()
    looks.at(page, f"help found by {typed}")
    found.first.click()
    page.wait_for_url(f"**{prefix}/help/{slug}")
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    looks.at(page, f"the article {slug}")


def test_no_such_article(page: Page, demo: Shop, watch: Watch) -> None:
    watch.expect("/api/help/get/submarines")
    office.enter(page, demo)
    page.goto(f"{demo.url}/help/submarines")
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    page.get_by_role("link", name="All help").first.click()
    expect(page.get_by_role("heading", name="Help", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Printing tickets and receipts")).to_be_visible()
