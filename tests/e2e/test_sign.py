"""Guests sign on their own phone, for a whole family, and on a tablet that has lost its connection."""

import secrets
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support.shop import Shop, Tour


@pytest.fixture
def tour(own_shop: Shop) -> Tour:
    """A tour whose adults and children sign one waiver."""
    made = own_shop.add_tour(seats=12)
    ask = {
        "name": f"Risks {secrets.token_hex(3)}",
        "texts": [{"locale": "en", "body_html": "<p>Water is <strong>wet</strong>.</p>"}],
    }
    template = own_shop.client.post("/api/waiverTemplate/save", ask)["waiverTemplate"]["id"]
    own_shop.client.post(f"/api/experience/{made.id}/waivers/edit", {"template_ids": [template]})
    for kind, ticket in (("adult", made.adult_id), ("minor", made.child_id)):
        own_shop.rows(
            "UPDATE catalog_experiencecustomertype SET requires_waiver = %s WHERE id = %s", kind, ticket
        )
    return made


def book(shop: Shop, tour: Tour, *, adults: int, children: int) -> dict[str, Any]:
    """Book a party of which only the contact is known."""
    order = {
        "experience_id": tour.id,
        "timeslot_id": tour.timeslot_ids[0],
        "quantities": [
            {"experience_customer_type_id": tour.adult_id, "qty": adults},
            {"experience_customer_type_id": tour.child_id, "qty": children},
        ],
    }
    contact = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@guests.example"}
    body = {"method": "phone", "contact": contact, "orders": [order]}
    cart = shop.client.post("/api/trip/save", body)["trip"]
    return dict(shop.client.post(f"/api/trip/{cart['id']}/reserve", {"notify": False})["trip"])


def states(shop: Shop, trip: dict[str, Any]) -> list[str]:
    """Return how far the guests of a trip are."""
    seen = shop.client.get(f"/api/trip/{trip['id']}/get")["tripOrders"][0]["bookings"]
    return sorted(guest["waiver"]["state"] for guest in seen)


def draw(page: Page) -> None:
    """Sign in the box as a finger would."""
    box = page.get_by_role("img", name="Box to sign in").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 40)
    page.mouse.down()
    for step in range(1, 20):
        page.mouse.move(box["x"] + 30 + step * 10, box["y"] + 40 + (step % 5) * 20)
    page.mouse.up()


def go_on(page: Page) -> None:
    """Press the button that leads to the next step."""
    page.get_by_role("button", name="Continue").click()


def test_a_family_of_five_signs_on_a_phone(own_shop: Shop, tour: Tour, new_context: NewContext) -> None:
    trip = book(own_shop, tour, adults=2, children=3)
    page = new_context(viewport=PHONE, has_touch=True).new_page()
    page.goto(f"{own_shop.url}/waiverPortal/{trip['hash']}")
    page.get_by_label("First name").fill("Ana")
    page.get_by_label("Last name").fill("Ruiz")
    for place, name in enumerate(("Leo", "Mia", "Tom"), start=1):
        page.get_by_role("button", name="Add someone under 18" if place == 1 else "Add another").click()
        child = page.get_by_role("group", name=f"Person {place}")
        child.get_by_label("First name").fill(name)
        child.get_by_label("Date of birth").fill("2018-05-04")
    go_on(page)
    expect(page.get_by_text("Water is wet.")).to_be_visible()
    go_on(page)
    expect(page.get_by_text("Please check the box to agree.")).to_be_visible()
    page.get_by_role("checkbox", name="I have read this and agree to it.").check()
    go_on(page)
    expect(page.get_by_text("Signing for Ana Ruiz, Leo Ruiz, Mia Ruiz, and Tom Ruiz")).to_be_visible()
    draw(page)
    page.get_by_role("button", name="Sign", exact=True).click()

    expect(page.get_by_role("heading", name="Thank you, Ana")).to_be_visible()
    expect(page.get_by_text("4 waivers are signed.")).to_be_visible()
    expect(page.get_by_text("1 guest still has to sign.")).to_be_visible()
    assert states(own_shop, trip) == ["signed"] * 4 + ["unsigned"]
    page.get_by_role("button", name="Sign for someone else").click()
    page.get_by_label("First name").fill("Tomás")
    page.get_by_label("Last name").fill("Ruiz")
    go_on(page)
    page.get_by_role("checkbox", name="I have read this and agree to it.").check()
    go_on(page)
    page.get_by_role("button", name="Type my name instead").click()
    page.get_by_label("Type your full name").fill("Tomás Ruiz")
    page.get_by_role("button", name="Sign", exact=True).click()
    expect(page.get_by_text("Everyone on this trip has signed.")).to_be_visible()
    assert states(own_shop, trip) == ["signed"] * 5


def test_what_is_signed_without_a_connection_is_sent_once(
    own_shop: Shop, tour: Tour, browser: Browser
) -> None:
    trip = book(own_shop, tour, adults=1, children=0)
    context = browser.new_context(viewport=PHONE, locale="en-US")
    page = context.new_page()
    page.goto(f"{own_shop.url}/waiverPortal/{trip['hash']}")
    page.get_by_label("First name").fill("Ana")
    page.get_by_label("Last name").fill("Ruiz")
    go_on(page)
    page.get_by_role("checkbox", name="I have read this and agree to it.").check()
    go_on(page)
    draw(page)
    context.set_offline(True)
    page.get_by_role("button", name="Sign", exact=True).click()
    expect(page.get_by_text("Your signature is safe on this device")).to_be_visible()
    expect(page.get_by_text("1 signature is waiting for a connection.")).to_be_visible()
    assert states(own_shop, trip) == ["unsigned"]

    context.set_offline(False)
    expect(page.get_by_text("waiting for a connection")).to_be_hidden()
    assert states(own_shop, trip) == ["signed"]
    page.reload()
    expect(page.get_by_text("Everyone on this trip has signed.")).to_be_visible()
    assert len(own_shop.rows("SELECT id FROM waivers_waiver")) == 1
    context.close()
