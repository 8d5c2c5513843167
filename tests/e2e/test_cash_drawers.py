"""
A day at a shared register.

1. Somebody sets a PIN, sells by it on a paired register, and hands it over; a wrong PIN is refused.
2. A drawer from its float over a sale, cash paid out and a count that differs, to its slip.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.conftest import DESK, NewContext
from tests.e2e.support import office
from tests.e2e.support.keyboard import turn_on
from tests.e2e.support.payments import booked, take_cash
from tests.e2e.support.screens import keep
from tests.e2e.support.shop import Shop
from tests.e2e.support.watch import Watch

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def desk(new_context: NewContext, demo: Shop) -> Page:
    """The owner of the demonstration at a desk."""
    page = new_context(viewport=DESK).new_page()
    office.enter(page, demo)
    return page


def _keep_both(page: Page, name: str) -> None:
    keep(page, name)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    keep(page, name)
    page.set_viewport_size(DESK)


@contextmanager
def _window(page: Page, name: str) -> Iterator[Locator]:
    """Open what a button opens, and see it gone afterwards."""
    page.get_by_role("button", name=name, exact=True).click()
    window = page.get_by_role("dialog")
    expect(window).to_be_visible()
    yield window
    expect(window).to_be_hidden()


def test_a_drawer_from_float_to_slip(desk: Page, demo: Shop) -> None:
    name = f"Pier {secrets.token_hex(2)}"
    desk.goto(f"{demo.url}/cash")
    with _window(desk, "New drawer") as window:
        window.get_by_label("Name", exact=True).fill(name)
        window.get_by_role("button", name="Save").click()
    card = desk.get_by_role("listitem").filter(has=desk.get_by_role("heading", name=name))
    card.get_by_role("button", name="Start shift").click()
    window = desk.get_by_role("dialog")
    window.get_by_label("Float").fill("100")
    window.get_by_role("button", name="Start shift").click()
    expect(card.get_by_text("Open since")).to_be_visible()
    take_cash(demo, booked(demo, adults=1), 5_000)
    card.get_by_role("button", name="Put in or take out cash").click()
    turn_on(window.get_by_role("radio", name="Pay out"))
    window.get_by_label("Amount").fill("20")
    window.get_by_label("Reason").fill("Ice")
    _keep_both(desk, "cash-move")
    window.get_by_role("button", name="Pay out").click()
    expect(window).to_be_hidden()
    _keep_both(desk, "cash-open")
    card.get_by_role("button", name="Count and close").click()
    window.get_by_label("Total", exact=True).fill("129")
    window.get_by_label("Total", exact=True).press("Tab")
    expect(window.get_by_text("-$1.00")).to_be_visible()
    expect(window.get_by_role("button", name="Close shift")).to_be_disabled()
    window.get_by_label("Why does it differ?").fill("Gave too much change")
    _keep_both(desk, "cash-count")
    window.get_by_role("button", name="Close shift").click()
    expect(card.get_by_text("No one is working on this drawer.")).to_be_visible()
    past = desk.get_by_role("listitem").filter(has_text=name).filter(has_text="-$1.00")
    past.get_by_role("button", name="Details").click()
    slip = window.get_by_role("link", name="Slip (PDF)").get_attribute("href")
    _keep_both(desk, "cash-shift")
    assert demo.client.ask("GET", slip or "", Accept="application/pdf").body.startswith(b"%PDF")


def test_a_register_asks_who_sells(
    page: Page, own_shop: Shop, new_context: NewContext, watches: dict[BrowserContext, Watch]
) -> None:
    office.enter(page, own_shop)
    own_shop.client.post("/api/me/pin/save", {"pin": "2580"})
    me = own_shop.client.get("/app/init")["userAvatar"]["name"]
    page.goto(f"{own_shop.url}/profile/security")
    expect(page.get_by_role("button", name="Change PIN")).to_be_visible()
    _keep_both(page, "pin-card")
    code = own_shop.client.post("/api/devices/pairing/create", {"kind": "pos"})["code"]
    page = new_context(viewport=DESK).new_page()  # the register
    watches[page.context].expect(r"answer 40[13]: \S+ \S+/(app|api)/", r"status of 40[13]")
    page.goto(f"{own_shop.url}/device#pair={code}")
    page.get_by_label("Name of this device").fill("Front desk")
    page.get_by_role("button", name="Pair", exact=True).click()
    expect(page.get_by_role("heading", name="Who sells?")).to_be_visible()
    _keep_both(page, "who-sells")
    page.get_by_role("button", name=me).click()
    for pin in ("9182", "2580"):
        for digit in pin:
            page.get_by_role("button", name=digit, exact=True).click()
        if pin == "9182":
            page.get_by_role("button", name="Start selling").click()
            expect(page.get_by_text("This isn’t the PIN.")).to_be_visible()
    _keep_both(page, "pin-pad")
    page.get_by_role("button", name="Start selling").click()
    expect(page.get_by_text(f"{me} is selling here")).to_be_visible()
    _keep_both(page, "register")
    page.get_by_role("button", name="Switch person").click()
    expect(page.get_by_role("heading", name="Who sells?")).to_be_visible()
    page.goto(f"{own_shop.url}/PointOfSale")
    expect(page.get_by_text(f"{me} is selling here")).to_have_count(0)


def test_the_devices_stand_in_a_list_on_a_phone(desk: Page, demo: Shop) -> None:
    name = f"Dock {secrets.token_hex(2)}"
    demo.client.post("/api/device/register", {"name": name, "kind": "printer"})
    desk.set_viewport_size(PHONE)  # type: ignore[arg-type]
    desk.goto(f"{demo.url}/setup/devices")
    row = desk.get_by_role("list", name="Devices").get_by_role("button").filter(has_text=name)
    expect(row).to_contain_text("Printer")
    keep(desk, "devices")
    row.click()
    expect(desk.get_by_role("dialog").get_by_label("Name", exact=True)).to_have_value(name)
