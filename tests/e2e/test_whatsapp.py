"""
WhatsApp in the running product, at Twilio's stand-in.

An owner turns it on. A guest who texted writes by WhatsApp: it is one conversation, the answer goes the
way they wrote last, and is read. A day later WhatsApp is closed.
"""

import re
import secrets

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PHONE
from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.test_inbox import book, connect_texts, receive


def turn_on(page: Page, shop: Shop, number: str, looks: Looks) -> None:
    """Enter the number of a WhatsApp sender, as an owner does."""
    page.goto(f"{shop.url}/setup/plugin/twilio")
    page.get_by_role("textbox", name="WhatsApp number").fill(number)
    page.get_by_role("button", name=re.compile("^Save")).click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    looks.at(page, "WhatsApp is on")


def open_thread(page: Page, shop: Shop) -> Locator:
    """Open the guest's conversation; returns where staff write."""
    page.goto(f"{shop.url}/inbox")
    page.get_by_role("button", name=re.compile("^Mira")).click()
    return page.get_by_role("form", name="Write a message")


def answer(page: Page, shop: Shop, body: str) -> None:
    """Answer by WhatsApp, as it is offered."""
    form = open_thread(page, shop)
    expect(form.get_by_role("button", name="WhatsApp", pressed=True)).to_be_visible()
    form.get_by_role("textbox", name="WhatsApp").fill(body)
    expect(form.get_by_text(re.compile("1 text"))).to_have_count(0)
    form.get_by_role("button", name="Send").click()
    expect(page.get_by_role("list", name="Messages")).to_contain_text(body)


def wait_until(shop: Shop, body: str, status: str) -> dict[str, object]:
    """Wait until a message has come so far, and return it."""
    asked = """SELECT status, channel, segment_cnt, "to" FROM messaging_message WHERE body_text = %s"""
    wait_for(lambda: shop.rows(asked, body)[0]["status"] == status, f"a message that is {status}")
    return shop.rows(asked, body)[0]


def read_at_twilio(page: Page, shop: Shop, body: str, looks: Looks) -> None:
    """Read a message as the guest, on the stand-in's page."""
    page.goto(shop.stack.env["TWILIO_API_BASE"])
    looks.at(page, "what Twilio shows of WhatsApp")
    page.get_by_role("article").filter(has_text=body).get_by_role("button", name="Read it").click()


def test_it_is_answered_by_whatsapp_for_a_day(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop, number = own_shop, f"+1555010{secrets.randbelow(9000) + 1000}"
    first, second = (f"At the boathouse, {secrets.token_hex(3)}." for _ in range(2))
    connect_texts(shop)
    _, phone = book(shop, shop.add_tour(seats=9), "Mira")
    office.enter(page, shop)
    turn_on(page, shop, number, looks)
    receive(shop, phone, "Where do we meet?")
    receive(shop, f"whatsapp:{phone}", "Or at the pier?", to=f"whatsapp:{number}")
    wait_for(lambda: shop.client.get("/api/inbox/unread/get")["unread_cnt"] == 1, "the messages")

    answer(page, shop, first)
    expect(page.get_by_role("list", name="Messages")).to_contain_text("WhatsApp")
    looks.at(page, "a WhatsApp conversation")
    # The stand-in has heard of nothing that the guest wrote: its own window is closed.
    wait_until(shop, first, "failed")
    page.reload()
    expect(page.get_by_text("WhatsApp only takes this within 24 hours").first).to_be_visible()

    # The guest writes back on the stand-in's page, and reads the next answer.
    page.goto(shop.stack.env["TWILIO_API_BASE"])
    article = page.get_by_role("article").filter(has_text=first)
    expect(article).to_contain_text(f"WhatsApp, from {number} to {phone}")
    article.get_by_role("textbox", name="Answer").fill("Thanks!")
    article.get_by_role("button", name="Send").click()
    answer(page, shop, second)
    found = wait_until(shop, second, "delivered")
    assert (found["channel"], found["segment_cnt"], found["to"]) == ("whatsapp", 0, phone)
    read_at_twilio(page, shop, second, looks)
    wait_until(shop, second, "opened")

    yesterday = (
        "UPDATE messaging_message SET created_at = created_at - interval '25 hours' WHERE channel = %s"
    )
    shop.rows(yesterday, "whatsapp")
    open_thread(page, shop).get_by_role("button", name="WhatsApp").click()
    expect(page.get_by_text(re.compile("WhatsApp only takes replies within 24 hours"))).to_be_visible()
    page.set_viewport_size(PHONE)
    looks.at(page, "WhatsApp is closed, on a phone")
