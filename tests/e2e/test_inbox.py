"""
Journeys of conversations with guests, each with real clicks.

1. A guest texts; the inbox shows it unread, staff answer by text, and the trip shows both.
2. All guests of a departure are written to: who gets it and who not is said first, then it goes.
"""

import http.client
import re
import secrets
from urllib.parse import urlencode

from playwright.sync_api import Page, expect
from twilio.request_validator import RequestValidator

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import dock, office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.wait_conditions import wait_for

WHERE = "Where do we meet tomorrow?"
THERE = "At the blue boathouse, ten minutes early."


def connect_texts(shop: Shop) -> None:
    """Let the operator send texts through the stand-in."""
    env = shop.stack.env
    names = {"account_sid": "ACCOUNT_SID", "auth_token": "AUTH_TOKEN", "sender": "SENDER"}
    values = {name: env[f"TWILIO_{key}"] for name, key in names.items()}
    shop.client.post("/api/plugin/twilio/settings/save", {"values": values})
    shop.client.post("/api/plugin/twilio/enable", {})


def receive(shop: Shop, phone: str, body: str, *, to: str = "") -> None:
    """Have a guest's text arrive, signed as the provider signs."""
    env, url = shop.stack.env, f"{shop.url}/partner/twilio/reply"
    form = {
        "MessageSid": f"SM{secrets.token_hex(16)}",
        "AccountSid": env["TWILIO_ACCOUNT_SID"],
        "From": phone,
        "To": to or env["TWILIO_SENDER"],
        "Body": body,
        "NumMedia": "0",
        "SmsStatus": "received",
    }
    signed = RequestValidator(env["TWILIO_AUTH_TOKEN"]).compute_signature(url, form)
    # Names of operators are the browser's to find: the machine asks no one for them.
    host = url.split("/")[2]
    call = http.client.HTTPConnection("127.0.0.1", shop.stack.port, timeout=20)
    headers = {
        "Host": host,
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Twilio-Signature": signed,
    }
    call.request("POST", "/partner/twilio/reply", urlencode(form), headers)
    assert call.getresponse().status == 200


def book(shop: Shop, tour: Tour, name: str) -> tuple[str, str]:
    """Book one party with a number of its own; returns its address and number."""
    email = f"{secrets.token_hex(4)}@guests.example"
    phone = f"+35191{secrets.randbelow(10**7):07d}"
    shop.buy(tour, tour.timeslot_ids[0], adults=2, email=email)
    shop.rows(
        "UPDATE trips_trip SET contact_phone = %s, contact_first_name = %s WHERE contact_email = %s",
        phone,
        name,
        email,
    )
    shop.rows(
        "UPDATE customers_customer SET phone = %s, first_name = %s WHERE email = %s", phone, name, email
    )
    return email, phone


def test_a_reply_by_text_is_answered_by_text(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    connect_texts(shop)
    email, phone = book(shop, shop.add_tour(seats=9), "Mira")
    receive(shop, phone, WHERE)
    wait_for(lambda: shop.client.get("/api/inbox/unread/get")["unread_cnt"] == 1, "the text")

    office.enter(page, shop)
    page.goto(f"{shop.url}/inbox")
    expect(page.get_by_label("1 unread conversation")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Mira")).click()
    thread = page.get_by_role("list", name="Messages")
    expect(thread).to_contain_text(WHERE)
    expect(page.get_by_label("1 unread conversation")).to_have_count(0)

    form = page.get_by_role("form", name="Write a message")
    expect(form.get_by_text(f"Goes to {phone}")).to_be_visible()
    form.get_by_role("textbox", name="Text message").fill(THERE)
    expect(form.get_by_text("1 text, 119 left")).to_be_visible()
    form.get_by_role("button", name="Send").click()
    expect(thread).to_contain_text(THERE)
    looks.at(page, "a conversation in the inbox")
    page.set_viewport_size(PHONE)
    looks.at(page, "a conversation on a phone")
    page.set_viewport_size(DESK)
    page.get_by_role("button", name="Assign", exact=True).click()
    page.get_by_role("menuitemradio", name="Me").or_(page.get_by_role("menuitem", name="Me")).click()
    expect(page.get_by_role("button", name=re.compile("^Assigned to"))).to_be_visible()
    # Notices have a button of that name as well, without a word on it.
    page.get_by_role("button", name="Close", exact=True).filter(has_text="Close").click()
    expect(page.get_by_text("All answered")).to_be_visible()

    page.goto(f"{shop.url}/trip/{shop.trip_of(email)['hash']}")
    both = page.get_by_role("list", name="Conversation")
    expect(both).to_contain_text(WHERE)
    expect(both).to_contain_text(THERE)
    both.scroll_into_view_if_needed()
    looks.at(page, "a conversation on its trip")


def test_all_guests_of_a_departure_are_written_to(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    tour = shop.add_tour(seats=20)
    (ana, _), (bo, _) = book(shop, tour, "Ana"), book(shop, tour, "Bo")
    silent, _ = book(shop, tour, "Cy")
    shop.rows("UPDATE trips_trip SET contact_email = NULL WHERE contact_email = %s", silent)
    office.enter(page, shop)
    dock.open_page(page, shop, tour)
    page.get_by_role("button", name=re.compile(f"^More for .*{tour.name}")).first.click()
    page.get_by_role("menuitem", name="Write to the guests").click()
    window = page.get_by_role("dialog", name="Write to the guests")
    expect(window.get_by_text("2 contacts get it.")).to_be_visible()
    window.get_by_role("textbox", name="Email", exact=True).fill(
        "Dear {{guest.first_name}}, bring a warm coat."
    )
    window.get_by_role("button", name="See who gets it").click()
    expect(window.get_by_text("No email address")).to_be_visible()
    expect(window.get_by_text(re.compile("bring a warm coat")).first).to_be_visible()
    looks.at(page, "who of a departure is written to")
    page.set_viewport_size(PHONE)
    looks.at(page, "who of a departure is written to, on a phone")
    page.set_viewport_size(DESK)
    window.get_by_role("button", name="Send to 2 contacts").click()
    expect(page.get_by_text("2 messages sent.")).to_be_visible(timeout=30_000)
    for email, name in ((ana, "Ana"), (bo, "Bo")):
        wait_for(lambda email=email: shop.stack.mailbox(email)[1:], f"the message to {email}")
        assert f"Dear {name}, bring a warm coat." in str(shop.stack.mailbox(email)[-1]["text"])
