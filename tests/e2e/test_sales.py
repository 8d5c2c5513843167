"""
Journeys of those who sell.

1. A phone call: a departure, guests and a known customer by keys alone, in less than half a minute.
2. What was typed is back after a reload, and the seats are still kept.
3. A departure without seats says where there are some.
4. Over the counter: a guest and a thing from the shelf, paid in cash, with the change.
"""

import re
import secrets
import time
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import DESK, PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import ADULT, CHILD, Shop

HALF_A_MINUTE = 30


def tomorrow(shop: Shop) -> int:
    """Return how many days after ours tomorrow is where the operator is."""
    zone = ZoneInfo(shop.client.get("/app/init")["properties"]["time_zone"])
    there = datetime.now(zone).date() + timedelta(days=1)
    return (there - date.today()).days


def caller(demo: Shop) -> dict[str, Any]:
    """Return a customer whose number is nobody else's."""
    query = (
        "SELECT * FROM customers_customer WHERE phone ~ '^[+]1[0-9]{10}$' AND anonymised_at IS NULL"
        " AND phone IN (SELECT phone FROM customers_customer GROUP BY phone HAVING count(*) = 1)"
        " ORDER BY id LIMIT 1"
    )
    return demo.rows(query)[0]


def trip_of(demo: Shop, page: Page) -> dict[str, Any]:
    """Return the trip whose code the page shows as booked."""
    code = page.get_by_text(re.compile(r"^[0-9A-Z]{4}-[0-9A-Z]{4}$")).inner_text()
    return demo.rows("SELECT * FROM trips_trip WHERE confirmation_code = %s", code)[0]


def open_new_trip(page: Page, demo: Shop) -> Locator:
    """Open the page with its key, and return the field that is ready for typing."""
    office.enter(page, demo)
    page.goto(f"{demo.url}/trips")
    expect(page.get_by_role("heading", name="Trips", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="New trip")).to_be_visible()
    page.keyboard.press("n")
    find = page.get_by_role("combobox", name="Find a departure")
    expect(find).to_be_focused()
    return find


def test_a_phone_call_by_keys_alone(page: Page, demo: Shop) -> None:
    tour, who = demo.add_tour(seats=6), caller(demo)
    open_new_trip(page, demo)
    begun = time.monotonic()
    office.choose_departure(page, tour)
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Phone, email or name")).to_be_focused()
    page.keyboard.type(who["phone"][2:])
    expect(page.get_by_role("option").first).to_contain_text(who["last_name"])
    page.keyboard.press("Enter")
    expect(page.get_by_label("Last name")).to_have_value(who["last_name"])
    expect(page.get_by_text(re.compile(r"Seats held for \d+:\d\d"))).to_be_visible()
    expect(page.get_by_text("Adult × 2")).to_be_visible()
    assert demo.seats(tour.timeslot_ids[0]) == (0, 3)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Booked")).to_be_visible()
    assert time.monotonic() - begun < HALF_A_MINUTE

    trip = trip_of(demo, page)
    assert (trip["status"], trip["customer_id"]) == ("reserved", who["id"])
    assert demo.seats(tour.timeslot_ids[0]) == (3, 0)
    # The next one rings.
    page.keyboard.press("n")
    expect(page.get_by_role("combobox", name="Find a departure")).to_be_focused()
    expect(page.get_by_role("textbox", name="Adult")).to_be_hidden()


def test_nothing_that_was_typed_is_lost(page: Page, demo: Shop) -> None:
    tour = demo.add_tour(seats=6)
    open_new_trip(page, demo)
    office.choose_departure(page, tour)
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Phone, email or name")).to_be_focused()
    page.keyboard.type(f"Noor Reload{secrets.token_hex(3)}")
    page.keyboard.press("Enter")
    phone = page.get_by_label("Phone", exact=True)
    expect(phone).to_be_focused()
    page.keyboard.type("(206) 555-0142")
    expect(page.get_by_text(re.compile(r"Seats held for"))).to_be_visible()
    expect(page.get_by_text("+1 206 555 0142")).to_be_visible()
    page.reload()
    expect(page.get_by_role("textbox", name="Adult")).to_have_value("2")
    expect(page.get_by_label("First name")).to_have_value("Noor")
    expect(phone).to_have_value("(206) 555-0142")
    expect(page.get_by_text(re.compile(r"Seats held for"))).to_be_visible()
    assert demo.seats(tour.timeslot_ids[0]) == (0, 2)
    page.get_by_role("button", name="Reserve").click()
    expect(page.get_by_role("heading", name="Booked")).to_be_visible()
    assert trip_of(demo, page)["contact_phone"] == "+12065550142"


def test_a_full_departure_says_where_there_are_seats(page: Page, demo: Shop, watches: dict[Any, Any]) -> None:
    watches[page.context].expect(r"/api/trip/save", r"status of 409")
    tour = demo.add_tour(seats=2)
    open_new_trip(page, demo)
    office.choose_departure(page, tour)
    page.keyboard.type("3")
    problem = page.get_by_role("alert").filter(has_text="seats left")
    expect(problem).to_be_visible()
    page.get_by_role("textbox", name="Adult").fill("2")
    expect(page.get_by_text("Adult × 2")).to_be_visible()
    # Somebody else was quicker with the other departure's seats: nothing is left of what was typed.
    page.get_by_role("button", name="Other time").click()
    page.get_by_role("option").filter(has_text=tour.name).last.click()
    expect(page.get_by_role("textbox", name="Adult")).to_have_value("2")
    expect(page.get_by_text("2:30 PM").first).to_be_visible()
    assert demo.seats(tour.timeslot_ids[0])[0] == 0


def test_alternatives_of_a_sold_out_departure(page: Page, demo: Shop, watches: dict[Any, Any]) -> None:
    watches[page.context].expect(r"/api/trip/save", r"status of 409")
    tour = demo.add_tour(seats=2)
    quantities = [{"experience_customer_type_id": tour.adult_id, "qty": 2}]
    order = {"experience_id": tour.id, "timeslot_id": tour.timeslot_ids[0]}
    demo.client.post("/api/trip/save", {"method": "phone", "orders": [{**order, "quantities": quantities}]})
    open_new_trip(page, demo)
    office.choose_departure(page, tour)
    page.keyboard.type("1")
    problem = page.get_by_role("alert").filter(has_text="No seats left.")
    expect(problem).to_be_visible()
    problem.get_by_role("button", name="2:30 PM").click()
    expect(problem).to_be_hidden()
    expect(page.get_by_text(re.compile(r"Seats held for"))).to_be_visible()
    assert demo.seats(tour.timeslot_ids[1]) == (0, 1)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_cash_over_the_counter(
    new_context: NewContext, demo: Shop, looks: Looks, size: dict[str, int]
) -> None:
    tour = demo.add_tour(seats=6, days_ahead=tomorrow(demo))
    code = f"40{secrets.randbelow(10**10):010d}"
    mug = {"name": f"Mug {code[-4:]}", "sku": f"MUG-{code}", "barcode": code, "price": 1_600}
    demo.client.post("/api/product/save", {**mug, "is_track_stock": True, "stock_qty": 5})
    demo.rows("UPDATE people_properties SET tip_mode = 'individual'")
    page = new_context(viewport=size).new_page()
    office.enter(page, demo)
    page.goto(f"{demo.url}/PointOfSale")
    page.get_by_role("button", name="Tomorrow").click()
    page.get_by_role("button", name=re.compile(f"9:00.*{tour.name}")).click()
    guests = page.get_by_role("dialog")
    guests.get_by_role("button", name="Add one: Adult").click()
    guests.get_by_role("button", name="Add one: Child").click()
    guests.get_by_role("button", name="Add 2 guests").click()
    # A scanner is a keyboard that types fast and ends with Enter.
    expect(guests).to_be_hidden()
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    pay(page, size)
    due = ADULT + CHILD + mug["price"]
    window = page.get_by_role("dialog").filter(has=page.get_by_label("Cash received"))
    looks.at(page, "taking cash")
    window.get_by_label("Custom tip").fill("5")
    window.get_by_label("Cash received").fill("170")
    window.get_by_label("Cash received").press("Tab")
    change = window.get_by_role("status").filter(has_text="Change")
    expect(change).to_contain_text(f"{(17_000 - due - 500) / 100:.2f}")
    window.get_by_role("button", name=re.compile(r"^Take \$")).click()
    expect(page.get_by_role("heading", name="Booked")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Change")).to_contain_text("$15.00")
    sold(demo, page, due)
    looks.at(page, "sold for cash")
    page.get_by_role("button", name="Next customer").click()
    expect(page.get_by_role("searchbox", name="Search or scan")).to_be_visible()


def pay(page: Page, size: dict[str, int]) -> None:
    """Go from the basket to the money; on a phone the basket is a window of its own."""
    if size is PHONE:
        page.get_by_role("button", name="3 items").click()
    button = page.get_by_role("button", name=re.compile(r"^Pay \$"))
    expect(button).to_be_enabled()
    button.click()


def sold(demo: Shop, page: Page, due: int) -> None:
    """Expect the trip on the page to be paid with cash, tip and all, and the shelf to know it."""
    trip = trip_of(demo, page)
    assert (trip["status"], trip["total_amount"]) == ("reserved", due)
    payments = demo.rows("SELECT * FROM ledger_payment WHERE trip_id = %s", trip["id"])
    found = [(one["method"], one["amount"], one["tip_amount"]) for one in payments]
    assert found == [("cash", due + 500, 500)]
    products = demo.rows("SELECT * FROM trips_bookingproduct WHERE trip_id = %s", trip["id"])
    assert [(one["qty"], one["unit_amount"]) for one in products] == [(1, 1_600)]
