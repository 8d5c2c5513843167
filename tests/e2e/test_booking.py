"""
Journeys of visitors who book.

1. Everything at once: an add-on, questions, a code, a gift card and the rest by card.
2. Told what cannot be seen: the hold's last minutes, what is missing.
3. Two activities in one trip, one of them changed and one taken out again.
4. A deposit; by wallet, on a phone.
5. Away and back: reload, the browser's own back, a second tab, a cart that is left.
"""

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support.booking import VISA, Guest, guest_at, guest_at_payment, guest_with_seats
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import ADULT, CHILD, Shop, Tour
from tests.e2e.support.watch import Watch

LUNCH, LARGE = 1_500, 500


def _email() -> str:
    return f"mara.{secrets.token_hex(4)}@guests.example"


def add_extras(shop: Shop, tour: Tour) -> None:
    """Let a tour sell lunch and lend suits that one has to choose."""
    post = shop.client.post
    values = [{"label": "Small"}, {"label": "Large", "price_delta": LARGE}]
    name = f"Sizes {secrets.token_hex(2)}"
    sizes = post("/api/addonValueType/save", {"name": name, "values": values})
    path = f"/api/experience/{tour.id}/addon/save"
    suit = {"name": "Wetsuit", "scope": "booking", "input": "select", "is_required": True}
    post(path, {**suit, "value_type_id": sizes["id"]})
    lunch = {"name": "Lunch on the beach", "scope": "trip_order", "input": "toggle"}
    post(path, {**lunch, "price": LUNCH, "price_per": "order"})


def ask(shop: Shop, tour: Tour, label: str, **field: Any) -> None:
    """Let a tour ask a question that has to be answered."""
    name = f"q_{secrets.token_hex(3)}"
    body = {"name": name, "label": label, "is_required": True, **field}
    made = shop.client.post("/api/customField/save", body)["customField"]
    shop.client.post(f"/experience/{tour.id}/add-custom-field", {"custom_field_id": made["id"]})


def make_code(shop: Shop) -> str:
    """Make a code that takes a tenth off."""
    code = f"TENTH{secrets.token_hex(2)}".upper()
    shop.client.post("/api/offerCode/save", {"code": code, "kind": "percent", "value": 100_000})
    return code


def make_card(shop: Shop, amount: int) -> str:
    """Make a gift card that was printed elsewhere, ready to be spent."""
    code = f"SHORE{secrets.token_hex(4)}".upper()
    body = {"promo_amount": amount, "code_source": "manual", "code": code}
    card = shop.client.post("/api/giftCard/save", body)["giftCard"]
    if card["status"] == "pending":
        shop.client.post(f"/api/giftCard/{card['id']}/activate", {"reason": "A prize"})
    return code


def apply(page: Page, code: str) -> None:
    """Type a code into the one field for codes."""
    page.get_by_role("button", name="Promo code or gift card").or_(
        page.get_by_label("Promo code or gift card")
    ).first.click()
    page.get_by_label("Promo code or gift card").fill(code)
    page.get_by_role("button", name="Apply").click()


def test_a_whole_booking(page: Page, watch: Watch, own_shop: Shop, looks: Looks) -> None:
    watch.expect(r"/offerCode/add", r"/giftCard/apply")
    tour, email = own_shop.add_tour(seats=6), _email()
    add_extras(own_shop, tour)
    ask(own_shop, tour, "Height", kind="height", scope="booking")
    ask(own_shop, tour, "Where do you stay?", kind="text", scope="trip")
    code, card = make_code(own_shop), make_card(own_shop, 5_000)

    guest = guest_at(page, own_shop, tour, email)
    expect(guest.heading("Choose a time")).to_be_visible()
    looks.at(page, "times")
    guest.choose_time("9:00")
    guest.set_guests(adults=2)
    expect(page.get_by_text("Only 4 seats left")).to_be_visible()
    looks.at(page, "guests")
    guest.button("Continue").click()

    choose_extras(page, guest, looks)
    expect(guest.heading("Your details")).to_be_visible()
    answer(page, guest, looks)

    give_codes(page, guest, looks, code, card)
    total = (2 * ADULT) * 9 // 10 + LARGE + LUNCH
    expect(guest.pay_button).to_contain_text(f"{(total - 5_000) / 100:.2f}")
    looks.at(page, "payment")
    guest.pay()
    guest.expect_booked()
    looks.at(page, "confirmation")

    by_card = ("payment", "succeeded", total - 5_000)
    assert own_shop.payments_of(email) == [("payment", "succeeded", 5_000), by_card]
    check_confirmation(page)
    values = own_shop.rows("SELECT value FROM fields_customfieldvalue ORDER BY id")
    assert [row["value"] for row in values] == ["Sol", 181, 164]
    assert own_shop.trip_of(email)["total_amount"] == total


def give_codes(page: Page, guest: Guest, looks: Looks, code: str, card: str) -> None:
    """Try a code that is none, then take something off and pay a part with a gift card."""
    expect(guest.heading("Payment")).to_be_visible()
    apply(page, "NONSENSE")
    expect(page.get_by_text("We don’t recognize this code")).to_be_visible()
    looks.at(page, "payment with a wrong code")
    apply(page, code)
    expect(page.get_by_role("listitem").filter(has_text=code)).to_be_visible()
    apply(page, card)
    expect(page.get_by_role("listitem").filter(has_text="Gift card")).to_contain_text("50.00")


def check_confirmation(page: Page) -> None:
    """What a guest takes along: how it was paid, the way there, and the date for a calendar."""
    expect(page.get_by_text("by gift card")).to_be_visible()
    expect(page.get_by_role("link", name="Show on the map")).to_be_visible()
    with page.expect_download() as file:
        page.get_by_role("link", name="Add to calendar").click()
    assert "BEGIN:VEVENT" in file.value.path().read_text()


def choose_extras(page: Page, guest: Guest, looks: Looks) -> None:
    """Choose lunch and two suits; what has to be chosen is asked for when it was not."""
    expect(guest.heading("Would you like anything else?")).to_be_visible()
    guest.button("Continue").click()
    first = page.get_by_role("combobox", name="Adult 1")
    expect(first).to_be_focused()
    looks.at(page, "extras that lack something")
    first.select_option("Small")
    page.get_by_role("combobox", name="Adult 2").select_option(index=2)
    page.get_by_role("group", name="Lunch on the beach").get_by_role("checkbox").check()
    looks.at(page, "extras")
    guest.button("Continue").click()


def answer(page: Page, guest: Guest, looks: Looks) -> None:
    """Give the contact; what the operator insists on is asked for field by field."""
    guest.give_contact()
    expect(page.get_by_text("Please fill this in")).to_have_count(3)
    expect(page.get_by_label("Where do you stay?")).to_be_focused()
    looks.at(page, "details that lack something")
    page.get_by_label("Where do you stay?").fill("Sol")
    page.get_by_role("group", name="Adult 1").get_by_label("Height").fill("181")
    page.get_by_role("group", name="Adult 2").get_by_label("Height").fill("164")
    looks.at(page, "details")
    guest.button("Continue to payment").click()


def test_what_is_told_without_being_seen(page: Page, shop: Shop) -> None:
    """The hold's countdown and what went wrong reach whoever cannot see them."""
    page.clock.install()
    tour, email = shop.add_tour(seats=6), _email()
    guest = guest_with_seats(page, shop, tour, email)
    told = page.get_by_role("status")
    page.clock.fast_forward("10:30")
    expect(told.filter(has_text="Your seats are held for 5 more minutes")).to_have_count(1)
    page.clock.fast_forward("03:00")
    expect(told.filter(has_text="Your seats are held for 2 more minutes")).to_have_count(1)
    guest.button("Keep my seats longer").click()
    expect(page.get_by_text(re.compile(r"seats for 1[345]:\d\d"))).to_be_visible()
    guest.button("Continue to payment").click()
    expect(page.get_by_label("First name")).to_be_focused()
    expect(page.get_by_label("First name")).to_have_accessible_description("Please fill this in")


def test_two_activities_in_one_trip(page: Page, own_shop: Shop, looks: Looks) -> None:
    caves, cliffs, email = own_shop.add_tour(seats=6), own_shop.add_tour(seats=6), _email()
    guest = guest_with_seats(page, own_shop, caves, email)
    guest.button("Add another activity").click()
    expect(guest.heading("What would you like to do?")).to_be_visible()
    looks.at(page, "one more activity")
    guest.button(cliffs.name).click()
    guest.choose_time("14:30")
    guest.choose_guests(adults=1, children=1)
    expect(guest.heading("Your details")).to_be_visible()
    looks.at(page, "details of two activities")
    assert own_shop.seats(caves.timeslot_ids[0]) == (0, 2)
    assert own_shop.seats(cliffs.timeslot_ids[1]) == (0, 2)

    guest.button(f"Change: {caves.name}").click()
    guest.set_guests(adults=3)
    guest.button("Continue").click()
    expect(guest.heading("Your details")).to_be_visible()
    assert own_shop.seats(caves.timeslot_ids[0]) == (0, 3)

    guest.give_contact()
    guest.pay()
    guest.expect_booked()
    for tour in (caves, cliffs):
        expect(guest.heading(tour.name)).to_be_visible()
    assert own_shop.payments_of(email) == [("payment", "succeeded", 4 * ADULT + CHILD)]
    assert own_shop.seats(caves.timeslot_ids[0]) == (3, 0)


def test_one_of_two_activities_is_taken_out(page: Page, own_shop: Shop) -> None:
    caves, cliffs = own_shop.add_tour(seats=6), own_shop.add_tour(seats=6)
    guest = guest_with_seats(page, own_shop, caves, _email())
    guest.button("Add another activity").click()
    guest.button(cliffs.name).click()
    guest.choose_time("9:00")
    guest.choose_guests(adults=1)
    guest.button(f"Remove: {caves.name}").click()
    expect(guest.button(f"Change: {caves.name}")).to_have_count(0)
    assert own_shop.seats(caves.timeslot_ids[0]) == (0, 0)
    assert own_shop.seats(cliffs.timeslot_ids[0]) == (0, 1)


def test_a_deposit_by_wallet_on_a_phone(new_context: NewContext, own_shop: Shop, looks: Looks) -> None:
    deposit = {"kind": "per_order_percent", "rate_ppm": 250_000, "is_include_taxes": True}
    settings = own_shop.client.get("/api/setup/general/get")
    asked = {"version": settings["settings"]["version"], "deposit": deposit}
    own_shop.client.post("/api/setup/general/save", asked)
    page = new_context(viewport=PHONE).new_page()
    tour, email = own_shop.add_tour(seats=6), _email()
    guest = guest_at_payment(page, own_shop, tour, email)
    whole = page.get_by_role("radio", name="Pay in full")
    expect(page.get_by_role("radio", name="Pay a deposit")).to_be_checked()
    looks.at(page, "payment on a phone")
    whole.check()
    expect(guest.pay_button).to_contain_text("178.00")
    page.get_by_role("radio", name="Pay a deposit").check()
    page.get_by_role("button", name="Test Pay").click()
    guest.expect_booked()
    expect(page.get_by_text("Balance due")).to_be_visible()
    assert own_shop.payments_of(email) == [("payment", "succeeded", 2 * ADULT // 4)]


def test_away_and_back(page: Page, shop: Shop) -> None:
    tour, email = shop.add_tour(seats=6), _email()
    guest = guest_with_seats(page, shop, tour, email)
    page.go_back()
    expect(guest.heading("Who is coming?")).to_be_visible()
    page.go_forward()
    expect(guest.heading("Your details")).to_be_visible()
    page.get_by_label("First name").fill("Mara")
    page.get_by_label("First name").blur()
    page.reload()
    expect(guest.heading("Your details")).to_be_visible()
    expect(page.get_by_label("First name")).to_have_value("Mara")

    second = Guest(page.context.new_page(), email)
    second.place.goto(page.url)
    expect(second.place.get_by_text("You started this booking in another window")).to_be_visible()
    second.give_contact()
    second.pay()
    second.expect_booked()
    guest.expect_booked()
    assert shop.seats(tour.timeslot_ids[0]) == (2, 0)


@pytest.mark.parametrize("may_remind", [True, False])
def test_a_cart_that_is_left_is_somebodys_only_with_consent(
    page: Page, own_shop: Shop, *, may_remind: bool
) -> None:
    tour, email = own_shop.add_tour(seats=6), _email()
    guest_with_seats(page, own_shop, tour, email)
    page.get_by_role("textbox", name="Email").fill(email)
    consent = page.get_by_role("checkbox", name=re.compile("If I don’t finish"))
    expect(consent).not_to_be_checked()
    if may_remind:
        with page.expect_response("**/api/trip/save"):
            consent.check()
    page.get_by_label("Phone").focus()
    page.close()
    [trip] = own_shop.rows("SELECT * FROM trips_trip")
    assert (trip["contact_email"], trip["reminder_consent_at"] is not None) == (
        email if may_remind else None,
        may_remind,
    )


def test_who_is_coming_comes_first(page: Page, shop: Shop, looks: Looks) -> None:
    tour, email = shop.add_tour(seats=6), _email()
    address = f"{shop.url}/widgets/calendarCustomerType?experience={tour.id}&date={tour.day}"
    page.goto(f"{address}&language=en")
    adults, children = (page.get_by_role("group", name=name, exact=True) for name in ("Adult", "Child"))
    for _ in range(2):
        adults.get_by_role("button", name="Add one").click()
    children.get_by_role("button", name="Add one").click()
    looks.at(page, "the calendar by customer type")
    page.get_by_role("button", name=tour.name).click()

    guest = Guest(page, email)
    guest.choose_time("9:00")
    expect(adults.get_by_role("status")).to_have_text("2")
    expect(children.get_by_role("status")).to_have_text("1")
    guest.button("Continue").click()
    expect(guest.heading("Your details")).to_be_visible()
    assert shop.seats(tour.timeslot_ids[0]) == (0, 3)


def test_what_went_wrong_can_be_read_by_everybody(page: Page, watch: Watch, shop: Shop, looks: Looks) -> None:
    watch.expect(r"/api/trip/save", r"/createIntent", r"status of 409")
    tour, email = shop.add_tour(seats=2), _email()
    guest = guest_with_seats(page, shop, tour, email)
    shop.expire_hold(None, tour.timeslot_ids[0])
    shop.buy(tour, tour.timeslot_ids[0], adults=2, email=_email())
    guest.give_contact()
    expect(guest.heading("Someone took the last seats")).to_be_visible()
    looks.at(page, "sold out meanwhile")
    guest.button("14:30").click()
    guest.button("Continue to payment").click()
    guest.give_card(VISA)
    shop.expire_hold(email, tour.timeslot_ids[1])
    shop.buy(tour, tour.timeslot_ids[1], adults=2, email=_email())
    guest.pay_button.click()
    expect(guest.heading("Your seats are no longer held")).to_be_visible()
    looks.at(page, "no longer held")
