"""
The customer's own page, at the size of a phone.

1. Readable, and with links that work, before any script runs and without one.
2. A customer moves to a dearer departure and pays the difference; to a cheaper one, and gets it back;
   to another experience.
3. Cancels, and gets the policy's sum.
4. Says who travels, asks, reviews after the tour.
5. A dead link, and the way back to one's trips by a code.
6. From right to left, nothing is wider than the phone.
"""

import json
import re
import secrets
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support import office
from tests.e2e.support.booking import VISA
from tests.e2e.support.payments import give_card
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import ADULT, Shop, Tour, code_from_mail
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

DEARER, CHEAPER = ADULT + 1_500, ADULT - 2_000
ON_PHONE: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
ALLOWED = (
    "UPDATE people_properties SET is_allow_self_rebook = true, is_allow_self_cancel = true,"
    " is_allow_self_rebook_any = true, is_allow_self_add = true,"
    " self_rebook_min_hours = 1, self_cancel_min_hours = 1"
)


@pytest.fixture
def phone(new_context: NewContext) -> Page:
    """A customer's phone."""
    return new_context(**ON_PHONE).new_page()


@pytest.fixture
def tour(own_shop: Shop) -> Tour:
    """A tour of an operator who lets customers change their trips."""
    own_shop.rows(ALLOWED)
    made = own_shop.add_tour(seats=8)
    own_shop.rows(
        "UPDATE catalog_experience SET what_to_bring = %s WHERE id = %s", "Sunscreen\nWater", made.id
    )
    return made


def bought(shop: Shop, tour: Tour, *, adults: int = 2) -> dict[str, Any]:
    """Return a trip that was bought and paid by card, on the first departure."""
    email = f"{secrets.token_hex(4)}@guests.example"
    shop.buy(tour, tour.timeslot_ids[0], adults=adults, email=email)
    return shop.trip_of(email)


def priced(shop: Shop, tour: Tour, amount: int) -> None:
    """Make the second departure of a tour cost so much for an adult."""
    price = json.dumps({str(tour.adult_id): amount})
    shop.rows("UPDATE scheduling_timeslot SET price_override = %s WHERE id = %s", price, tour.timeslot_ids[1])


def open_trip(page: Page, shop: Shop, trip: dict[str, Any], path: str = "/customerPortal") -> None:
    """Open the page of a trip, as the link in the mail does."""
    page.goto(f"{shop.url}{path}?trip={trip['hash']}")
    expect(page.get_by_role("main")).to_be_visible()


def tap(page: Page, name: str | re.Pattern[str]) -> None:
    """Press a button."""
    page.get_by_role("button", name=name).tap()


def choose_second(page: Page) -> None:
    """Choose the day of the tour, and the other time on it."""
    tap(page, "Change date or time")
    page.get_by_role("dialog", name="Change date or time").locator("button.day").first.tap()
    page.get_by_role("radio", name=re.compile("14:30")).check()
    tap(page, "Continue")


def test_it_can_be_read_and_used_without_a_script(
    own_shop: Shop, tour: Tour, new_context: NewContext, watches: dict[BrowserContext, Watch]
) -> None:
    trip = _unpaid(own_shop, tour)
    page = new_context(**ON_PHONE, java_script_enabled=False).new_page()
    # Scripts that are hurried are none that may run.
    watches[page.context].expect(r"request failed: GET .*\.js csp")
    open_trip(page, own_shop, trip)

    expect(page.get_by_role("heading", name="We look forward to seeing you, Mara")).to_be_visible()
    expect(page.get_by_text(re.compile("9:00 – 11:00"))).to_be_visible()
    expect(page.get_by_text("Old pier, gate 3")).to_be_visible()
    expect(page.get_by_role("link", name="Open map")).to_have_attribute("href", re.compile("maps/search"))
    expect(page.get_by_text("Sunscreen")).to_be_visible()
    expect(page.get_by_text("2 guests")).to_be_visible()
    expect(page.get_by_text(trip["confirmation_code"])).to_be_visible()
    # What would do nothing without a script is not there.
    expect(page.get_by_role("button", name="Change date or time")).to_be_hidden()
    calendar = page.get_by_role("link", name="Add to calendar").get_attribute("href")
    assert calendar
    assert "BEGIN:VEVENT" in own_shop.client.ask("GET", urlsplit(calendar).path).body.decode()

    page.get_by_role("button", name=f"Pay €{2 * ADULT / 100:.2f}").tap()
    expect(page).to_have_url(re.compile("/pay/"))


def test_the_script_takes_over_what_the_server_drew(own_shop: Shop, tour: Tour, phone: Page) -> None:
    trip = bought(own_shop, tour)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    phone.route(re.compile(r"/widgets/assets/.*\.js"), hold)
    phone.goto(f"{own_shop.url}/customerPortal?trip={trip['hash']}", wait_until="commit")
    heading = phone.get_by_role("heading", name="We look forward to seeing you, Ines")
    expect(heading).to_be_visible()
    drawn = phone.get_by_role("main").inner_html()
    heading.evaluate("heading => { heading.mark = true }")
    wait_for(lambda: waiting, "the script to be asked for")
    for one in waiting:
        one.continue_()
    phone.unroute_all()
    tap(phone, "Ask a question")
    expect(phone.get_by_role("dialog")).to_be_visible()
    assert phone.get_by_role("main", include_hidden=True).inner_html() == drawn
    assert heading.evaluate("heading => heading.mark") is True


def test_a_tap_before_the_script_is_kept(own_shop: Shop, tour: Tour, phone: Page) -> None:
    trip = bought(own_shop, tour)
    waiting: list[Route] = []
    phone.route(re.compile(r"/widgets/assets/.*\.js"), lambda route: waiting.append(route))
    phone.goto(f"{own_shop.url}/customerPortal?trip={trip['hash']}", wait_until="commit")
    tap(phone, "Ask a question")
    wait_for(lambda: waiting, "the script to be asked for")
    for one in waiting:
        one.continue_()
    phone.unroute_all()
    expect(phone.get_by_role("dialog")).to_be_visible()


def test_a_customer_moves_and_pays_the_difference(
    own_shop: Shop, tour: Tour, phone: Page, looks: Looks
) -> None:
    trip = bought(own_shop, tour)
    priced(own_shop, tour, DEARER)
    open_trip(phone, own_shop, trip)
    looks.at(phone, "a trip's own page")
    tap(phone, "Change date or time")
    dialog = phone.get_by_role("dialog", name="Change date or time")
    dialog.locator("button.day").first.tap()
    expect(dialog.get_by_text("+€30.00").last).to_be_visible()
    looks.at(phone, "a departure to move to")
    phone.get_by_role("radio", name=re.compile("14:30")).check()
    tap(phone, "Continue")
    expect(dialog.get_by_text("To pay now")).to_be_visible()
    looks.at(phone, "what a move comes to")
    tap(phone, "Pay €30.00")
    give_card(phone, VISA)
    tap(phone, "Pay €30.00")
    expect(phone.get_by_role("heading", name="Paid, thank you")).to_be_visible()
    phone.get_by_role("link", name="View your trip").tap()

    expect(phone.get_by_text(re.compile("14:30 – 16:30"))).to_be_visible()
    assert own_shop.seats(tour.timeslot_ids[0])[0] == 0
    assert own_shop.seats(tour.timeslot_ids[1])[0] == 2
    paid = own_shop.payments_of(trip["contact_email"])
    assert ("payment", "succeeded", 2 * (DEARER - ADULT)) in paid


def test_a_customer_moves_to_a_cheaper_time_and_gets_the_rest_back(
    own_shop: Shop, tour: Tour, phone: Page
) -> None:
    trip = bought(own_shop, tour)
    priced(own_shop, tour, CHEAPER)
    open_trip(phone, own_shop, trip)
    choose_second(phone)
    phone.get_by_role("radio", name=re.compile("As a refund")).check()
    tap(phone, "Change it")

    expect(phone.get_by_role("status").filter(has_text="€40.00 is on its way back")).to_be_visible()
    expect(phone.get_by_text(re.compile("14:30 – 16:30"))).to_be_visible()
    wait_for(
        lambda: ("refund", "succeeded", 2 * (ADULT - CHEAPER)) in own_shop.payments_of(trip["contact_email"]),
        "the refund",
    )


def test_a_customer_moves_to_another_experience(
    own_shop: Shop, tour: Tour, phone: Page, looks: Looks
) -> None:
    other = own_shop.add_tour(seats=8)
    trip = bought(own_shop, tour)
    open_trip(phone, own_shop, trip)
    tap(phone, "Change date or time")
    dialog = phone.get_by_role("dialog", name="Change date or time")
    dialog.get_by_label("Experience").select_option(label=other.name)
    dialog.locator("button.day").first.tap()
    phone.get_by_role("radio", name=re.compile("14:30")).check()
    looks.at(phone, "another experience to move to")
    tap(phone, "Continue")
    tap(phone, "Change it")

    expect(phone.get_by_text(other.name).first).to_be_visible()
    expect(phone.get_by_text(re.compile("14:30 – 16:30"))).to_be_visible()
    assert own_shop.seats(tour.timeslot_ids[0])[0] == 0
    assert own_shop.seats(other.timeslot_ids[1])[0] == 2


def test_a_customer_cancels_and_gets_the_sum_of_the_policy(
    own_shop: Shop, tour: Tour, phone: Page, looks: Looks
) -> None:
    tiers = [{"hours_before": 0, "refund_ppm": 500_000, "fee_amount": 0}]
    policy = {"name": "Half", "tiers": tiers, "is_default": True, "self_cancel_until_hours": 1}
    own_shop.client.post("/api/setup/policy/save", policy)
    trip = bought(own_shop, tour)
    open_trip(phone, own_shop, trip)
    phone.get_by_text("Cancellation policy").tap()
    expect(phone.get_by_text("50% back")).to_be_visible()
    tap(phone, "Cancel trip")
    button = phone.get_by_role("button", name=f"Cancel and get €{ADULT / 100:.2f} back")
    expect(button).to_be_visible()
    looks.at(phone, "what a cancellation comes to")
    button.tap()

    expect(phone.get_by_role("heading", name="This trip is canceled")).to_be_visible()
    expect(phone.get_by_role("status").filter(has_text=f"€{ADULT / 100:.2f} is on its way")).to_be_visible()
    looks.at(phone, "a trip that was canceled")
    wait_for(
        lambda: ("refund", "succeeded", ADULT) in own_shop.payments_of(trip["contact_email"]), "the refund"
    )


def test_a_customer_says_who_travels(
    own_shop: Shop, tour: Tour, phone: Page, watches: dict[Any, Any], looks: Looks
) -> None:
    watches[phone.context].expect("answer 422: POST .*guests/save", "status of 422")
    trip = bought(own_shop, tour)
    open_trip(phone, own_shop, trip)
    tap(phone, "Guest details")
    dialog = phone.get_by_role("dialog", name="Guest details")
    second = dialog.get_by_role("group").nth(1)
    second.get_by_label("First name").fill("Tomé")
    second.get_by_label("Last name").fill("Vaz")
    second.get_by_label("Email").fill("no address")
    tap(phone, "Save")
    expect(dialog.get_by_text("Please check this.")).to_be_visible()
    looks.at(phone, "guests with a mistake")
    second.get_by_label("Email").fill("tome@guests.example")
    tap(phone, "Save")

    expect(phone.get_by_role("status")).to_contain_text("The guest details are saved.")
    expect(phone.get_by_text("Tomé Vaz")).to_be_visible()


def test_a_question_survives_a_lost_connection_and_is_answered(
    own_shop: Shop, tour: Tour, phone: Page, page: Page, watches: dict[Any, Any], looks: Looks
) -> None:
    watches[phone.context].expect("ERR_INTERNET_DISCONNECTED")
    trip = bought(own_shop, tour)
    open_trip(phone, own_shop, trip)
    tap(phone, "Ask a question")
    words = phone.get_by_label("Your question")
    words.fill("May we bring a dog?")
    phone.context.set_offline(True)
    tap(phone, "Send")
    expect(phone.get_by_role("alert")).to_contain_text("Everything you entered is still here.")
    looks.at(phone, "a question without a connection")
    phone.context.set_offline(False)
    phone.reload()
    tap(phone, "Ask a question")
    expect(words).to_have_value("May we bring a dog?")
    tap(phone, "Send")

    expect(phone.get_by_role("status")).to_contain_text("Your question is on its way.")
    expect(phone.get_by_text("May we bring a dog?")).to_be_visible()

    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/trip/{trip['id']}")
    form = page.get_by_role("form", name="Write a message")
    answer = form.get_by_role("textbox", name="Email", exact=True)
    expect(page.get_by_text("May we bring a dog?")).to_be_visible()
    answer.fill("Small ones, on a leash.")
    answer.scroll_into_view_if_needed()
    looks.at(page, "a trip with a question")
    form.get_by_role("button", name="Send").click()
    expect(answer).to_have_value("")
    phone.reload()
    expect(phone.get_by_text("Small ones, on a leash.")).to_be_visible()


def test_a_customer_reviews_the_tour(own_shop: Shop, tour: Tour, phone: Page, looks: Looks) -> None:
    trip = bought(own_shop, tour)
    own_shop.rows(
        "UPDATE scheduling_timeslot SET date = date - 6, start_at = start_at - interval '6 days',"
        " end_at = end_at - interval '6 days' WHERE id = %s",
        tour.timeslot_ids[0],
    )
    open_trip(phone, own_shop, trip)
    expect(phone.get_by_role("heading", name="Thank you for coming, Ines")).to_be_visible()
    tap(phone, "Write a review")
    phone.get_by_role("radio", name="4 stars out of 5").check(force=True)
    phone.get_by_label("What would you tell others?").fill("Caves like cathedrals.")
    looks.at(phone, "a review")
    tap(phone, "Send")

    expect(phone.get_by_text("Caves like cathedrals.")).to_be_visible()
    expect(phone.get_by_role("img", name="4 stars out of 5")).to_be_visible()
    expect(phone.get_by_role("button", name="Write a review")).to_have_count(0)


def test_a_dead_link_leads_to_the_trips(
    own_shop: Shop, tour: Tour, phone: Page, watches: dict[Any, Any], looks: Looks
) -> None:
    watches[phone.context].expect("answer 404: GET .*customerPortal", "status of 404")
    trip = bought(own_shop, tour)
    phone.goto(f"{own_shop.url}/customerPortal?trip=nonsense")
    expect(phone.get_by_role("heading", name="This link doesn’t open a trip")).to_be_visible()
    looks.at(phone, "a dead link")
    phone.get_by_label("Email").fill(trip["contact_email"])
    tap(phone, "Send code")
    phone.get_by_label("Code from the email").fill(code_from_mail(own_shop.stack, trip["contact_email"]))
    tap(phone, "Show my trips")
    phone.get_by_role("link", name=re.compile(tour.name)).tap()
    expect(phone.get_by_role("heading", name="We look forward to seeing you, Ines")).to_be_visible()


def test_from_right_to_left_nothing_is_wider_than_the_phone(
    own_shop: Shop, tour: Tour, phone: Page, looks: Looks
) -> None:
    trip = bought(own_shop, tour)
    open_trip(phone, own_shop, trip)
    phone.get_by_role("combobox").select_option("ar")
    expect(phone.locator("html[dir=rtl][lang=ar]")).to_be_attached()
    looks.at(phone, "from right to left")
    phone.reload()
    expect(phone.locator("html[dir=rtl][lang=ar]")).to_be_attached()
    phone.locator(".changes button").first.tap()
    expect(phone.get_by_role("dialog")).to_be_visible()
    expect(phone.locator(".move-month")).not_to_have_attribute("aria-busy", "true")
    looks.at(phone, "a calendar from right to left")


def _unpaid(shop: Shop, tour: Tour) -> dict[str, Any]:
    quantities = [{"experience_customer_type_id": tour.adult_id, "qty": 2}]
    order = {"experience_id": tour.id, "timeslot_id": tour.timeslot_ids[0], "quantities": quantities}
    contact = {"first_name": "Mara", "last_name": "Lund", "email": f"{secrets.token_hex(4)}@guests.example"}
    made = shop.client.post("/api/trip/save", {"method": "phone", "contact": contact, "orders": [order]})
    trip: dict[str, Any] = shop.client.post(f"/api/trip/{made['trip']['id']}/reserve", {})["trip"]
    return trip
