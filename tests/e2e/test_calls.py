"""
Journeys of phone calls, each with real clicks.

1. A call rings: the desk sees who it is, sells with the number filled in, and the sale has the call's source.
2. Nobody answers: the caller waits on a list until somebody calls back.
"""

import base64
import hashlib
import hmac
import json
import re
import secrets
import time
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import office
from tests.e2e.support.outside_calls import send
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.wait_conditions import wait_for

KEY, ADDRESS = "0f" * 16, "address-of-this-shop"
LINE = "+14045558514"
# What a pop may take from the provider's notice, as a machine does it that has nothing else to do.
GOAL_MS = 500
# This one has: several stacks of servers run beside each other.
MOST_MS = 5_000


def connect_phones(shop: Shop) -> None:
    """Let a provider tell the operator of calls, and name the line."""
    values = {"signing_key": KEY, "address_key": ADDRESS, "account_id": "", "api_key": ""}
    shop.client.post("/api/plugin/callrail/settings/save", {"values": values})
    shop.client.post("/api/plugin/callrail/enable", {})


def tell(shop: Shop, what: str, call: dict[str, Any]) -> float:
    """Post what the provider says of a call, signed as it signs; returns how long the answer took, in ms."""
    body = {"timestamp": datetime.now(UTC).isoformat(), **call}
    signed = base64.b64encode(hmac.new(KEY.encode(), json.dumps(body).encode(), hashlib.sha1).digest())
    began = time.monotonic()
    answer = send(shop, "POST", f"/partner/callrail/{what}/{ADDRESS}", body, Signature=signed.decode())
    assert answer.status == 200
    return (time.monotonic() - began) * 1000


def call_from(phone: str, name: str = "") -> dict[str, Any]:
    """Return a call as the provider tells it."""
    return {
        "resource_id": f"CAL{secrets.token_hex(8)}",
        "answered": False,
        "direction": "inbound",
        "customer_name": name,
        "customer_phone_number": phone,
        "tracking_phone_number": LINE,
        "source_name": "Google Ads",
        "start_time": datetime.now(UTC).isoformat(),
        "duration": "0",
        "voicemail": False,
    }


def known(shop: Shop, tour: Tour) -> tuple[str, str]:
    """Return number and family name of a customer with a trip ahead, who is dear to the operator."""
    email, name = f"{secrets.token_hex(4)}@guests.example", f"Okafor{secrets.token_hex(2)}"
    phone = f"+1206555{secrets.randbelow(10_000):04d}"
    shop.buy(tour, tour.timeslot_ids[1], adults=2, email=email)
    shop.rows(
        "UPDATE customers_customer SET phone = %s, first_name = 'Amara', last_name = %s, is_vip = true,"
        " locale = 'fr' WHERE email = %s",
        phone,
        name,
        email,
    )
    shop.rows("UPDATE trips_trip SET contact_phone = %s WHERE contact_email = %s", phone, email)
    return phone, name


def sources(shop: Shop) -> dict[str, int]:
    """Return how many trips came of each source, as the list of trips counts them."""
    groups = shop.client.get("/api/trips/get?group_by=trip_source")["meta"]["groups"]
    return {row["label"]: row["cnt"] for row in groups}


def pop(page: Page) -> Any:
    """Return the place where calls come in."""
    return page.get_by_role("region", name="Incoming calls")


def name_the_line(shop: Shop) -> str:
    """Say what a sale after a call to the line counts as; returns that source's name."""
    columns = shop.client.get("/api/table/trips/get")["columns"]
    source = next(column["options"][0] for column in columns if column["key"] == "trip_source")
    body = {"number": LINE, "label": "Summer flyer", "trip_source_id": int(source["id"])}
    shop.client.post("/api/calls/number/save", body)
    return str(source["name"])


def ring(page: Page, shop: Shop, call: dict[str, Any]) -> None:
    """Have the phone ring while somebody types; measure how long the desk waits for the name."""
    search = page.get_by_role("searchbox").first
    search.fill("somebody is typing")
    began = time.monotonic()
    answered = tell(shop, "precall", call)
    expect(pop(page)).to_be_visible()
    took = 1000 * (time.monotonic() - began)
    print(f"the pop took {took:.0f} ms from the notice (goal {GOAL_MS}), the answer to it {answered:.0f} ms")
    assert took < MOST_MS
    # Whoever types goes on typing.
    expect(search).to_be_focused()


def put_away_another(page: Page, shop: Shop, looks: Looks) -> None:
    """Have a second phone ring, and put its card away by keys."""
    tell(shop, "precall", call_from("+14155550188", "Somebody New"))
    expect(pop(page).get_by_role("article")).to_have_count(2)
    looks.at(page, "two calls ring")
    page.get_by_role("heading", name="Trips", exact=True).click()
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    expect(pop(page).get_by_role("article")).to_have_count(1)
    # What was put away stays away when the page is loaded again; what was not is there.
    with page.expect_response(re.compile("/api/live/stream")):
        page.reload()
    expect(pop(page).get_by_role("article")).to_have_count(1)
    expect(pop(page)).not_to_contain_text("Somebody New")


def uncovered(page: Page) -> None:
    """See that what is to be pressed at the top of the page is below nothing."""
    box = page.get_by_role("button", name="Filter", exact=True).bounding_box()
    assert box is not None
    below = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    at = "([x, y]) => document.elementFromPoint(x, y)?.closest('section')?.ariaLabel ?? ''"
    assert page.evaluate(at, below) != "Incoming calls"


def sell(page: Page, tour: Tour, phone: str, name: str) -> None:
    """Sell a trip to whoever is calling."""
    pop(page).get_by_role("link", name="New trip").click()
    page.wait_for_url("**/trip/new")
    expect(page.get_by_label("Phone", exact=True)).to_have_value(phone)
    expect(page.get_by_label("Last name")).to_have_value(name)
    page.get_by_role("combobox", name="Find a departure").focus()
    office.choose_departure(page, tour)
    page.keyboard.type("2")
    expect(page.get_by_text("Adult × 2")).to_be_visible()
    page.get_by_role("button", name="Reserve").click()
    expect(page.get_by_role("heading", name="Booked")).to_be_visible()


def test_a_call_rings_and_the_desk_sells(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    connect_phones(shop)
    tour = shop.add_tour(seats=9)
    phone, name = known(shop, tour)
    source = name_the_line(shop)
    office.enter(page, shop)
    with page.expect_response(re.compile("/api/live/stream")):
        page.goto(f"{shop.url}/trips")
    call = call_from(phone)
    ring(page, shop, call)
    card = pop(page).get_by_role("article")
    for words in (name, "VIP", "Français", "Summer flyer", tour.name):
        expect(card).to_contain_text(words)
    looks.at(page, "a call rings")
    uncovered(page)
    page.set_viewport_size(PHONE)
    uncovered(page)
    looks.at(page, "a call rings on a phone")
    page.set_viewport_size(DESK)
    put_away_another(page, shop, looks)
    sell(page, tour, phone, name)

    said = "Agent: Hello.\nCaller: Two seats, please."
    tell(shop, "postcall", {**call, "answered": True, "duration": "187", "transcription": said})
    expect(pop(page)).to_have_count(0)
    wait_for(lambda: sources(shop).get(source) == 1, "the sale to have the call's source")
    page.goto(f"{shop.url}/calls")
    page.get_by_role("link", name=re.compile(name)).first.click()
    page.wait_for_url("**/call/*")
    expect(page.get_by_text("This trip")).to_be_visible()
    expect(page.get_by_text("Two seats, please.")).to_be_visible()
    looks.at(page, "a call")
    page.set_viewport_size(PHONE)
    looks.at(page, "a call on a phone")
    page.set_viewport_size(DESK)


def test_whoever_was_missed_waits_for_a_call(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    connect_phones(shop)
    call = call_from("+14155550123", "Jo Missed")
    tell(shop, "precall", call)
    tell(shop, "postcall", {**call, "call_type": "missed"})
    wait_for(lambda: shop.client.get("/api/calls/get")["data"], "the call")

    office.enter(page, shop)
    page.goto(f"{shop.url}/calls")
    expect(page.get_by_text("To call back")).to_be_visible()
    # A call that nobody tells of is written down with two presses.
    page.get_by_role("button", name="Log a call").click()
    page.get_by_role("dialog").get_by_label("Phone number").fill("+1 415 555 0177")
    looks.at(page, "a call is written down")
    page.get_by_role("dialog").get_by_role("button", name="Quoted").click()
    expect(page.get_by_text("Call logged")).to_be_visible()
    expect(page.get_by_text("+1 415 555 0177").first).to_be_visible()
    looks.at(page, "calls")
    page.set_viewport_size(PHONE)
    looks.at(page, "calls on a phone")
    page.set_viewport_size(DESK)

    page.get_by_role("button", name="All calls").click()
    page.get_by_role("menuitemradio", name="To call back").or_(
        page.get_by_role("menuitem", name="To call back")
    ).click()
    page.get_by_role("link", name=re.compile("Jo Missed")).first.click()
    page.get_by_role("button", name="Mark as called back").click()
    expect(page.get_by_role("button", name="Needs a call back")).to_be_visible()
    assert shop.client.get("/api/calls/get")["data"][-1]["callback"] == "done"
    page.goto(f"{shop.url}/setup/calls")
    expect(page.get_by_role("heading", name="Numbers people call", exact=True)).to_be_visible()
    looks.at(page, "call settings")

    want_no_alerts(page, shop)


def test_names_of_the_right_to_left_read_right(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    connect_phones(shop)
    office.enter(page, shop)
    people = {"+97235550123": "נועה לוי", "+20225550123": "أمينة منصور"}
    for phone, name in people.items():
        first, last = name.split()
        shop.client.post(
            "/api/customer/create", {"first_name": first, "last_name": last, "phone": phone, "email": None}
        )
        tell(shop, "postcall", {**call_from(phone), "answered": True, "duration": "95"})
    wait_for(lambda: len(shop.client.get("/api/calls/get")["data"]) == len(people), "the calls")
    with page.expect_response(re.compile("/api/live/stream")):
        page.goto(f"{shop.url}/calls")
    ringing = call_from("+97235550123")
    tell(shop, "precall", ringing)
    for name in people.values():
        expect(page.get_by_role("link", name=re.compile(name)).first).to_be_visible()
    expect(pop(page).get_by_role("article")).to_be_visible()
    # A number reads from the left, whoever it is of.
    shown = page.locator("bdi", has_text="+972").first
    assert shown.evaluate("node => getComputedStyle(node).direction") == "ltr"
    looks.at(page, "calls with names of the right to left")
    page.set_viewport_size(PHONE)
    looks.at(page, "calls with names of the right to left on a phone")
    tell(shop, "postcall", {**ringing, "call_type": "missed"})
    expect(pop(page)).to_have_count(0)
    page.get_by_role("link", name=re.compile("أمينة")).first.click()
    page.wait_for_url("**/call/*")
    expect(page.get_by_role("heading", name=re.compile("أمينة"))).to_be_visible()
    looks.at(page, "a call of the right to left on a phone")
    page.set_viewport_size(DESK)
    looks.at(page, "a call of the right to left")


def want_no_alerts(page: Page, shop: Shop) -> None:
    """Say that one wants to see no calls as they come in, and see none."""
    page.goto(f"{shop.url}/calls")
    page.get_by_role("switch", name="Show incoming calls").click()
    wait_for(lambda: shop.client.get("/app/init")["userAvatar"]["is_hide_call_alerts"], "the wish to be kept")
    tell(shop, "precall", call_from("+14155550199", "Not Shown"))
    expect(page.get_by_text("Not Shown").first).to_be_visible()
    expect(pop(page)).to_have_count(0)
