"""
Journeys with invoices, each with real clicks.

1. A month is billed and sent: the partner without an address is named; then a part is paid, more
   than the balance is refused, and the rest settles it.
2. Two people change one invoice at once: the second is told, and keeps what they typed.
3. A partner pays by the link in the mail, a part and then the rest; a part goes back to the card.
"""

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.booking import VISA
from tests.e2e.support.payments import give_card
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch


@pytest.fixture
def phone(new_context: NewContext) -> Page:
    """A partner's phone."""
    return new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()


def partner(shop: Shop, name: str, email: str | None) -> int:
    """Make a reseller over HTTP who collects the guests' money for a fifth of it; returns their id."""
    wanted = {
        "name": name,
        "reseller_type": "concierge",
        "payment_method": "invoice_manual",
        "collect_type": "reseller_collects",
        "commission_ppm": 200_000,
    }
    made = shop.client.post("/api/reseller/create", wanted)
    if email:
        contact = {"name": "Books", "email": email, "phone": None, "is_accounting": True}
        general = {"tab": "general", "general": {"contacts": [contact]}, "version": made["version"]}
        shop.client.post(f"/api/reseller/{made['id']}/settings/edit", general)
    return int(made["id"])


def sell(shop: Shop, tour: Tour, reseller: int) -> None:
    """Sell two adults of a tour through a partner, over HTTP."""
    quantities = [{"experience_customer_type_id": tour.adult_id, "qty": 2}]
    order = {"experience_id": tour.id, "timeslot_id": tour.timeslot_ids[0], "quantities": quantities}
    contact = {"first_name": "Ines", "last_name": "Vaz", "email": "ines@guests.example"}
    cart = {"method": "phone", "contact": contact, "orders": [order]}
    trip = shop.client.post("/api/trip/save", cart)["trip"]
    shop.client.post(f"/api/trip/{trip['id']}/reseller/edit", {"reseller_id": reseller})
    shop.client.post(f"/api/trip/{trip['id']}/reserve", {"notify": False})


def invoice_of(shop: Shop, reseller: int) -> dict[str, Any]:
    """Return a partner's only invoice as the server has it."""
    [row] = shop.client.get(f"/api/reseller/{reseller}/invoices/get")
    found: dict[str, Any] = shop.client.get(f"/api/invoice/{row['id']}/get")
    return found


def bill_this_month(page: Page, shop: Shop, *names: str) -> Locator:
    """Bill these partners for what they booked this month; returns the window with the outcome."""
    page.goto(f"{shop.url}/invoices?new=1")
    dialog = page.get_by_role("dialog", name="Create invoices")
    dialog.get_by_role("radio", name="By booking date").check()
    dialog.get_by_role("button", name="Last month Period").click()
    page.get_by_role("option", name="This month so far").click()
    everybody = dialog.get_by_role("checkbox", name=re.compile(r"of \d+ resellers"))
    expect(everybody).to_be_checked()
    everybody.uncheck()
    for name in names:
        dialog.get_by_role("checkbox", name=re.compile(name)).check()
    dialog.get_by_role("switch", name="Email them right away").check()
    expect(dialog.get_by_text("1 reseller has no billing email.")).to_be_visible()
    dialog.get_by_role("button", name=f"Create and send {len(names)} invoices").click()
    return page.get_by_role("dialog", name="Create and send invoices")


def pay(page: Page, amount: str) -> Locator:
    """Type what was paid of the open invoice and record it; returns the window."""
    page.get_by_role("button", name="Record payment").first.click()
    dialog = page.get_by_role("dialog", name="Record payment")
    dialog.get_by_label("Amount").fill(amount)
    dialog.get_by_role("button", name="Record payment").click()
    return dialog


def test_a_month_from_trips_to_paid(page: Page, shop: Shop) -> None:
    key = secrets.token_hex(3)
    email = f"books.{key}@hotel.example"
    known, mute = partner(shop, f"Quay Hotel {key}", email), partner(shop, f"Mute Inn {key}", None)
    tour = shop.add_tour(seats=8)
    sell(shop, tour, known)
    sell(shop, tour, mute)
    office.enter(page, shop)

    outcome = bill_this_month(page, shop, f"Quay Hotel {key}", f"Mute Inn {key}")
    expect(outcome.get_by_text("1 reseller needs attention")).to_be_visible(timeout=30_000)
    expect(outcome.get_by_text("There’s no email on file.")).to_be_visible()
    outcome.get_by_role("button", name="Done").click()
    assert invoice_of(shop, mute)["status"] == "unsent"
    sent = invoice_of(shop, known)
    assert (sent["status"], sent["total_due"], sent["sent_to"]) == ("sent", 14_240, [email])
    mail = wait_for(lambda: shop.stack.mailbox(email), "the invoice")[-1]
    assert sent["number"] in mail["text"]

    page.get_by_role("link", name=sent["number"]).click()
    page.wait_for_url(f"**/{sent['id']}/invoices*")
    refused = pay(page, "500")
    expect(refused.get_by_text("That’s more than the balance of €142.40.")).to_be_visible()
    refused.get_by_label("Amount").fill("100")
    refused.get_by_role("button", name="Record payment").click()
    expect(page.get_by_text("€100.00 of €142.40 paid")).to_be_visible()
    now = invoice_of(shop, known)
    assert (now["status"], now["balance"]) == ("partially_paid", 4_240)

    page.goto(f"{shop.url}/{sent['id']}/invoice")
    page.get_by_role("button", name="Record payment").click()
    page.get_by_role("dialog").get_by_role("button", name="Record payment").click()
    expect(page.get_by_text("is paid in full")).to_be_visible()
    expect(page.get_by_role("button", name="Record payment")).to_be_hidden()
    assert invoice_of(shop, known)["status"] == "paid"

    page.goto(f"{shop.url}/reseller/{known}/invoices")
    expect(page.get_by_role("table", name="Statement of account").get_by_role("row")).to_have_count(4)
    expect(page.get_by_role("link", name=sent["number"], exact=True)).to_be_visible()


def test_two_people_change_one_invoice(page: Page, watch: Watch, shop: Shop) -> None:
    watch.expect(r"answer 409: POST \S+/note/edit", r"status of 409")
    reseller = partner(shop, f"Pier House {secrets.token_hex(3)}", None)
    sell(shop, shop.add_tour(seats=4), reseller)
    days = {"date_from": "2020-01-01", "date_to": "2199-01-01"}
    [made] = shop.client.post("/api/invoices/create", {"reseller_ids": [reseller], **days})
    office.enter(page, shop)
    page.goto(f"{shop.url}/{made['id']}/invoice")
    page.get_by_role("button", name="Add note").click()
    dialog = page.get_by_role("dialog", name="Add note")
    dialog.get_by_label("Note").fill("IBAN PT50 0002")
    theirs = {"amount": 240, "reason": "Agreed", "version": made["version"]}
    shop.client.post(f"/api/invoice/{made['id']}/discount/edit", theirs)

    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Someone else changed this invoice.")).to_be_visible()
    expect(dialog.get_by_label("Note")).to_have_value("IBAN PT50 0002")
    expect(page.get_by_text("€140.00").first).to_be_visible()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    now = invoice_of(shop, reseller)
    assert (now["note"], now["discount"]["amount"]) == ("IBAN PT50 0002", 240)


def test_a_partner_pays_by_the_link_in_the_mail(page: Page, phone: Page, demo: Shop, looks: Looks) -> None:
    key = secrets.token_hex(3)
    email = f"books.{key}@hotel.example"
    reseller = partner(demo, f"Pier Hotel {key}", email)
    tour = demo.add_tour(seats=8)
    sell(demo, tour, reseller)
    days = {"date_from": "2020-01-01", "date_to": "2199-01-01"}
    [made] = demo.client.post("/api/invoices/create", {"reseller_ids": [reseller], **days})
    sent = demo.client.post(f"/api/invoice/{made['id']}/send", {"to": [email], "version": made["version"]})
    mail = wait_for(lambda: demo.stack.mailbox(email), "the invoice")[-1]
    [address] = re.findall(r"https?://\S+/pay/i\S+", mail["text"])
    assert address == sent["payment_url"]

    # A part first, and then the rest, on a phone.
    phone.goto(address)
    expect(phone.get_by_role("heading", name=f"Pay invoice {sent['number']}")).to_be_visible()
    phone.get_by_role("radio", name="Another amount").check(force=True)
    phone.get_by_label("Amount in USD").fill("10")
    give_card(phone, VISA)
    looks.at(phone, "an invoice to pay")
    phone.get_by_role("button", name="Pay $10.00").tap()
    expect(phone.get_by_role("heading", name="Paid, thank you")).to_be_visible()
    phone.reload()
    rest = (sent["balance"] - 1000) / 100
    give_card(phone, VISA)
    phone.get_by_role("button", name=f"Pay ${rest:,.2f}").tap()
    expect(phone.get_by_role("heading", name="Paid, thank you")).to_be_visible()
    looks.at(phone, "an invoice that is paid")

    office.enter(page, demo)
    page.goto(f"{demo.url}/{made['id']}/invoice")
    expect(page.get_by_text("Paid", exact=True).first).to_be_visible()
    expect(page.get_by_role("button", name="Refund to the card")).to_have_count(2)
    assert invoice_of(demo, reseller)["status"] == "paid"

    # What a card paid goes back to it, and is due again.
    refund_first(page)
    assert invoice_of(demo, reseller)["balance"] == 1000
    looks.at(page, "an invoice whose card payment went back")


def refund_first(page: Page) -> None:
    """Give the first payment by card back; it is due again."""
    page.get_by_role("button", name="Refund to the card").first.click()
    dialog = page.get_by_role("dialog", name="Refund $10.00 to the card?")
    dialog.get_by_label("Reason").fill("Paid twice")
    dialog.get_by_role("button", name="Refund to the card").click()
    expect(page.get_by_text("Refund on its way to the card.")).to_be_visible()
    expect(page.get_by_role("button", name="Copy payment link")).to_be_visible()
