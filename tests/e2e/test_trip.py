"""
The trip page on the days when something changes, by people who use it.

1. A family arrives with one child more: the child is added, undone, and added again.
2. A hotel moves ten people: one drawer, with the price before anybody agrees to it.
3. Somebody is let in free of charge, gets a discount, and both are taken back: to the cent.
4. Two people are at one trip: the slower one sees what changed, and loses nothing.
5. A whole trip is called off: its orders one after the other, each with its own sums.
"""

import re
import secrets
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support import office
from tests.e2e.support.keyboard import turn_on
from tests.e2e.support.payments import take_cash
from tests.e2e.support.shop import ADULT, CHILD, Shop, Tour


def booked(shop: Shop, *tours: Tour, adults: int) -> dict[str, Any]:
    """Book a party on the first departure of each tour as the front desk does: paid later."""
    orders = [
        {
            "experience_id": tour.id,
            "timeslot_id": tour.timeslot_ids[0],
            "quantities": [{"experience_customer_type_id": tour.adult_id, "qty": adults}],
        }
        for tour in tours
    ]
    contact = {
        "first_name": "Tomas",
        "last_name": f"Alves {secrets.token_hex(2)}",
        "email": f"tomas.{secrets.token_hex(4)}@guests.example",
        "phone": "+351912000222",
    }
    body = {"method": "phone", "contact": contact, "orders": orders}
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


def head(page: Page) -> Locator:
    """Return the top of the page: whose trip it is, and what became of it."""
    return page.locator("header", has=page.get_by_role("heading", level=1))


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


def call_off(page: Page) -> Locator:
    """Ask for the whole trip to be canceled and return the window."""
    page.get_by_role("button", name=re.compile("^More")).first.click()
    page.get_by_role("menuitem", name="Cancel trip").click()
    return page.get_by_role("dialog")


def test_a_whole_trip_is_called_off_order_by_order(page: Page, shop: Shop) -> None:
    tours = [shop.add_tour(seats=4) for _ in range(3)]
    trip = booked(shop, *tours, adults=2)
    total = 3 * 2 * ADULT
    take_cash(shop, trip, total)
    look_at(page, shop, trip)
    dialog = call_off(page)
    said = [
        "2 more orders of this trip come next.",
        "1 more order of this trip comes next.",
        "the last order",
    ]
    expect(dialog.get_by_text(said[0])).to_be_visible()
    expect(dialog.get_by_text("Refund: Cash")).to_be_visible()
    expect(dialog.get_by_text("€178.00").first).to_be_visible()
    dialog.get_by_role("button", name="Reason").click()
    page.get_by_role("option", name="Weather").click()
    turn_on(dialog.get_by_role("radio", name="Full refund"))
    dialog.get_by_label("Message to the guest").fill("A storm is coming in.")
    deed = dialog.get_by_role("button", name="Cancel order")
    for number, tour in enumerate(tours):
        expect(dialog.get_by_role("heading", name=f"Cancel {tour.name}")).to_be_visible()
        if number > 0:
            # What follows begins where it is read, away from the button that did the one before.
            expect(dialog.get_by_text(said[number])).to_be_in_viewport()
            expect(deed).not_to_be_focused()
        expect(dialog.get_by_role("button", name="Reason")).to_contain_text("Weather")
        expect(dialog.get_by_role("radio", name="Full refund")).to_be_checked()
        assert [shop.seats(one.timeslot_ids[0])[0] for one in tours] == [0] * number + [2] * (3 - number)
        deed.click()
    expect(dialog).to_be_hidden()
    expect(head(page).get_by_text("Canceled", exact=True)).to_be_visible()
    expect(head(page).get_by_text("Paid", exact=True)).to_be_hidden()
    after = read(shop, trip)
    assert {order["cancel_reason"] for order in after["tripOrders"]} == {"weather"}
    assert (after["schedule_state"], after["totals"]["total"]) == ("cancelled", 0)
    assert after["totals"]["refunded"] == total


def test_who_stops_halfway_keeps_the_rest(page: Page, shop: Shop) -> None:
    tours = [shop.add_tour(seats=4) for _ in range(2)]
    trip = booked(shop, *tours, adults=1)
    look_at(page, shop, trip)
    dialog = call_off(page)
    dialog.get_by_role("button", name="Cancel order").click()
    expect(dialog.get_by_role("heading", name=f"Cancel {tours[1].name}")).to_be_visible()
    dialog.get_by_role("button", name="Close").last.click()
    expect(dialog).to_be_hidden()
    assert [order["status"] for order in read(shop, trip)["tripOrders"]] == ["cancelled", "active"]
    expect(head(page).get_by_text("Reserved", exact=True)).to_be_visible()
