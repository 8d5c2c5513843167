"""
Journeys of money beyond the till.

1. A gift card: written with its picture beside it, sold, mailed when paid, printed, spent.
2. A payment link, at the size of a phone: declined, paid, and its receipt.
3. The part of one guest, by wallet.
4. An account at the payment service: away to say who one is, and back.
"""

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.booking import DECLINED, VISA
from tests.e2e.support.shop import ADULT, Shop
from tests.e2e.support.waiting import wait_for


@pytest.fixture
def desk(new_context: NewContext, demo: Shop) -> Page:
    """The owner of the demonstration at a desk."""
    page = new_context(viewport=DESK).new_page()
    office.enter(page, demo)
    return page


def booked(demo: Shop, *, adults: int = 2) -> dict[str, Any]:
    """Book a trip by telephone that nobody has paid."""
    tour = demo.add_tour(seats=8)
    quantities = [{"experience_customer_type_id": tour.adult_id, "qty": adults}]
    order = {
        "experience_id": tour.id,
        "timeslot_id": tour.timeslot_ids[0],
        "quantities": quantities,
    }
    contact = {
        "first_name": "Mara",
        "last_name": "Lund",
        "email": f"{secrets.token_hex(4)}@guests.example",
    }
    made = demo.client.post(
        "/api/trip/save", {"method": "phone", "contact": contact, "orders": [order]}
    )["trip"]
    trip: dict[str, Any] = demo.client.post(f"/api/trip/{made['id']}/reserve", {})["trip"]
    return trip


def link_to(demo: Shop, trip: dict[str, Any], **asked: Any) -> str:
    """Make a payment link of a trip and return its address."""
    made = demo.client.post(f"/api/trip/{trip['id']}/paymentLink/create", asked)
    found: str = made["url"]
    return found


def give_card(page: Page, number: str) -> None:
    """Type a card into the payment service's own fields."""
    page.get_by_label("Card number").fill(number)
    page.get_by_label("Expiry").fill("12 / 34")
    page.get_by_label("CVC").fill("123")
    page.get_by_label("Postal code").fill("1100-148")


def test_a_gift_card_is_sold_mailed_printed_and_spent(desk: Page, demo: Shop) -> None:
    anna = f"anna.{secrets.token_hex(4)}@guests.example"
    desk.goto(f"{demo.url}/giftCards?new=1")
    window = desk.get_by_role("dialog")
    window.get_by_label("Value", exact=True).fill("50")
    window.get_by_role("radio", name="Sunrise").check()
    window.get_by_label("Buyer’s name").fill("Ben Falk")
    window.get_by_label("For", exact=True).fill("Anna")
    window.get_by_label("From", exact=True).fill("Ben")
    window.get_by_label("Message").fill("Out on the water with you!")
    window.get_by_label("E-mail of the recipient").fill(anna)
    face = window.get_by_role("img", name=re.compile(r"Gift card of .*: \$50"))
    expect(face).to_contain_text("For Anna")
    window.get_by_role("button", name="Sell the card").click()
    expect(desk.get_by_role("heading", name="The gift card is made")).to_be_visible()
    code = desk.get_by_label("Code", exact=True).inner_text().strip()
    desk.get_by_role("link", name="Go on to payment").click()
    desk.wait_for_url("**/trip/*/payments")
    trip = int(re.search(r"/trip/(\d+)", desk.url)[1])  # type: ignore[index]
    cash = {"method": "cash", "amount": 5000, "expected_total": 5000}
    demo.client.post(f"/api/trip/{trip}/directPay/convert", cash)

    mail = wait_for(lambda: demo.stack.mailbox(anna), "the mail with the gift card")[-1]
    assert "Ben" in mail["text"]
    card = demo.client.get(f"/api/giftCard/search?code={code}")["giftCard"]
    assert (card["status"], card["balance"]) == ("active", 5000)
    paper = demo.client.ask("GET", f"/api/giftCard/{card['id']}/pdf", Accept="application/pdf")
    assert paper.body.startswith(b"%PDF")

    spent = booked(demo, adults=1)
    after = demo.client.post(f"/api/trip/{spent['id']}/giftCard/apply", {"code": code})["trip"]
    assert after["totals"]["balance"] == spent["totals"]["balance"] - 5000
    desk.goto(f"{demo.url}/giftCards?card={card['id']}")
    drawer = desk.get_by_role("dialog")
    expect(drawer.get_by_text("Used up")).to_be_visible()
    expect(drawer.get_by_text("Paid with it")).to_be_visible()


def test_a_link_is_paid_on_a_phone(new_context: NewContext, demo: Shop) -> None:
    trip = booked(demo)
    address = link_to(demo, trip)
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()

    page.goto(address)
    expect(page.get_by_role("heading", name="Pay the rest of your trip")).to_be_visible()
    give_card(page, DECLINED)
    pay = page.get_by_role("button", name=f"Pay ${2 * ADULT / 100:.2f}")
    pay.tap()
    expect(page.get_by_text("The card was declined.")).to_be_visible()
    give_card(page, VISA)
    pay.tap()
    expect(page.get_by_role("heading", name="Paid, thank you")).to_be_visible()
    expect(page.get_by_label("Receipt")).to_contain_text("Visa ending in 4242")
    assert demo.payments_of(trip["contact"]["email"])[-1] == ("payment", "succeeded", 2 * ADULT)

    page.reload()
    expect(page.get_by_role("heading", name="Paid, thank you")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Pay "))).to_have_count(0)


def test_one_guest_pays_their_part_by_wallet(new_context: NewContext, demo: Shop) -> None:
    trip = booked(demo)
    address = link_to(demo, trip, amount_mode="tab")
    page = new_context(viewport=PHONE).new_page()

    page.goto(address)
    expect(page.get_by_role("heading", name="Pay your part of the trip")).to_be_visible()
    expect(page.get_by_role("button", name="Pay $0.00")).to_be_disabled()
    page.get_by_role("group", name="Whose places do you pay for?").get_by_role(
        "checkbox"
    ).first.check()
    page.get_by_role("button", name="Test Pay").click()
    expect(page.get_by_role("heading", name="Paid, thank you")).to_be_visible()
    wait_for(
        lambda: ("payment", "succeeded", ADULT) in demo.payments_of(trip["contact"]["email"]),
        "the part that was paid",
    )
    page.get_by_role("button", name="Pay for somebody else").click()
    expect(page.get_by_text("Paid", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=f"Pay ${ADULT / 100:.2f}")).to_be_enabled()


def test_an_account_at_the_payment_service_is_connected(desk: Page, demo: Shop) -> None:
    desk.goto(f"{demo.url}/setup/payments")
    begin = desk.get_by_role("button", name=re.compile("Connect an account|Go on"))
    expect(begin).to_be_visible()
    begin.click()
    desk.wait_for_url(lambda url: "/setup/payments" not in url or "onboarding=" in url)
    desk.goto(f"{demo.url}/setup/payments/account?onboarding=done")
    expect(desk.get_by_text("An account of yours, connected to the platform")).to_be_visible()
    expect(desk.get_by_text("Takes payments")).to_be_visible()
