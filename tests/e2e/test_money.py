"""
Money on the trip page, by people who take it and give it back.

1. Cash with a tip: the change is right before anybody hands it over, and the guide gets the tip.
2. A card that is read out: declined with its reason, then paid, and a part of it given back.
3. A cheque that never came is removed again; what is owed is what it was.
4. Two friends pay their own parts, in two ways.
"""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.booking import DECLINED, VISA
from tests.e2e.support.keyboard import turn_on
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import ADULT, Shop
from tests.e2e.test_trip import booked, done, look_at, read


def money(page: Page) -> Locator:
    """Open the window that takes money, by its key."""
    page.keyboard.press("c")
    window = page.get_by_role("dialog")
    expect(window.get_by_role("heading", name="Take payment")).to_be_visible()
    return window


def choose(window: Locator, way: str) -> None:
    """Choose how somebody pays."""
    radio = window.page.get_by_role("radio", name=way, exact=True)
    window.locator("label").filter(has=radio).click()
    expect(window.get_by_role("radio", name=way, exact=True)).to_be_checked()


def type_card(window: Locator, number: str) -> None:
    """Type a test card into the gateway's fields."""
    window.get_by_label("Card number").fill(number)
    window.get_by_label("Expiry").fill("12 / 34")
    window.get_by_label("CVC").fill("123")
    window.get_by_label("Postal code").fill("1100-148")


def take_tips(shop: Shop) -> None:
    """Let the operator's guests give tips."""
    shop.rows("UPDATE people_properties SET tip_mode = 'individual'")


def payments(shop: Shop, trip: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Return (kind, method, amount) of a trip's payments and refunds that count."""
    found = read(shop, trip)["payments"]
    return [
        (one["kind"], one["method"], one["amount"])
        for one in sorted(found, key=lambda one: int(one["id"]))
        if one["status"] in {"succeeded", "pending"}
    ]


def more(page: Page, amount: str, what: str) -> Locator:
    """Choose something from the menu of a payment; returns the window that opens."""
    page.get_by_role("button", name=f"More for the {amount} payment").click()
    page.get_by_role("menuitem", name=what, exact=True).click()
    return page.get_by_role("dialog")


def test_cash_with_a_tip_for_the_guide(page: Page, shop: Shop) -> None:
    take_tips(shop)
    shop.rows("UPDATE people_useravatar SET is_tippable = true")
    trip = booked(shop, shop.add_tour(seats=8), adults=2)
    look_at(page, shop, trip)
    window = money(page)
    choose(window, "Cash")
    window.get_by_label("Custom tip").fill("12")
    window.get_by_label("Cash received").fill("200")
    window.get_by_label("Cash received").press("Tab")
    expect(window.get_by_role("status").filter(has_text="Change")).to_contain_text("€10.00")
    window.get_by_role("button", name="Take €190.00").click()
    expect(window.get_by_role("heading", name="Paid")).to_be_visible()
    expect(window.get_by_role("status")).to_contain_text("€10.00")
    window.get_by_role("button", name="Done").click()
    assert payments(shop, trip) == [("payment", "cash", 2 * ADULT + 1_200)]
    assert read(shop, trip)["totals"]["balance"] == 0

    window = more(page, "€190.00", "Share tip")
    window.get_by_role("textbox").first.fill("12")
    window.get_by_role("textbox").first.press("Tab")
    window.get_by_role("button", name="Share tip").click()
    done(page, "Tip shared")
    tips = read(shop, trip)["payments"][0]["tips"]
    assert [one["amount"] for one in tips] == [1_200]
    assert tips[0]["user_avatar_id"]


def test_a_card_that_is_read_out(page: Page, shop: Shop, watches: dict[Any, Any]) -> None:
    watches[page.context].expect(r"/v1/payment_intents/", r"status of 402")
    trip = booked(shop, shop.add_tour(seats=8), adults=2)
    look_at(page, shop, trip)
    window = money(page)
    choose(window, "Card")
    type_card(window, DECLINED)
    window.get_by_role("button", name="Charge €178.00").click()
    expect(window.get_by_role("alert").filter(has_text="declined")).to_be_visible()
    assert payments(shop, trip) == []
    type_card(window, VISA)
    window.get_by_role("button", name="Charge €178.00").click()
    expect(window.get_by_role("heading", name="Paid")).to_be_visible()
    window.get_by_role("button", name="Done").click()
    expect(page.get_by_text("•••• 4242").first).to_be_visible()
    assert payments(shop, trip) == [("payment", "card", 2 * ADULT)]

    window = more(page, "€178.00", "Refund")
    window.get_by_role("textbox", name=re.compile("^Amount: Card")).fill("50")
    window.get_by_role("textbox", name=re.compile("^Amount: Card")).press("Tab")
    window.get_by_role("button", name="Refund €50.00").click()
    expect(window.get_by_role("heading", name="Refund")).to_be_visible()
    expect(window.get_by_role("status")).to_contain_text("€50.00")
    window.get_by_role("button", name="Done").click()
    assert payments(shop, trip)[1:] == [("refund", "card", 5_000)]


def test_a_cheque_that_never_came(page: Page, shop: Shop) -> None:
    trip = booked(shop, shop.add_tour(seats=8), adults=1)
    look_at(page, shop, trip)
    before = read(shop, trip)["totals"]
    window = money(page)
    choose(window, "Other")
    window.get_by_role("button", name=re.compile("Type")).click()
    page.get_by_role("option", name="Check").click()
    window.get_by_label("Check number").fill("1189")
    window.get_by_role("button", name="Record €89.00").click()
    window.get_by_role("button", name="Done").click()
    expect(page.get_by_text("1189")).to_be_visible()
    window = more(page, "€89.00", "Remove payment")
    window.get_by_label("Reason", exact=True).fill("Never arrived")
    window.get_by_role("button", name="Remove").click()
    done(page, "€89.00 payment removed")
    expect(page.get_by_text("Never arrived", exact=True)).to_be_visible()
    assert read(shop, trip)["totals"] == before


def test_two_friends_pay_their_own_parts(page: Page, shop: Shop) -> None:
    trip = booked(shop, shop.add_tour(seats=8), adults=2)
    look_at(page, shop, trip)
    window = money(page)
    choose(window, "Cash")
    window.get_by_role("button", name="Split by guest").click()
    turn_on(window.get_by_role("checkbox").first)
    window.get_by_role("button", name="Take €89.00").click()
    window.get_by_role("button", name="Collect the remaining €89.00").click()
    choose(window, "Other")
    window.get_by_role("button", name="Record €89.00").click()
    window.get_by_role("button", name="Done").click()
    assert payments(shop, trip) == [("payment", "cash", ADULT), ("payment", "external", ADULT)]
    covered = sorted(len(one["covered_booking_ids"]) for one in read(shop, trip)["payments"])
    assert (covered, read(shop, trip)["totals"]["balance"]) == ([0, 1], 0)


def test_every_way_to_pay_is_open_to_everybody(new_context: NewContext, shop: Shop, looks: Looks) -> None:
    take_tips(shop)
    trip = booked(shop, shop.add_tour(seats=8), adults=2)
    page = new_context(viewport=PHONE).new_page()
    office.enter(page, shop)
    page.goto(f"{shop.url}/trip/{trip['id']}/payments")
    page.get_by_role("button", name="Take payment").first.click()
    window = page.get_by_role("dialog")
    for way in ("Cash", "Gift card", "Payment link", "Other", "Card"):
        choose(window, way)
        if way == "Card":
            expect(window.get_by_label("Card number")).to_be_visible()
        looks.at(page, f"paying: {way}")
    page.keyboard.press("Escape")
    looks.at(page, "the money of a trip")
