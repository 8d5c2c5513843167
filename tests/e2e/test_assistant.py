"""
A journey with an assistant: without one no button is there; with one, a draft and a better wording
stand beside the original, are used or not, and can be taken back.
"""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.test_inbox import WHERE, book, connect_texts, receive


def improve(page: Page, form: Locator, looks: Looks) -> None:
    """Have a text improved: once left as it is, once used and taken back."""
    words = form.get_by_role("textbox", name="Text message")
    words.fill("at the blue boathouse")
    form.get_by_role("button", name="Improve “Text message”").click()
    window = page.get_by_role("dialog", name="Improve “Text message”")
    expect(window.get_by_role("region", name="What it says now")).to_contain_text("at the blue boathouse")
    looks.at(page, "a better wording beside the original")
    page.set_viewport_size(PHONE)
    looks.at(page, "a better wording on a phone")
    page.set_viewport_size(DESK)
    page.keyboard.press("Escape")
    expect(words).to_have_value("at the blue boathouse")
    form.get_by_role("button", name="Improve “Text message”").click()
    window.get_by_role("button", name="Use this").click()
    expect(words).to_have_value("At the blue boathouse.")
    page.get_by_role("button", name="Undo").click()
    expect(words).to_have_value("at the blue boathouse")


def test_words_are_proposed_and_people_decide(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    connect_texts(shop)
    _, phone = book(shop, shop.add_tour(seats=9), "Mira")
    receive(shop, phone, WHERE)
    wait_for(lambda: shop.client.get("/api/inbox/unread/get")["unread_cnt"] == 1, "the text")
    office.enter(page, shop)
    page.goto(f"{shop.url}/inbox")
    page.get_by_role("button", name=re.compile("^Mira")).click()
    form = page.get_by_role("form", name="Write a message")
    expect(form).to_be_visible()
    expect(form.get_by_role("button", name="Draft a reply")).to_have_count(0)

    shop.client.post("/api/plugin/chat_completions/enable", {})
    page.reload()
    page.get_by_role("button", name=re.compile("^Mira")).click()
    words = form.get_by_role("textbox", name="Text message")
    form.get_by_role("button", name="Draft a reply").click()
    window = page.get_by_role("dialog", name="Draft of a reply")
    expect(window.get_by_role("radio").first).to_be_checked()
    expect(window.get_by_text(re.compile("Thank you for your message")).first).to_be_visible()
    looks.at(page, "a draft of a reply")
    window.get_by_role("button", name="Use this").click()
    expect(words).to_have_value(re.compile(WHERE.replace("?", "\\?")))
    improve(page, form, looks)
    assert shop.client.get("/api/inbox/get")["data"][0]["last_direction"] == "in"
