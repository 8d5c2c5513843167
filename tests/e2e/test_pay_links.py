"""
Payment links, mostly at the size of a phone.

1. Declined, then paid, with its receipt; with a tip by wallet; one guest's part by wallet.
2. A bank that asks: not approved, then approved.
3. A link that asks for nothing any more: too old, taken back, paid at the counter, cancelled.
4. From the page of one's own trip, and back to it.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support.booking import DECLINED, VISA
from tests.e2e.support.keyboard import turn_on
from tests.e2e.support.payments import booked, give_card, link_to, take_cash
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import ADULT, Shop
from tests.e2e.support.wait_conditions import wait_for

ASKS = "4000000000003220"
TWO = f"${2 * ADULT / 100:.2f}"


@pytest.fixture
def phone(new_context: NewContext) -> Page:
    """A customer's phone."""
    return new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()


def expect_paid(page: Page) -> None:
    """Wait for the thanks; nothing more can be paid."""
    expect(page.get_by_role("heading", name="Paid, thank you")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Pay "))).to_have_count(0)


def test_a_link_is_paid_on_a_phone(phone: Page, demo: Shop, watches: dict[Any, Any], looks: Looks) -> None:
    watches[phone.context].expect(r"/v1/payment_intents/", r"status of 402")
    trip = booked(demo)
    phone.goto(link_to(demo, trip))
    expect(phone.get_by_role("heading", name="Pay for your trip")).to_be_visible()
    give_card(phone, DECLINED)
    looks.at(phone, "a payment link")
    pay = phone.get_by_role("button", name=f"Pay {TWO}")
    pay.tap()
    expect(phone.get_by_text("The card was declined.")).to_be_visible()
    looks.at(phone, "a payment link, declined")
    give_card(phone, VISA)
    pay.tap()
    expect_paid(phone)
    expect(phone.get_by_label("Receipt")).to_contain_text("Visa ending in 4242")
    looks.at(phone, "a payment link, paid")
    assert demo.payments_of(trip["contact"]["email"])[-1] == ("payment", "succeeded", 2 * ADULT)

    phone.reload()
    expect_paid(phone)


def test_a_bank_asks_before_it_pays(phone: Page, demo: Shop, watches: dict[Any, Any]) -> None:
    watches[phone.context].expect(r"/v1/payment_intents/", r"status of 402")
    trip = booked(demo)
    phone.goto(link_to(demo, trip))
    give_card(phone, ASKS)
    phone.get_by_role("button", name=f"Pay {TWO}").tap()
    phone.get_by_role("dialog").get_by_role("button", name="Fail").tap()
    expect(phone.get_by_text("Your bank didn’t approve the payment.")).to_be_visible()
    assert ("payment", "succeeded", 2 * ADULT) not in demo.payments_of(trip["contact"]["email"])
    phone.get_by_role("button", name=f"Pay {TWO}").tap()
    phone.get_by_role("dialog").get_by_role("button", name="Complete").tap()
    expect_paid(phone)
    charges = demo.charges_of(trip["contact"]["email"])
    assert [charge["amount"] for charge in charges] == [2 * ADULT]


def test_a_wallet_pays_with_a_tip(phone: Page, own_shop: Shop) -> None:
    own_shop.rows("UPDATE people_properties SET tip_mode = 'shared_pool'")
    trip = booked(own_shop)
    phone.goto(link_to(own_shop, trip))
    tips = phone.get_by_role("group", name="A tip for the crew?")
    turn_on(tips.get_by_role("radio", name=re.compile("^15%")))
    tip = 2 * ADULT * 15 // 100
    button = phone.get_by_role("button", name=f"Pay €{(2 * ADULT + tip) / 100:.2f}")
    expect(button).to_be_visible()
    phone.get_by_role("button", name="Test Pay").tap()
    expect_paid(phone)
    expect(phone.get_by_label("Receipt")).to_contain_text(f"with €{tip / 100:.2f} tip")
    paid = own_shop.payments_of(trip["contact"]["email"])
    assert paid == [("payment", "succeeded", 2 * ADULT + tip)]


def test_one_guest_pays_their_part_by_wallet(phone: Page, demo: Shop) -> None:
    trip = booked(demo)
    phone.goto(link_to(demo, trip, amount_mode="tab"))
    expect(phone.get_by_role("heading", name="Pay your share of the trip")).to_be_visible()
    expect(phone.get_by_role("button", name="Pay $0.00")).to_be_disabled()
    group = phone.get_by_role("group", name="Who are you paying for?")
    group.get_by_role("checkbox").first.check()
    phone.get_by_role("button", name="Test Pay").tap()
    expect(phone.get_by_role("heading", name="Paid, thank you")).to_be_visible()
    wait_for(
        lambda: ("payment", "succeeded", ADULT) in demo.payments_of(trip["contact"]["email"]),
        "the part that was paid",
    )
    phone.get_by_role("button", name="Pay for someone else").tap()
    expect(phone.get_by_text("Paid", exact=True)).to_be_visible()
    expect(phone.get_by_role("button", name=f"Pay ${ADULT / 100:.2f}")).to_be_enabled()


def test_a_link_that_asks_for_nothing_any_more(phone: Page, shop: Shop, looks: Looks) -> None:
    trip = booked(shop)
    old, back = link_to(shop, trip), link_to(shop, trip)
    newest = shop.rows("SELECT id FROM ledger_paymentlink ORDER BY id DESC LIMIT 2")
    gone, late = (row["id"] for row in newest)
    past = "UPDATE ledger_paymentlink SET expires_at = now() - interval '1 hour' WHERE id = %s"
    shop.rows(past, late)
    shop.client.post(f"/api/trip/{trip['id']}/paymentLink/{gone}/revoke", {})
    for address, heading in ((old, "This link has expired"), (back, "There’s nothing to pay here anymore")):
        phone.goto(address)
        expect(phone.get_by_role("heading", name=heading)).to_be_visible()
        expect(phone.get_by_role("button", name=re.compile("^Pay "))).to_have_count(0)
        expect(phone.get_by_role("link", name="View your trip")).to_be_visible()
        looks.at(phone, heading)

    cancelled = booked(shop)
    address = link_to(shop, cancelled)
    shop.client.post(f"/api/trip/{cancelled['id']}/delete", {"reason": "Storm"})
    phone.goto(address)
    expect(phone.get_by_role("heading", name="There’s nothing to pay here")).to_be_visible()


def test_paid_at_the_counter_meanwhile(phone: Page, shop: Shop, watches: dict[Any, Any]) -> None:
    watches[phone.context].expect(r"paymentLink/\S+/createIntent", r"status of 409")
    trip = booked(shop)
    phone.goto(link_to(shop, trip))
    give_card(phone, VISA)
    take_cash(shop, trip, 2 * ADULT)
    phone.get_by_role("button", name=re.compile("^Pay ")).tap()
    expect_paid(phone)
    assert shop.charges_of(trip["contact"]["email"]) == []


def test_from_the_page_of_the_trip_and_back(phone: Page, demo: Shop, looks: Looks) -> None:
    trip = booked(demo)
    phone.goto(f"{demo.url}/customerPortal?trip={trip['hash']}")
    expect(phone.get_by_role("heading", name="Balance due")).to_be_visible()
    looks.at(phone, "a trip's own page, unpaid")
    phone.get_by_role("button", name=f"Pay {TWO}").tap()
    expect(phone.get_by_role("heading", name="Pay for your trip")).to_be_visible()
    give_card(phone, VISA)
    phone.get_by_role("button", name=f"Pay {TWO}").tap()
    expect_paid(phone)
    phone.get_by_role("link", name="View your trip").tap()
    expect(phone.get_by_role("heading", name="We look forward to seeing you, Mara")).to_be_visible()
    expect(phone.get_by_role("heading", name="Balance due")).to_have_count(0)
    expect(phone.get_by_text("Visa ending in 4242")).to_be_visible()
    looks.at(phone, "a trip's own page, paid")
