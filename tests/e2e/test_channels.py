"""
Channels that sell an operator's seats.

1. Staff connect OCTO, see the key this once, map an experience and go live; what a reseller books
   then is on the manifest.
2. A webhook that the reseller registers is seen, paused and removed.
3. Every other channel sells and cancels in its own protocol, and the manifest follows.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.support import channels, dock, office
from tests.e2e.support.channels import Guest, OctoReseller
from tests.e2e.support.shop import ADULT, Shop, Tour

TITLE, PRODUCT, UNIT = "Harbour Tickets", "SEA-CAVES", "grown-up"


def _saved(dialog: Locator) -> None:
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()


def _connect(page: Page, shop: Shop) -> str:
    """Connect OCTO; returns the key, which is shown this once."""
    page.goto(f"{shop.url}/setup/channels")
    expect(page.get_by_role("heading", name="No channels connected")).to_be_visible()
    page.get_by_role("button", name="Connect a channel").first.click()
    dialog = page.get_by_role("dialog", name="Connect a channel")
    expect(dialog.get_by_role("button", name=re.compile("OCTO"))).to_be_visible()
    dialog.get_by_label("Name", exact=True).fill(TITLE)
    new_partner = dialog.get_by_role("button", name=re.compile("New reseller with this name"))
    expect(new_partner).to_be_visible()
    _saved(dialog)
    told = page.get_by_role("dialog", name="Connection key")
    expect(told.get_by_text("It’s shown only once.")).to_be_visible()
    key = told.get_by_label("Key", exact=True).inner_text().strip()
    told.get_by_role("button", name="I’ve copied it").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(page.get_by_text(f"Key set, ending in {key[-4:]}.")).to_be_visible()
    page.reload()
    expect(page.get_by_text(f"Key set, ending in {key[-4:]}.")).to_be_visible()
    assert len(key) > 20
    assert key not in page.content()
    return key


def _tab(page: Page, name: str) -> None:
    page.get_by_role("navigation", name=TITLE).get_by_role("link", name=re.compile(name)).click()


def _map(page: Page, tour: Tour) -> None:
    """Sell a tour's first departure under the channel's own names."""
    _tab(page, "Products")
    page.get_by_role("button", name="Map experience").first.click()
    dialog = page.get_by_role("dialog", name="Map experience")
    dialog.get_by_role("combobox", name="Experience").fill(tour.name)
    page.get_by_role("option", name=tour.name).click()
    dialog.get_by_label("Channel product ID").fill(PRODUCT)
    dialog.get_by_label("Adult", exact=True).fill(UNIT)
    dialog.get_by_role("button", name=re.compile("Status")).click()
    page.get_by_role("option", name="On sale", exact=True).click()
    _saved(dialog)
    row = page.get_by_role("row").filter(has_text=PRODUCT)
    expect(row).to_contain_text(tour.name)
    expect(row).to_contain_text(f"Adult: {UNIT}")
    expect(row).to_contain_text("On sale")


def _go_live(page: Page) -> None:
    _tab(page, "Setup")
    expect(page.get_by_text("The channel can’t connect yet.")).to_be_visible()
    expect(page.get_by_text("Ready to go.")).to_be_visible()
    page.get_by_role("button", name="Go live", exact=True).click()
    expect(page.get_by_text("The channel is selling your seats.")).to_be_visible()


def test_staff_connect_octo_and_its_guests_are_on_the_manifest(page: Page, own_shop: Shop) -> None:
    tour, guest = own_shop.add_tour(seats=8), Guest("Grace", "Hopper")
    channels.enable(own_shop, "octo")
    office.enter(page, own_shop)
    key = _connect(page, own_shop)
    _map(page, tour)
    _go_live(page)

    reseller = OctoReseller(own_shop.stack.client(own_shop.slug), key)
    assert reseller.refusal(f"{key}x") == 403
    sold = reseller.book(PRODUCT, UNIT, tour.day, guest)
    assert own_shop.seats(tour.timeslot_ids[0]) == (2, 0)
    dock.open_page(page, own_shop, tour)
    expect(office.check_in_button(page, guest.name)).to_be_visible()
    expect(page.get_by_text(sold["supplierReference"])).to_be_visible()
    trip = own_shop.trip_of(guest.email)
    assert (trip["status"], trip["total_amount"]) == ("reserved", 2 * ADULT)


def test_staff_look_after_webhooks(page: Page, own_shop: Shop) -> None:
    channels.enable(own_shop, "octo")
    office.enter(page, own_shop)
    key = _connect(page, own_shop)
    _tab(page, "Webhooks")
    expect(page.get_by_text("No webhooks registered")).to_be_visible()
    _tab(page, "Setup")
    page.get_by_role("button", name="Start testing", exact=True).click()
    expect(page.get_by_text("Its bookings are marked as tests.")).to_be_visible()

    url = "https://reseller.example/hooks"
    headers = {"Authorization": f"Bearer {key}", "Octo-Capabilities": "octo/webhooks"}
    body = {"url": url, "event": "booking_update"}
    reseller = own_shop.stack.client(own_shop.slug)
    assert reseller.ask("POST", "/partner/octo/webhooks", body, **headers).status == 200
    page.reload()
    _tab(page, "Webhooks")
    expect(page.get_by_role("heading", name="Bookings")).to_be_visible()
    expect(page.get_by_text(url)).to_be_visible()
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()
    page.get_by_role("button", name="Resume", exact=True).click()
    expect(page.get_by_text("Active", exact=True)).to_be_visible()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("No webhooks registered")).to_be_visible()


@pytest.mark.parametrize("channel", sorted(channels.SELLERS))
def test_a_channel_sells_and_cancels_and_the_manifest_follows(page: Page, shop: Shop, channel: str) -> None:
    tour, guest = shop.add_tour(seats=8), Guest("Ada", channel.title())
    seller = channels.SELLERS[channel](shop, tour)
    booking = seller.book(guest)
    assert shop.seats(tour.timeslot_ids[0]) == (2, 0)
    office.enter(page, shop)
    dock.open_page(page, shop, tour)
    expect(office.check_in_button(page, guest.name)).to_be_visible()
    query = "SELECT total_amount FROM trips_trip WHERE reseller_voucher = %s"
    assert [row["total_amount"] for row in shop.rows(query, seller.reference)] == [2 * ADULT]

    seller.cancel(booking)
    assert shop.seats(tour.timeslot_ids[0]) == (0, 0)
    page.reload()
    expect(page.get_by_role("heading", name=tour.name).first).to_be_visible()
    expect(office.check_in_button(page, guest.name)).to_have_count(0)
    expect(page.get_by_text(guest.name)).to_have_count(0)
