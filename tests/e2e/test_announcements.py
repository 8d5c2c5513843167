"""
A journey from the desk to the dock: a loudspeaker is registered and listens, a departure is called
in the provider's voice, and the desk sees that it was heard. A second call is stopped.
"""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import dock, office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour

KEYS = {"access_key_id": "AKIDEXAMPLE1", "secret_access_key": "any-will-do"}


def connect_voice(shop: Shop) -> None:
    """Give the operator a voice at the stand-in."""
    shop.client.post("/api/plugin/polly/enable", {})
    voice = {"provider": "polly", "region": "us-east-1", "voice": "Joanna", "language": "en-US"}
    accounts = [{**voice, "is_default": True, "credentials": KEYS}]
    shop.client.post("/api/textToSpeech/accounts/set", {"accounts": accounts})


def register_speaker(page: Page, shop: Shop, looks: Looks) -> str:
    """Register a loudspeaker in the office; returns the link that makes a browser one."""
    page.goto(f"{shop.url}/setup/devices")
    expect(page.get_by_role("heading", name="Voices")).to_be_visible()
    expect(page.get_by_text("Joanna")).to_be_visible()
    page.get_by_role("button", name="Register a device").first.click()
    form = page.get_by_role("dialog", name="Register a device")
    form.get_by_role("textbox", name="Name").fill("Dock speaker")
    form.get_by_role("radio", name=re.compile("^Speaker")).check()
    form.get_by_role("button", name="Save").click()
    link = page.get_by_label("Link for the device").inner_text().strip()
    page.get_by_role("dialog").get_by_role("button").filter(has_text="entered").click()
    looks.at(page, "devices with voices")
    return link


def call_departure(page: Page, speaker: Page, shop: Shop, tour: Tour, looks: Looks) -> Locator:
    """Call a departure until it was heard; returns the window."""
    dock.open_page(page, shop, tour)
    page.get_by_role("button", name=re.compile(f"^More for .*{tour.name}")).first.click()
    page.get_by_role("menuitem", name="Boarding call").click()
    window = page.get_by_role("dialog", name=re.compile("^Announce"))
    words = window.get_by_role("textbox", name="English")
    expect(words).to_have_value(re.compile(f"9:00 AM group for {tour.name}"))
    expect(window.get_by_text("On", exact=True)).to_be_visible()
    looks.at(page, "a boarding call")
    page.set_viewport_size(PHONE)
    looks.at(page, "a boarding call on a phone")
    page.set_viewport_size(DESK)
    words.fill("Gate two, please.")
    window.get_by_role("button", name="Announce", exact=True).click()
    expect(speaker.get_by_role("status").get_by_text("Gate two, please.")).to_be_visible()
    looks.at(speaker, "a loudspeaker that speaks")
    expect(page.get_by_text("Heard", exact=True)).to_be_visible(timeout=20_000)
    looks.at(page, "what became of a boarding call")
    return window


def test_a_departure_is_called_at_the_dock(
    page: Page, own_shop: Shop, looks: Looks, new_context: Callable[..., BrowserContext]
) -> None:
    shop = own_shop
    connect_voice(shop)
    tour = shop.add_tour(seats=9)
    office.enter(page, shop)

    link = register_speaker(page, shop, looks)

    speaker = new_context().new_page()
    speaker.goto(link)
    expect(speaker.get_by_role("heading", name="Loudspeaker")).to_be_visible()
    assert "device=" not in speaker.url
    looks.at(speaker, "a loudspeaker before it begins")
    speaker.get_by_role("button", name="Start listening").click()
    expect(speaker.get_by_role("heading", name="Dock speaker")).to_be_visible()
    looks.at(speaker, "a loudspeaker that listens")

    window = call_departure(page, speaker, shop, tour, looks)

    page.get_by_role("button", name="Announce again").click()
    window.get_by_role("button", name="Announce", exact=True).click()
    expect(page.get_by_text("Speaking", exact=True)).to_be_visible(timeout=15_000)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("Stopped", exact=True)).to_be_visible(timeout=15_000)
    expect(speaker.get_by_text("Gate two, please.")).to_have_count(0)
