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
from tests.e2e.support.shop import ADULT, Shop, Tour
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


def join(phone: Page, guest: Guest, looks: Looks) -> None:
    """Wait for two seats on the full departure of the day."""
    expect(guest.heading("Choose a time")).to_be_visible()
    guest.button("Join the waiting list").tap()
    phone.get_by_label("Adult").fill("2")
    phone.get_by_label("First name").fill("Mara")
    phone.get_by_label("Last name").fill("Lund")
    phone.get_by_role("textbox", name="Email").fill(guest.email)
    phone.get_by_label("Phone (optional)").fill("+351 912 345 678")
    looks.at(phone, "joining a waiting list")
    guest.button("Join the waiting list").tap()
    expect(phone.get_by_text(f"We will write to {guest.email}")).to_be_visible()


def look_at_the_list(page: Page, shop: Shop, tour: Tour, looks: Looks) -> None:
    """See at the desk who waits, and what that is worth."""
    office.enter(page, shop)
    listed = shop.client.get(f"/api/timeslot/{tour.timeslot_ids[0]}/waitlist/get")
    assert (listed["party_cnt"], listed["worth"]) == (1, 2 * ADULT)
    page.goto(f"{shop.url}/calendar?view=day&date={tour.day}")
    page.get_by_role("button", name=re.compile(tour.name)).first.click()
    expect(page.get_by_role("dialog", name=tour.name).get_by_text("Mara Lund")).to_be_visible()
    looks.at(page, "a departure with a waiting list")


def test_a_visitor_gets_seats_that_come_back(page: Page, phone: Page, own_shop: Shop, looks: Looks) -> None:
    tour = own_shop.add_tour(seats=2)
    first = tour.timeslot_ids[0]
    taken, email = (f"{name}.{secrets.token_hex(4)}@guests.example" for name in ("ines", "mara"))
    own_shop.buy(tour, first, adults=2, email=taken)
    guest = guest_at(phone, own_shop, tour, email)
    join(phone, guest, looks)
    look_at_the_list(page, own_shop, tour, looks)

    trip = own_shop.trip_of(taken)
    own_shop.client.post(f"/api/trip/{trip['id']}/delete", {"reason": "Storm", "force": True})
    phone.goto(offered_address(own_shop, email))
    expect(phone.get_by_role("heading", name="There are seats for you")).to_be_visible()
    assert own_shop.seats(first) == (0, 2)
    looks.at(phone, "an offer from the waiting list")
    phone.get_by_role("button", name="Take the seats").tap()

    guest.pay()
    guest.expect_booked()
    wait_for(lambda: own_shop.seats(first) == (2, 0), "the seats that are sold")
    assert own_shop.payments_of(email) == [("payment", "succeeded", 2 * ADULT)]
