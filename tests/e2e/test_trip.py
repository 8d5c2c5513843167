"""
The trip page on the days when something changes, by people who use it.

1. A family arrives with one child more: the child is added, undone, and added again.
2. A hotel moves ten people: one drawer, with the price before anybody agrees to it.
3. Somebody is let in free of charge, gets a discount, and both are taken back: to the cent.
4. Two people are at one trip: the slower one sees what changed, and loses nothing.
"""

import re
import secrets
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support import office
from tests.e2e.support.keyboard import turn_on
from tests.e2e.support.shop import ADULT, CHILD, Shop, Tour


def booked(shop: Shop, tour: Tour, *, adults: int) -> dict[str, Any]:
    """Book a party on the first departure as the front desk does: paid later."""
    quantities = [{"experience_customer_type_id": tour.adult_id, "qty": adults}]
    order = {"experience_id": tour.id, "timeslot_id": tour.timeslot_ids[0]}
    contact = {
        "first_name": "Tomas",
        "last_name": f"Alves {secrets.token_hex(2)}",
        "email": f"tomas.{secrets.token_hex(4)}@guests.example",
        "phone": "+351912000222",
    }
    body = {"method": "phone", "contact": contact, "orders": [{**order, "quantities": quantities}]}
    trip = shop.client.post("/api/trip/save", body)["trip"]
    answer = shop.client.post(f"/api/trip/{trip['id']}/reserve", {"notify": False})
    return dict(answer["trip"])


def read(shop: Shop, trip: dict[str, Any]) -> dict[str, Any]:
    """Return a trip as the server has it now."""
    return dict(shop.client.get(f"/api/trip/{trip['id']}/get"))


def look_at(page: Page, shop: Shop, trip: dict[str, Any]) -> None:
    """Open the page of a trip and wait for its guests."""
    office.enter(page, shop)
    page.goto(f"{shop.url}/trip/{trip['id']}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(trip["contact"]["last_name"])
    expect(page.get_by_role("button", name=re.compile("^Add guests")).first).to_be_visible()


def done(page: Page, text: str) -> None:
    """Wait for the message that says a deed is done."""
    expect(page.get_by_text(text).first).to_be_visible()


def test_a_family_arrives_with_one_child_more(page: Page, shop: Shop) -> None:
    tour = shop.add_tour(seats=8)
    trip = booked(shop, tour, adults=2)
    look_at(page, shop, trip)
    before = read(shop, trip)["totals"]
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Child").fill("1")
    dialog.get_by_role("button", name="Add 1 guest").click()
    expect(dialog).to_be_hidden()
    done(page, "1 guest added")
    assert shop.seats(tour.timeslot_ids[0]) == (3, 0)
    assert read(shop, trip)["totals"]["total"] == before["total"] + CHILD
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Check in Child")).to_be_hidden()
    assert read(shop, trip)["totals"] == before
    assert shop.seats(tour.timeslot_ids[0]) == (2, 0)


def test_a_hotel_moves_ten_people(page: Page, shop: Shop) -> None:
    tour = shop.add_tour(seats=12)
    trip = booked(shop, tour, adults=10)
    look_at(page, shop, trip)
    page.keyboard.press("m")
    drawer = page.get_by_role("dialog")
    turn_on(drawer.get_by_role("radio", name=re.compile("14:30")))
    expect(drawer.get_by_text("New balance")).to_be_visible()
    expect(drawer.get_by_text("Difference").first).to_be_visible()
    drawer.get_by_role("button", name=re.compile("^Move to")).click()
    expect(drawer).to_be_hidden()
    done(page, "Moved to")
    expect(page.get_by_text(re.compile("14:30")).first).to_be_visible()
    assert shop.seats(tour.timeslot_ids[0]) == (0, 0)
    assert shop.seats(tour.timeslot_ids[1]) == (10, 0)
    assert read(shop, trip)["totals"]["total"] == 10 * ADULT


def test_free_of_charge_and_a_discount_taken_back_to_the_cent(page: Page, shop: Shop) -> None:
    tour = shop.add_tour(seats=8)
    trip = booked(shop, tour, adults=3)
    look_at(page, shop, trip)
    before = read(shop, trip)["totals"]
    page.get_by_role("button", name="More for Adult 1").click()
    page.get_by_role("menuitem", name="Make complimentary").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Goodwill").click()
    dialog.get_by_role("button", name="Make complimentary").click()
    expect(dialog).to_be_hidden()
    assert read(shop, trip)["totals"]["total"] == 2 * ADULT
    page.keyboard.press("d")
    dialog.get_by_label("Reason", exact=True).fill("Waited half an hour")
    dialog.get_by_role("button", name="Apply discount").click()
    expect(dialog).to_be_hidden()
    assert read(shop, trip)["totals"]["total"] == 2 * ADULT * 9 // 10
    page.get_by_role("button", name=re.compile("^Remove Discount")).click()
    done(page, "Discount removed")
    page.get_by_role("button", name="More for Adult 1").click()
    page.get_by_role("menuitem", name="Charge again").click()
    done(page, "charged again")
    assert read(shop, trip)["totals"] == before


def test_two_people_at_one_trip(
    page: Page, new_context: NewContext, shop: Shop, watches: dict[Any, Any]
) -> None:
    watches[page.context].expect(r"/toggleComp", r"status of 409")
    tour = shop.add_tour(seats=8)
    trip = booked(shop, tour, adults=2)
    look_at(page, shop, trip)
    page.get_by_role("button", name="More for Adult 1").click()
    page.get_by_role("menuitem", name="Make complimentary").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason", exact=True).fill("Works for the hotel")

    other = new_context().new_page()
    look_at(other, shop, trip)
    other.get_by_label("Group name").fill("Hotel Miramar")
    other.get_by_label("Group name").press("Enter")
    done(other, "Saved")

    dialog.get_by_role("button", name="Make complimentary").click()
    expect(dialog.get_by_text("Group – → Hotel Miramar")).to_be_visible()
    expect(dialog.get_by_label("Reason", exact=True)).to_have_value("Works for the hotel")
    dialog.get_by_role("button", name="Make complimentary").click()
    expect(dialog).to_be_hidden()
    after = read(shop, trip)
    assert after["group_name"] == "Hotel Miramar"
    assert after["totals"]["total"] == ADULT
