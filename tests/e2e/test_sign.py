"""Guests sign on their own phone, for a whole family, and on a tablet that has lost its connection."""

import json
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

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


@pytest.fixture
def tablet(own_shop: Shop, tour: Tour, browser: Browser) -> Iterator[BrowserContext]:
    """A tablet that staff registered, which has opened the page to sign on once."""
    device = own_shop.client.post("/api/device/register", {"name": "Dock", "kind": "waiver_tablet"})
    context = browser.new_context(viewport={"width": 820, "height": 1180}, locale="en-US")
    page = context.new_page()
    page.goto(f"{own_shop.url}/waiverPortal?device={device['token']}")
    expect(page.locator("html[data-kept]")).to_be_attached()
    page.close()
    yield context
    context.close()


def sign_typed(page: Page, first: str, last: str) -> None:
    """Sign for oneself at the tablet, with the keyboard."""
    page.get_by_label("First name").fill(first)
    page.get_by_label("Last name").fill(last)
    go_on(page)
    page.get_by_role("checkbox", name="I have read this and agree to it.").check()
    go_on(page)
    page.get_by_role("button", name="Type my name instead").click()
    page.get_by_label("Type your full name").fill(f"{first} {last}")
    page.get_by_role("button", name="Sign", exact=True).click()


def test_a_tablet_restarts_without_a_connection(own_shop: Shop, tablet: BrowserContext) -> None:
    tablet.set_offline(True)
    page = tablet.new_page()
    page.goto(f"{own_shop.url}/waiverPortal")
    sign_typed(page, "Ana", "Ruiz")
    expect(page.get_by_text("Your signature is safe on this device")).to_be_visible()
    page.close()

    again = tablet.new_page()
    again.goto(f"{own_shop.url}/waiverPortal")
    expect(again.get_by_text("1 signature is waiting for a connection.")).to_be_visible()
    # Nothing of who signed before is there for whoever comes next.
    expect(again.get_by_label("First name")).to_have_value("")
    assert "Ruiz" not in again.content()
    sign_typed(again, "Bo", "Li")
    expect(again.get_by_text("2 signatures are waiting for a connection.")).to_be_visible()
    assert own_shop.rows("SELECT id FROM waivers_waiver") == []

    tablet.set_offline(False)
    expect(again.get_by_text("waiting for a connection")).to_be_hidden()
    names = own_shop.rows("SELECT first_name FROM waivers_waiver ORDER BY first_name")
    assert [row["first_name"] for row in names] == ["Ana", "Bo"]


# Two hundred people in a row, in the page itself: what is measured is the page, not the driver.
QUEUE = """
async ({from, to}) => {
  const soon = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const until = async (find) => {
    for (let i = 0; i < 2000; i++) {
      const found = find()
      if (found) return found
      await soon()
    }
    throw new Error(`nothing there: ${find} in ${document.body.innerText}`)
  }
  const all = (selector) => [...document.querySelectorAll(selector)]
  const button = (text) => until(() => all('button').find((one) => one.textContent.trim() === text))
  const write = (input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text)
    input.dispatchEvent(new Event('input', {bubbles: true}))
  }
  const labelled = (text) => until(() => {
    const label = all('label').find((one) => one.textContent.trim().startsWith(text))
    return label?.control
  })
  for (let number = from; number < to; number++) {
    write(await labelled('First name'), 'Guest')
    write(await labelled('Last name'), `Number ${number}`)
    ;(await button('Continue')).click()
    ;(await labelled('I have read')).click()
    await soon()
    ;(await button('Continue')).click()
    ;(await button('Type my name instead')).click()
    write(await labelled('Type your full name'), `Guest Number ${number}`)
    await soon()
    ;(await button('Sign')).click()
    ;(await button('Next guest')).click()
    await labelled('First name')
  }
}
"""


def memory(page: Page) -> tuple[int, int, int]:
    """Return bytes in use, nodes and listeners of the page, after what is no longer used is gone."""
    session = page.context.new_cdp_session(page)
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    counters = session.send("Memory.getDOMCounters")
    session.detach()
    return int(heap), int(counters["nodes"]), int(counters["jsEventListeners"])


def sign_by_call(shop: Shop) -> Any:
    """Sign without a browser; returns how the server answers that."""
    template = shop.rows("SELECT id FROM waivers_waivertemplate ORDER BY id DESC")[0]
    body = {
        "template_version": 1,
        "locale": "en",
        "signer": {"first_name": "Guest", "last_name": "Zero"},
        "typed_name": "Guest Zero",
        "consent_at": datetime.now(UTC).isoformat(),
    }
    return shop.client.post(f"/api/waiver/{template['id']}/sign", body)


def test_two_hundred_sign_in_a_row_on_one_tablet(own_shop: Shop, tablet: BrowserContext) -> None:
    """
    The page is as small after the two-hundredth guest as after the twentieth.

    The server takes a guest a second from one address, so most answers are the first one's.
    """
    page = tablet.new_page()
    seen: list[str] = []
    first = json.dumps(sign_by_call(own_shop))

    def answer(route: Route) -> None:
        seen.append(route.request.url)
        if len(seen) < 5:
            route.continue_()
        else:
            route.fulfill(body=first, content_type="application/json")

    page.route("**/api/waiver/*/sign", answer)
    page.goto(f"{own_shop.url}/waiverPortal")
    page.get_by_label("First name").wait_for()
    page.evaluate(QUEUE, {"from": 0, "to": 20})
    before = memory(page)
    page.evaluate(QUEUE, {"from": 20, "to": 200})
    after = memory(page)

    print(f"after 20: {before}, after 200: {after}")
    assert len(seen) == 200
    assert len(own_shop.rows("SELECT id FROM waivers_waiver")) == 5
    assert after[0] - before[0] < 300_000
    assert after[1] - before[1] < 100
    assert after[2] - before[2] < 20
