"""
The journeys of a day that the back office allows so far; later screens add theirs.

1. The phone rings: find a guest by palette, look at the trip, give the customer a star.
2. The list: trips that owe money, as a view of one's own.
3. The owner sets up: a custom field, a boat, a waiver, a plugin, a team member.
4. The bell: a test notification arrives, is opened and cleared away.
5. The evening: the dashboard leads to what waits.
"""

import re
import secrets

from playwright.sync_api import Page, expect

from tests.e2e.support import office
from tests.e2e.support.places import some_trip
from tests.e2e.support.shop import Shop


def test_the_phone_rings(page: Page, demo: Shop) -> None:
    trip = some_trip(demo)
    office.enter(page, demo)
    page.goto(f"{demo.url}/manifest")
    expect(page.get_by_role("heading", name="Manifest", level=1)).to_be_attached()
    page.wait_for_load_state("networkidle")
    page.keyboard.press("/")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.type(trip["confirmation_code"].lower().replace("-", " "))
    expect(dialog.get_by_text(trip["confirmation_code"]).first).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/trip/"))
    expect(page.get_by_text(trip["confirmation_code"]).first).to_be_visible()
    page.goto(f"{demo.url}/customer/{trip['customer_id']}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(trip["contact_last_name"])


def test_trips_that_owe_money(page: Page, demo: Shop) -> None:
    office.enter(page, demo)
    page.goto(f"{demo.url}/trips?view=unpaid")
    grid = page.get_by_role("grid", name="Trips")
    expect(grid).to_be_visible()
    expect(grid.get_by_role("row").nth(1)).to_be_visible()


def test_setting_up(page: Page, demo: Shop) -> None:
    name = secrets.token_hex(3)
    office.enter(page, demo)
    page.goto(f"{demo.url}/setup/customFields")
    page.get_by_role("button", name="New field").first.click()
    page.get_by_label("Question").fill(f"Shoe size {name}?")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(f"Shoe size {name}?")).to_be_visible()

    page.goto(f"{demo.url}/setup/resources")
    page.get_by_role("button", name="New group").first.click()
    page.get_by_label("Name of the group").fill(f"Kayaks {name}")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name=f"Kayaks {name}")).to_be_visible()

    page.goto(f"{demo.url}/setup/waiver/new/edit")
    page.get_by_label("Name", exact=True).fill(f"Risks {name}")
    page.get_by_label("Text", exact=True).fill("# Risks\n\nWater is wet.\n\n- Cold\n- Deep")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/setup/waiver/\d+/edit"))
    expect(page.get_by_role("heading", name=f"Risks {name}", level=1)).to_be_visible()

    page.goto(f"{demo.url}/setup/devices")
    page.get_by_role("button", name="Register a device").first.click()
    page.get_by_label("Name", exact=True).fill(f"Till {name}")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="The device’s token")).to_be_visible()
    page.get_by_role("button", name="I have entered it").click()
    expect(page.get_by_text(f"Till {name}")).to_be_visible()


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
    page.get_by_role("link", name=re.compile("Still owed")).click()
    page.wait_for_url(re.compile(r"/trips"))
