"""
A journey at the platform's desk: HubSpot's stand-in is connected, and a deal moves both ways.

A deal begun here appears there; moved there, it moves here; it is found by the search; then the
account is disconnected.
"""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE
from tests.e2e.support import platform_admins
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

# What tells an outsider that nothing is there.
CLOSED = (r"answer 40[134]: \S+ \S+/(app|api)/", r"status of 40[134]")
NAME = "Tidewater Kayaks"


def connect(page: Page, shop: Shop) -> None:
    """Paste the keys of the stand-in's app."""
    page.get_by_role("button", name="Connect", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Access token").fill(shop.stack.env["HUBSPOT_TOKEN"])
    dialog.get_by_label("Client secret").fill(shop.stack.env["HUBSPOT_CLIENT_SECRET"])
    dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("Connected", exact=True)).to_be_visible()


def begin_deal(page: Page) -> None:
    """Begin a deal in the pipeline."""
    page.get_by_role("link", name="Pipeline").click()
    page.get_by_role("button", name="New deal").click()
    page.get_by_role("dialog").get_by_label("Business").fill(NAME)
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("region", name="Lead").get_by_text(NAME).first).to_be_visible()


def move_there(page: Page, double: str) -> None:
    """Find the deal at the stand-in, and move it."""
    deal = page.get_by_role("article").filter(has_text=NAME)

    def is_there() -> bool:
        page.goto(double)
        return deal.count() > 0

    wait_for(is_there, "the deal in HubSpot", seconds=40)
    expect(deal.get_by_role("combobox")).to_have_value("appointmentscheduled")
    deal.get_by_role("combobox").select_option("presentationscheduled")
    deal.get_by_role("button", name="Move").click()


def test_a_deal_moves_both_ways(page: Page, watch: Watch, shop: Shop, looks: Looks) -> None:
    watch.expect(*CLOSED)
    platform_admins.enter(page, platform_admins.appoint(shop))
    page.get_by_role("link", name="HubSpot").click()
    expect(page.get_by_role("heading", name="Not connected")).to_be_visible()
    looks.at(page, "HubSpot: not connected")
    connect(page, shop)
    begin_deal(page)

    move_there(page, shop.stack.env["HUBSPOT_API_BASE"])

    page.goto(f"{shop.stack.apex_url}/platform/pipeline")

    def is_moved() -> bool:
        page.reload()
        expect(page.get_by_text(NAME).first).to_be_visible()
        return page.get_by_role("region", name="Demo").get_by_text(NAME).count() > 0

    wait_for(is_moved, "the move in the pipeline", seconds=40)

    page.get_by_role("link", name="HubSpot").click()
    page.get_by_role("searchbox").fill("tidewater")
    expect(page.get_by_role("link", name=NAME)).to_be_visible()
    looks.at(page, "HubSpot: connected")
    page.set_viewport_size(PHONE)
    looks.at(page, "HubSpot: connected, phone")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Disconnect").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Disconnect").click()
    expect(page.get_by_role("heading", name="Not connected")).to_be_visible()
