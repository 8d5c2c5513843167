"""
Journeys of money beyond the till.

1. A gift card: written with its picture beside it, sold, mailed when paid, printed, spent.
2. A card that waits for its day, and goes out sooner after all.
3. The code of a printed card: made, checked at the counter, activated.
4. An account at the payment service: away to say who one is, and back.
"""

import re
import secrets
from datetime import date, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import DESK, NewContext
from tests.e2e.support import office
from tests.e2e.support.keyboard import turn_on
from tests.e2e.support.payments import booked, link_to
from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch


@pytest.fixture
def desk(new_context: NewContext, demo: Shop) -> Page:
    """The owner of the demonstration at a desk."""
    page = new_context(viewport=DESK).new_page()
    office.enter(page, demo)
    return page


def test_a_gift_card_is_sold_mailed_printed_and_spent(desk: Page, demo: Shop) -> None:
    anna = f"anna.{secrets.token_hex(4)}@guests.example"
    desk.goto(f"{demo.url}/giftCards?new=1")
    window = desk.get_by_role("dialog")
    window.get_by_label("Value", exact=True).fill("50")
    window.get_by_role("radio", name="Sunrise").check()
    window.get_by_label("Buyer’s name").fill("Ben Falk")
    window.get_by_label("To", exact=True).fill("Anna")
    window.get_by_label("From", exact=True).fill("Ben")
    window.get_by_label("Message").fill("Out on the water with you!")
    window.get_by_label("Recipient’s email").fill(anna)
    face = window.get_by_role("img", name=re.compile(r"gift card: \$50"))
    expect(face).to_contain_text("For Anna")
    window.get_by_role("button", name="Sell gift card").click()
    expect(desk.get_by_role("heading", name="Gift card created")).to_be_visible()
    code = desk.get_by_label("Code", exact=True).inner_text().strip()
    desk.get_by_role("link", name="Continue to payment").click()
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
    expect(drawer.get_by_text("Redeemed")).to_be_visible()


def test_a_card_waits_for_its_day(desk: Page, demo: Shop) -> None:
    anna = f"anna.{secrets.token_hex(4)}@guests.example"
    desk.goto(f"{demo.url}/giftCards?new=1")
    window = desk.get_by_role("dialog")
    turn_on(window.get_by_role("radio", name=re.compile("^Given away")))
    window.get_by_label("Value", exact=True).fill("25")
    window.get_by_label("Reason", exact=True).fill("Winner of the photo contest")
    window.get_by_label("To", exact=True).fill("Anna")
    window.get_by_label("Recipient’s email").fill(anna)
    turn_on(window.get_by_role("radio", name="On a date"))
    window.get_by_role("button", name="Issue gift card").click()
    expect(window.get_by_text("This field is required.").first).to_be_visible()
    type_day(window.get_by_role("group", name="Date"), date.today() + timedelta(days=20))
    window.get_by_role("button", name="Issue gift card").click()
    code = desk.get_by_label("Code", exact=True).inner_text().strip()
    desk.get_by_role("button", name="Done").click()

    card = demo.client.get(f"/api/giftCard/search?code={code}")["giftCard"]
    assert (card["status"], card["balance"]) == ("active", 2500)
    desk.goto(f"{demo.url}/giftCards?card={card['id']}")
    drawer = desk.get_by_role("dialog")
    expect(drawer.get_by_text(re.compile("^Scheduled for "))).to_be_visible()
    assert demo.stack.mailbox(anna) == []
    drawer.get_by_role("button", name="Send now").click()
    mail = wait_for(lambda: demo.stack.mailbox(anna), "the mail with the gift card")[-1]
    assert "$25.00" in mail["text"]


def test_the_code_of_a_printed_card(desk: Page, demo: Shop, watches: dict[object, Watch]) -> None:
    # Who pays for the card is asked once the server says that nobody does.
    watches[desk.context].expect(r"answer 422: POST \S+/activate$", r"status of 422 .*/activate")
    code = f"TIDE{secrets.token_hex(4).upper()}"
    desk.goto(f"{demo.url}/giftCards?new=1")
    window = desk.get_by_role("dialog")
    turn_on(window.get_by_role("radio", name=re.compile("^Printed card")))
    window.get_by_label("Value", exact=True).fill("40")
    window.get_by_label("Code on the card").fill(code)
    window.get_by_role("button", name="Create gift card").click()
    desk.get_by_role("button", name="Done").click()
    trip = booked(demo, adults=1)
    refused = demo.client.ask("POST", f"/api/trip/{trip['id']}/giftCard/apply", {"code": code})
    assert refused.status == 422, refused.body

    desk.get_by_role("button", name="Check a code").click()
    window = desk.get_by_role("dialog")
    window.get_by_label("Code", exact=True).fill(code.lower())
    window.get_by_role("button", name="Check", exact=True).click()
    expect(window.get_by_text("Not active")).to_be_visible()
    window.get_by_role("button", name="Activate").click()
    who = desk.get_by_role("dialog", name="Activate")
    turn_on(who.get_by_role("radio", name=re.compile("^Given away")))
    who.get_by_label("Reason", exact=True).fill("First prize of the raffle")
    who.get_by_role("button", name="Activate").click()
    expect(window.get_by_text("$40.00")).to_be_visible()
    after = demo.client.post(f"/api/trip/{trip['id']}/giftCard/apply", {"code": code})["trip"]
    assert after["totals"]["balance"] == trip["totals"]["balance"] - 4000


def type_day(field: Locator, day: date) -> None:
    """Type a day into the parts of a date field."""
    parts = field.get_by_role("spinbutton")
    for part, number in zip(parts.all(), (day.month, day.day, day.year), strict=True):
        part.click()
        part.press_sequentially(str(number))


def test_an_account_at_the_payment_service_is_connected(new_context: NewContext, own_shop: Shop) -> None:
    page = new_context(viewport=DESK).new_page()
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/payments")
    expect(page.get_by_text("The platform collects for you")).to_be_visible()
    page.get_by_role("button", name="Connect account").click()
    page.locator("button[value=save]").click()
    page.wait_for_url("**/setup/payments/account?onboarding=done")
    expect(page.get_by_text("Connecting your account")).to_be_visible()
    expect(page.get_by_text("a bank account", exact=True)).to_be_visible()

    # Whoever pays meanwhile is not turned away.
    trip = booked(own_shop)
    guest = new_context().new_page()
    guest.goto(link_to(own_shop, trip))
    guest.get_by_role("button", name="Test Pay").click()
    expect(guest.get_by_role("heading", name="Paid, thank you")).to_be_visible()

    page.get_by_role("button", name="Continue").click()
    page.locator("button[value=complete]").click()
    page.wait_for_url("**/setup/payments/account?onboarding=done")
    expect(page.get_by_text("Connected account")).to_be_visible()
    expect(page.get_by_text("Everything looks good.")).to_be_visible()
    trip = booked(own_shop)
    guest.goto(link_to(own_shop, trip))
    guest.get_by_role("button", name="Test Pay").click()
    expect(guest.get_by_role("heading", name="Paid, thank you")).to_be_visible()
