"""
What the desk switches off for one operator is away for it, and for nobody else.

Off: no menu, no palette, no page leads there, and the calls say why. Another operator goes on. On
again, it is back.
"""

import re
import secrets
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.platform_cookies import enter_desk
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, open_shop
from tests.e2e.support.stack import Stack
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

NAMES = {
    "bulk_messages": "Messages to many",
    "api_keys": "API keys",
    "imports": "Imports",
    "partner_channels": "Partner channels",
}
IMPORT = re.compile("^Import Bring in")
KEY = {"name": "Figures", "scopes": ["trip.view"]}
CHANNEL = {"channel": "octo", "title": "Partner", "reseller_id": 1}
OFF = "This is turned off for your business. Please contact support."
# Every process of the product reads its switches anew within ten seconds.
SECONDS = 30.0


def switch(desk: Page, shop: Shop, feature: str, state: str) -> None:
    """Switch a feature for one operator at the desk, and wait until the operator's calls know."""
    desk.goto(f"{shop.stack.apex_url}/platform/features")
    card = desk.locator("section").filter(has=desk.get_by_role("heading", name=NAMES[feature], exact=True))
    card.get_by_role("button", name="Switch for one operator").click()
    form = desk.get_by_role("dialog", name="Switch for one operator")
    form.get_by_role("textbox", name="Operator’s address").fill(shop.slug)
    if state != "Off":
        form.get_by_label("For this operator").click()
        desk.get_by_role("option", name=state, exact=True).click()
    form.get_by_role("textbox", name="Reason").fill("Spam from this account")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()
    wanted = state != "Off"

    def is_known() -> bool:
        # Several processes answer, each with a memory of its own.
        answers = [shop.client.get("/app/init")["featureFlags"][feature] for _ in range(8)]
        return all(answer is wanted for answer in answers)

    wait_for(is_known, f"{feature} is {state}", seconds=SECONDS)


def palette_finds(page: Page, typed: str, name: str) -> bool:
    """Return whether the palette leads to a page."""
    page.keyboard.press("/")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.type(typed)
    # Whatever is found, the search itself is offered last.
    expect(dialog.get_by_role("option").first).to_be_visible()
    found = dialog.get_by_role("option", name=name, exact=True).count() > 0
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return found


def refused(shop: Shop, path: str, body: Mapping[str, object]) -> str:
    """Return the code with which a call is refused."""
    answer = shop.client.ask("POST", path, body)
    assert answer.status >= 400, answer
    return str(answer.json()["code"])


@pytest.fixture
def other(stack: Stack) -> Shop:
    """Another operator, of whom nobody said anything."""
    return open_shop(stack)


def test_a_page_that_is_switched_off(
    new_context: NewContext,
    watches: dict[object, Watch],
    stack: Stack,
    own_shop: Shop,
    other: Shop,
    looks: Looks,
) -> None:
    desk, page, neighbor = (new_context().new_page() for _ in range(3))
    enter_desk(desk, stack)
    office.enter(page, own_shop)
    office.enter(neighbor, other)
    page.goto(f"{own_shop.url}/setup")
    expect(page.get_by_role("main").get_by_role("link", name=IMPORT).first).to_be_visible()
    assert palette_finds(page, "import", "Import")

    switch(desk, own_shop, "imports", "Off")
    imports_are_away(page, own_shop, looks)
    wanted = {"iej_id": 1, "confirm_token": secrets.token_hex(8)}
    assert refused(own_shop, "/api/importexport/import/create", wanted) == "feature_off"

    # The wall: it was said of one operator.
    assert refused(other, "/api/importexport/import/create", wanted) != "feature_off"
    neighbor.goto(f"{other.url}/setup/tools/importer")
    expect(neighbor.get_by_role("heading", name="Import", level=1)).to_be_visible()

    switch(desk, own_shop, "imports", "Like everyone else")
    page.goto(f"{own_shop.url}/setup/tools/importer")
    expect(page.get_by_role("heading", name="Import", level=1)).to_be_visible()
    assert refused(own_shop, "/api/importexport/import/create", wanted) != "feature_off"


def imports_are_away(page: Page, shop: Shop, looks: Looks) -> None:
    """Look for imports wherever they stood: in the setup, the palette, the first steps, by address."""
    page.goto(f"{shop.url}/setup")
    expect(page.get_by_role("main").get_by_role("link", name="Team").first).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name=IMPORT)).to_have_count(0)
    assert not palette_finds(page, "import", "Import")
    page.goto(f"{shop.url}/setup/tools/importer")
    expect(page.get_by_text(OFF)).to_be_visible()
    looks.at(page, "a page that is switched off")
    page.set_viewport_size(PHONE)
    looks.at(page, "a page that is switched off, phone")
    page.goto(f"{shop.url}/setup/tools/importExportViewer")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Import a file")).to_have_count(0)
    page.goto(f"{shop.url}/setup/start")
    expect(page.get_by_text("What’s next")).to_be_visible()
    assert "import" not in [one["slug"] for one in shop.client.get("/api/setup/tasks/get")["tasks"]]


def test_keys_channels_and_messages_that_are_switched_off(
    new_context: NewContext, stack: Stack, own_shop: Shop, other: Shop, looks: Looks
) -> None:
    desk, page = new_context().new_page(), new_context().new_page()
    enter_desk(desk, stack)
    office.enter(page, own_shop)
    tour = own_shop.add_tour(seats=6)
    calls = {
        "api_keys": ("/api/apiKeys/create", KEY),
        "partner_channels": ("/api/ota/connection/create", CHANNEL),
        "bulk_messages": (
            "/api/template/1/sendToTimeslot",
            {"timeslot_id": tour.timeslot_ids[0], "channel": "email", "subject": "Fog", "body": "We wait."},
        ),
    }
    for feature in calls:
        switch(desk, own_shop, feature, "Off")
    for path, body in calls.values():
        assert refused(own_shop, path, body) == "feature_off"

    page.goto(f"{own_shop.url}/setup/developers")
    expect(page.get_by_text(OFF)).to_be_visible()
    expect(page.get_by_role("button", name="New key")).to_have_count(0)
    looks.at(page, "keys that are switched off")
    page.goto(f"{own_shop.url}/setup/channels")
    expect(page.get_by_text(OFF)).to_be_visible()
    page.goto(f"{own_shop.url}/manifest?date={tour.day}")
    page.get_by_role("button", name=re.compile("^More for ")).first.click()
    expect(page.get_by_role("menuitem", name="Print").first).to_be_visible()
    expect(page.get_by_role("menuitem", name="Write to the guests")).to_have_count(0)

    assert other.client.post("/api/apiKeys/create", KEY)["key"]
    for feature in calls:
        switch(desk, own_shop, feature, "On")
    assert own_shop.client.post("/api/apiKeys/create", KEY)["key"]
    page.goto(f"{own_shop.url}/setup/developers")
    expect(page.get_by_role("button", name="New key")).to_be_visible()
