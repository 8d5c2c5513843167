"""
What a desk does about money after it was asked for or taken.

1. A payment link is listed, mailed again, and taken back before anybody pays by it.
2. A cheque was noted on the wrong day and as the wrong thing: it is corrected, its receipt mailed.
3. A guest tipped too much: the tip goes back, the trip stays paid.
4. Somebody did not come: the fee is said first, then charged to the card that was kept, once.
"""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.support import office
from tests.e2e.support.booking import VISA
from tests.e2e.support.keyboard import turn_on
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import ADULT, Shop
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch
from tests.e2e.test_money import choose, money, more, payments, take_tips, type_card
from tests.e2e.test_trip import booked, done, look_at, read


def test_a_payment_link_is_taken_back(page: Page, shop: Shop, looks: Looks) -> None:
    trip = booked(shop, shop.add_tour(seats=8), adults=1)
    mail = trip["contact"]["email"]
    look_at(page, shop, trip)
    window = money(page)
    choose(window, "Payment link")
    turn_on(window.get_by_role("radio", name=re.compile("Copy the link")))
    window.get_by_role("button", name="Request €89.00").click()
    window.get_by_role("button", name="Done").click()
    links = page.get_by_role("region", name="Payment links")
    expect(links.get_by_text("Open", exact=True)).to_be_visible()
    expect(links).to_contain_text("not opened yet")
    looks.at(page, "a trip with a payment link")

    links.get_by_role("button", name="More for the €89.00 link").click()
    page.get_by_role("menuitem", name="Email again").click()
    done(page, f"Link sent to {mail}")
    sent = wait_for(lambda: shop.stack.mailbox(mail), "the mail with the link")[-1]
    assert "/pay/" in sent["text"]

    links.get_by_role("button", name="More for the €89.00 link").click()
    page.get_by_role("menuitem", name="Revoke link").click()
    looks.at(page, "a link is taken back")
    page.get_by_role("dialog").get_by_role("button", name="Revoke link").click()
    done(page, "Link revoked")
    links.get_by_role("button", name="1 inactive link").click()
    expect(links.get_by_text("Revoked", exact=True)).to_be_visible()
    # What was done here is no news from somebody else.
    expect(page.get_by_text("meanwhile")).to_have_count(0)


def test_a_cheque_is_corrected(page: Page, shop: Shop, looks: Looks, watches: dict[object, Watch]) -> None:
    watches[page.context].expect(r"/payment/edit", r"status of 422")
    trip = booked(shop, shop.add_tour(seats=8), adults=1)
    cheque = {"method": "check", "amount": ADULT, "reference": "1189"}
    shop.client.post(f"/api/trip/{trip['id']}/payment/add", cheque)
    before = read(shop, trip)["payments"][0]
    look_at(page, shop, trip)
    window = more(page, "€89.00", "Edit payment")
    expect(window.get_by_role("button", name="Save")).to_be_disabled()
    year = window.get_by_role("spinbutton", name=re.compile("year", re.I))
    for _ in range(2):
        year.press("ArrowDown")
    window.get_by_role("button", name="Save").click()
    expect(window.get_by_text("This is not within the last year.")).to_be_visible()
    looks.at(page, "a payment is corrected")
    for _ in range(2):
        year.press("ArrowUp")
    window.get_by_label("Number or reference").fill("1190")
    window.get_by_role("button", name=re.compile("Payment method")).click()
    page.get_by_role("option", name="Bank transfer").click()
    window.get_by_role("button", name="Save").click()
    done(page, "Saved")
    after = read(shop, trip)["payments"][0]
    changed = {name for name in before if before[name] != after[name]}
    assert (after["method"], after["reference"]) == ("bank_transfer", "1190")
    assert changed == {"method", "reference"}

    mail = trip["contact"]["email"]
    page.get_by_role("button", name="More for the €89.00 payment").click()
    page.get_by_role("menuitem", name="Email receipt").click()
    done(page, f"Receipt sent to {mail}")
    receipt = wait_for(lambda: shop.stack.mailbox(mail), "the receipt")[-1]
    assert re.search(r"89[.,]00", receipt["text"])


def test_a_tip_goes_back(page: Page, shop: Shop, looks: Looks) -> None:
    take_tips(shop)
    trip = booked(shop, shop.add_tour(seats=8), adults=1)
    cash = {"method": "cash", "amount": ADULT, "tip_amount": 1_200}
    shop.client.post(f"/api/trip/{trip['id']}/payment/add", cash)
    look_at(page, shop, trip)
    window = more(page, "€101.00", "Refund")
    amount = window.get_by_role("textbox", name="Amount: Cash")
    tip = window.get_by_role("textbox", name="Tip included: Cash")
    expect(tip).to_have_value("€12.00")
    amount.fill("10")
    amount.press("Tab")
    expect(tip).to_have_value("€0.00")
    tip.fill("10")
    tip.press("Tab")
    looks.at(page, "a tip goes back")
    window.get_by_role("button", name="Refund €10.00").click()
    expect(window.get_by_role("heading", name="Refund")).to_be_visible()
    window.get_by_role("button", name="Done").click()
    back = read(shop, trip)
    assert [one["tip_amount"] for one in back["payments"] if one["kind"] == "refund"] == [1_000]
    assert back["totals"]["balance"] == 0


def test_somebody_did_not_come(page: Page, shop: Shop, looks: Looks) -> None:
    shop.rows("UPDATE people_properties SET noshow_fee_amount = 1500")
    trip = booked(shop, shop.add_tour(seats=8), adults=2)
    office.open_check_in(shop, trip["tripOrders"][0]["id"])
    look_at(page, shop, trip)
    keep_a_card(page)
    window = charge_fee(page)
    expect(window.get_by_text("VISA •••• 4242")).to_be_visible()
    looks.at(page, "a fee for not coming")
    window.get_by_role("button", name="Charge €15.00").click()
    done(page, "€15.00 no-show fee charged")
    assert payments(shop, trip)[-1] == ("payment", "card", 1_500)

    window = charge_fee(page)
    expect(window.get_by_text("The fee was already charged.")).to_be_visible()
    window.get_by_role("button", name="Mark without a fee").click()
    expect(window).to_be_hidden()
    assert paid(shop, trip) == 2_000 + 1_500


def keep_a_card(page: Page) -> None:
    """Take a part of what is owed from a card that is kept."""
    window = money(page)
    choose(window, "Card")
    window.get_by_label("Amount", exact=True).fill("20")
    window.get_by_label("Amount", exact=True).press("Tab")
    turn_on(window.get_by_role("switch", name="Save the card for later payments"))
    type_card(window, VISA)
    window.get_by_role("button", name="Charge €20.00").click()
    expect(window.get_by_role("heading", name="Paid")).to_be_visible()
    window.get_by_role("button", name="Done").click()


def charge_fee(page: Page) -> Any:
    """Ask for the fee of the first guest; returns the window that says what it comes to."""
    page.get_by_role("button", name="More for Adult 1").click()
    page.get_by_role("menuitem", name="No-show: charge the fee").click()
    window = page.get_by_role("dialog")
    expect(window.get_by_text("Charged now")).to_be_visible()
    return window


def paid(shop: Shop, trip: dict[str, Any]) -> int:
    """Return what was paid towards a trip, in minor units."""
    return int(read(shop, trip)["totals"]["paid"])
