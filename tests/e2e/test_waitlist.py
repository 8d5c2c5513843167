"""
The waiting list: a full departure, a visitor who waits, a trip that staff cancel, seats that are paid.

1. A visitor joins on a phone, staff see what it is worth, a cancellation brings an offer by mail,
   which is taken and paid; nobody else gets the seats meanwhile.
"""

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.booking import Guest, guest_at
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import ADULT, Shop
from tests.e2e.support.wait_conditions import wait_for


@pytest.fixture
def phone(new_context: NewContext) -> Page:
    """A visitor's phone."""
    return new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()


def offered_address(shop: Shop, email: str) -> str:
    """Return the address in the mail that offers seats."""

    def mail() -> list[dict[str, Any]]:
        query = (
            "SELECT body_text FROM messaging_message WHERE dedupe_key ~ '^waitlist:.*:offer$' AND \"to\" ~ %s"
        )
        return shop.rows(query, email)

    wait_for(mail, "the mail that offers seats")
    found = re.search(r"https?://\S+/waitlist/\S+", mail()[0]["body_text"])
    assert found
    return found[0]


def test_a_visitor_waits_and_gets_the_seats_that_come_back(
    page: Page, phone: Page, own_shop: Shop, looks: Looks
) -> None:
    tour = own_shop.add_tour(seats=2)
    first = tour.timeslot_ids[0]
    taken = f"ines.{secrets.token_hex(4)}@guests.example"
    own_shop.buy(tour, first, adults=2, email=taken)
    email = f"mara.{secrets.token_hex(4)}@guests.example"

    guest = guest_at(phone, own_shop, tour, email)
    expect(guest.heading("Choose a time")).to_be_visible()
    guest.button("Join the waiting list").tap()
    phone.get_by_label("Adult").fill("2")
    phone.get_by_label("First name").fill("Mara")
    phone.get_by_label("Last name").fill("Lund")
    phone.get_by_role("textbox", name="Email").fill(email)
    phone.get_by_label("Phone (optional)").fill("+351 912 345 678")
    looks.at(phone, "joining a waiting list")
    guest.button("Join the waiting list").tap()
    expect(phone.get_by_text(f"We will write to {email}")).to_be_visible()

    office.enter(page, own_shop)
    listed = own_shop.client.get(f"/api/timeslot/{first}/waitlist/get")
    assert (listed["party_cnt"], listed["worth"]) == (1, 2 * ADULT)
    page.goto(f"{own_shop.url}/calendar?view=day&date={tour.day}")
    page.get_by_role("button", name=re.compile(f"{tour.name}")).first.click()
    drawer = page.get_by_role("dialog", name=tour.name)
    expect(drawer.get_by_text("Mara Lund")).to_be_visible()
    looks.at(page, "a departure with a waiting list")

    trip = own_shop.trip_of(taken)
    own_shop.client.post(f"/api/trip/{trip['id']}/delete", {"reason": "Storm", "force": True})
    phone.goto(offered_address(own_shop, email))
    expect(phone.get_by_role("heading", name="There are seats for you")).to_be_visible()
    assert own_shop.seats(first) == (0, 2)
    looks.at(phone, "an offer from the waiting list")
    phone.get_by_role("button", name="Take the seats").tap()

    buyer = Guest(phone, email)
    buyer.pay()
    buyer.expect_booked()
    wait_for(lambda: own_shop.seats(first) == (2, 0), "the seats that are sold")
    assert own_shop.payments_of(email) == [("payment", "succeeded", 2 * ADULT)]
