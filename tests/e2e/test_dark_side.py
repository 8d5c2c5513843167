"""What can go wrong while somebody pays: a clear message, no seat sold twice, no money lost."""

import re
import secrets

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support.booking import DECLINED, VISA, guest_at, guest_at_payment, guest_with_seats
from tests.e2e.support.shop import ADULT, Shop
from tests.e2e.support.stack import Stack
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

CONFIRM = re.compile(r"/api/payments/trip/[^/]+/confirm$")


def _email() -> str:
    return f"mara.{secrets.token_hex(4)}@guests.example"


def _cut(route: Route) -> None:
    route.abort("connectionfailed")


def test_declined_card_costs_nothing_and_another_one_pays(page: Page, watch: Watch, shop: Shop) -> None:
    watch.expect(r"/v1/payment_intents/[^/]+/confirm", r"status of 402")
    tour, email = shop.add_tour(seats=6), _email()
    guest = guest_at_payment(page, shop, tour, email)
    guest.pay(DECLINED)
    expect(page.get_by_text("The card was declined. Nothing was charged")).to_be_visible()
    assert shop.seats(tour.timeslot_ids[0]) == (0, 2)
    assert shop.payments_of(email) == []
    expect(page.get_by_label("Card number")).to_be_visible()

    guest.give_card(VISA)
    guest.pay_button.click()
    guest.expect_booked()
    assert shop.payments_of(email) == [("payment", "succeeded", 2 * ADULT)]
    assert shop.seats(tour.timeslot_ids[0]) == (2, 0)
    assert len(shop.charges_of(email)) == 1


def test_hold_that_runs_out_says_so_and_can_be_had_again(page: Page, shop: Shop) -> None:
    page.clock.install()
    tour, email = shop.add_tour(seats=4), _email()
    guest = guest_at_payment(page, shop, tour, email, adults=3)
    expect(page.get_by_text("We are holding your seats for")).to_be_visible()
    shop.expire_hold(email, tour.timeslot_ids[0])
    page.clock.fast_forward("20:00")
    expect(guest.heading("Your seats are no longer held")).to_be_visible()
    expect(page.get_by_text("Nothing was charged")).to_be_visible()
    assert shop.payments_of(email) == []

    guest.button("Hold my seats again").click()
    guest.pay()
    guest.expect_booked()
    assert shop.seats(tour.timeslot_ids[0]) == (3, 0)
    assert shop.payments_of(email) == [("payment", "succeeded", 3 * ADULT)]


def test_hold_that_runs_out_gives_its_seats_back(page: Page, shop: Shop) -> None:
    tour, email = shop.add_tour(seats=4), _email()
    guest_with_seats(page, shop, tour, email)
    slot = tour.timeslot_ids[0]
    assert shop.seats(slot) == (0, 2)
    shop.expire_hold(None, slot)
    shop.buy(tour, slot, adults=4, email=_email())
    assert shop.seats(slot) == (4, 0)


def test_last_seats_go_to_who_holds_them_first(
    new_context: NewContext, watches: dict[object, Watch], shop: Shop
) -> None:
    one, two = new_context(), new_context()
    watches[two].expect(r"/api/trip/save", r"status of 409")
    tour, first, second = shop.add_tour(seats=3), _email(), _email()
    slow = guest_at(two.new_page(), shop, tour, second)
    slow.choose_time("9:00")
    slow.set_guests(adults=2)
    quick = guest_at_payment(one.new_page(), shop, tour, first, adults=2)

    slow.button("Continue").click()
    expect(slow.heading("Someone took the last seats")).to_be_visible()
    expect(slow.place.get_by_text("1 seat is left at that time")).to_be_visible()
    quick.pay()
    quick.expect_booked()
    assert shop.seats(tour.timeslot_ids[0]) == (2, 0)

    slow.button("14:30").click()
    slow.give_contact()
    slow.pay()
    slow.expect_booked()
    assert shop.seats(tour.timeslot_ids[0]) == (2, 0)
    assert shop.seats(tour.timeslot_ids[1]) == (2, 0)


def test_seats_sold_to_somebody_else_during_checkout(page: Page, watch: Watch, shop: Shop) -> None:
    watch.expect(r"/api/trip/save", r"status of 409")
    tour, email, other = shop.add_tour(seats=2), _email(), _email()
    first, second = tour.timeslot_ids
    guest = guest_with_seats(page, shop, tour, email)
    shop.expire_hold(None, first)
    shop.buy(tour, first, adults=2, email=other)
    guest.give_contact()
    expect(guest.heading("Someone took the last seats")).to_be_visible()
    expect(page.get_by_text("Nothing was charged")).to_be_visible()

    guest.button("14:30").click()
    guest.button("Continue to payment").click()
    guest.pay()
    guest.expect_booked()
    assert shop.seats(first) == (2, 0)
    assert shop.seats(second) == (2, 0)
    assert shop.payments_of(email) == [("payment", "succeeded", 2 * ADULT)]


def test_seats_that_are_gone_are_not_paid(page: Page, watch: Watch, shop: Shop) -> None:
    watch.expect(r"/createIntent", r"status of 409")
    tour, email = shop.add_tour(seats=2), _email()
    slot = tour.timeslot_ids[0]
    guest = guest_at_payment(page, shop, tour, email)
    guest.give_card(VISA)
    shop.expire_hold(email, slot)
    shop.buy(tour, slot, adults=2, email=_email())
    guest.pay_button.click()
    expect(guest.heading("Your seats are no longer held")).to_be_visible()
    assert shop.charges_of(email) == []


def test_payment_for_seats_that_are_gone_is_given_back(page: Page, shop: Shop) -> None:
    tour, email, other = shop.add_tour(seats=2), _email(), _email()
    slot = tour.timeslot_ids[0]

    def be_faster(route: Route) -> None:
        shop.expire_hold(email, slot)
        shop.buy(tour, slot, adults=2, email=other)
        route.continue_()

    guest = guest_at_payment(page, shop, tour, email)
    guest.give_card(VISA)
    page.route(re.compile(r"/v1/payment_intents/[^/]+/confirm$"), be_faster, times=1)
    guest.pay_button.click()
    expect(guest.heading("Your payment is being refunded")).to_be_visible()
    expect(page.get_by_text("You have no booking and owe nothing")).to_be_visible()
    assert shop.seats(slot) == (2, 0)

    paid = [("payment", "succeeded", 2 * ADULT), ("refund", "succeeded", 2 * ADULT)]
    wait_for(lambda: shop.payments_of(email) == paid, "the refund")
    assert shop.trip_of(email)["status"] != "reserved"
    (charge,) = shop.charges_of(email)
    assert charge["amount_refunded"] == 2 * ADULT


@pytest.mark.alone
def test_killed_worker_loses_no_payment(page: Page, watch: Watch, shop: Shop, stack: Stack) -> None:
    watch.expect(r"/confirm\b.*ERR_CONNECTION_FAILED", r"ERR_CONNECTION_FAILED.*/confirm\b")
    tour, email = shop.add_tour(seats=2), _email()
    guest = guest_at_payment(page, shop, tour, email)
    guest.give_card(VISA)
    page.route(CONFIRM, _cut)
    stack.stripe.post("/_control/webhooks/pause", {})
    try:
        guest.pay_button.click()
        wait_for(lambda: shop.charges_of(email), "the charge")
        assert shop.payments_of(email) == []
        old = stack.kill_worker()
    finally:
        stack.stripe.post("/_control/webhooks/resume", {})
    stack.wait_for_new_worker(old)

    paid = [("payment", "succeeded", 2 * ADULT)]
    wait_for(lambda: shop.payments_of(email) == paid, "the payment", 60)
    assert shop.trip_of(email)["status"] == "reserved"
    assert shop.seats(tour.timeslot_ids[0]) == (2, 0)
    mail = wait_for(lambda: stack.mailbox(email), "the confirmation", 60)[-1]
    assert shop.trip_of(email)["confirmation_code"] in mail["text"]

    expect(page.get_by_text("The connection was lost while paying")).to_be_visible()
    page.unroute(CONFIRM, _cut)
    guest.button("Check again").click()
    guest.expect_booked()
    assert len(shop.charges_of(email)) == 1
    assert len(stack.mailbox(email)) == 1


def test_lost_connection_after_paying_never_pays_twice(page: Page, watch: Watch, shop: Shop) -> None:
    watch.expect(r"/confirm\b.*ERR_CONNECTION_FAILED", r"ERR_CONNECTION_FAILED.*/confirm\b")
    tour, email = shop.add_tour(seats=2), _email()
    guest = guest_at_payment(page, shop, tour, email)
    guest.give_card(VISA)
    page.route(CONFIRM, _cut)
    guest.pay_button.click()
    expect(page.get_by_text("The connection was lost while paying")).to_be_visible()
    page.unroute(CONFIRM, _cut)
    page.reload()
    guest.expect_booked()
    assert len(shop.charges_of(email)) == 1
    assert shop.payments_of(email) == [("payment", "succeeded", 2 * ADULT)]


def test_two_clicks_on_pay_pay_once(page: Page, shop: Shop) -> None:
    tour, email = shop.add_tour(seats=2), _email()
    guest = guest_at_payment(page, shop, tour, email)
    guest.give_card(VISA)
    guest.pay_button.dblclick()
    guest.expect_booked()
    assert len(shop.charges_of(email)) == 1
    assert shop.payments_of(email) == [("payment", "succeeded", 2 * ADULT)]
    assert shop.seats(tour.timeslot_ids[0]) == (2, 0)
