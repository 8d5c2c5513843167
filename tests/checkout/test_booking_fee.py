"""Who pays the booking fee, and that a trip keeps the terms it was sold under (domain.md 4.7)."""

from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.bookings import order_guests
from outfitter_tenants.checkout.trip_management import order_split
from outfitter_tenants.ledger.models import Entry
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips.models import PriceLine, Trip
from tests.checkout.test_visitor_cart import wanted
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.sold_trips import STAFF, guests_of, order_of, pay, sell

pytestmark = pytest.mark.usefixtures("reef")
PARTY = 2 * ADULT + CHILD
FEE = {"amount": 500}
OURS = {**FEE, "who_pays": "operator"}


def ask(fee: dict[str, Any]) -> None:
    Properties.objects.update_or_create(pk=1, defaults={"booking_fee": fee})


def one_child_more(offer: Any, trip_id: int) -> None:
    order_guests.add_guests(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        quantities={offer.child: 1},
        names=(),
        by=STAFF,
        at=utc_now(),
    )


def fee_of(trip_id: int) -> int:
    trip = Trip.objects.get(pk=trip_id)
    lines = PriceLine.objects.filter(trip_id=trip_id, kind="booking_fee", voided_at__isnull=True)
    assert sum(line.amount for line in lines) == trip.booking_fee_amount
    return trip.booking_fee_amount


@pytest.mark.parametrize(
    ("sold_under", "today", "expected"),
    [
        (FEE, FEE, 500),
        (FEE, OURS, 500),
        (FEE, {}, 500),
        (FEE, {"amount": 900}, 500),
        (OURS, FEE, 0),
        ({}, FEE, 0),
    ],
)
def test_a_sold_trip_keeps_what_it_was_sold_under(
    sold_under: dict[str, Any], today: dict[str, Any], expected: int
) -> None:
    ask(sold_under)
    offer = make_offer()
    trip_id = sell(offer)
    ask(today)

    one_child_more(offer, trip_id)

    assert fee_of(trip_id) == expected
    assert Trip.objects.get(pk=trip_id).total_amount == PARTY + CHILD + expected


@pytest.mark.parametrize(
    ("sold_under", "today", "expected"), [(FEE, OURS, 500), (FEE, {"amount": 900}, 900), ({}, FEE, 0)]
)
def test_sold_before_terms_were_kept_it_goes_by_its_lines(
    sold_under: dict[str, Any], today: dict[str, Any], expected: int
) -> None:
    ask(sold_under)
    offer = make_offer()
    trip_id = sell(offer)
    Trip.objects.filter(pk=trip_id).update(booking_fee_terms=None)
    ask(today)

    one_child_more(offer, trip_id)

    assert fee_of(trip_id) == expected


def test_a_part_that_becomes_a_trip_keeps_them_too() -> None:
    ask({"rate_ppm": 100_000})
    offer = make_offer()
    trip_id = sell(offer)
    ask(OURS)
    found = order_split.split(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        booking_ids=[guests_of(trip_id)[0].pk],
        to="trip",
        by=STAFF,
        at=utc_now(),
    )
    one_child_more(offer, found.new_trip_id or 0)
    assert fee_of(found.new_trip_id or 0) == (ADULT + CHILD) // 10


def test_a_cart_follows_the_setting() -> None:
    ask(FEE)
    offer = make_offer()
    trip_id = fill_cart(offer)
    assert fee_of(trip_id) == 500
    ask(OURS)
    fill_cart(offer, adults=1, trip_id=trip_id)
    assert fee_of(trip_id) == 0
    assert Trip.objects.get(pk=trip_id).total_amount == ADULT + CHILD


def test_what_is_not_owed_is_no_posting() -> None:
    ask(OURS)
    trip_id = sell(make_offer())
    pay(trip_id, PARTY)

    entries = Entry.objects.filter(posting__trip_id=trip_id)

    assert {abs(entry.amount) for entry in entries} == {PARTY}


class TestOverHttp:
    @pytest.fixture
    def staff(self, client_for: Any) -> Client:
        client: Client = owner_of(client_for)
        return client

    def save(self, staff: Client, fee: dict[str, Any]) -> Any:
        body = {"version": Properties.objects.get(pk=1).version, "booking_fee": fee}
        return staff.post("/api/setup/general/save", body, content_type="application/json")

    def test_the_operator_says_who_pays(self, staff: Client) -> None:
        kept = self.save(staff, {"amount": 500}).json()["general"]["settings"]["booking_fee"]
        assert (kept["who_pays"], kept["amount"]) == ("customer", 500)
        kept = self.save(staff, OURS).json()["general"]["settings"]["booking_fee"]
        assert (kept["who_pays"], kept["amount"]) == ("operator", 500)
        refused = assert_error(self.save(staff, {"who_pays": "partner"}), 422, "validation_failed")
        assert list(refused["detail"]["fields"]) == ["booking_fee.who_pays"]

    def test_the_example_shows_the_plain_price(self, staff: Client) -> None:
        body = {"qty": 2, "unit_amount": 5000, "booking_fee": OURS}
        found = staff.post("/api/setup/preview", body, content_type="application/json").json()
        assert (found["booking_fee"], found["total"], found["ticket_price"]) == (0, 10_000, 5000)
        assert [line["kind"] for line in found["lines"]] == ["ticket"]

    @pytest.mark.parametrize(("fee", "price"), [(FEE | {"rate_ppm": 100_000}, 5390), (OURS, ADULT)])
    def test_strangers_see_a_fee_only_where_they_pay_it(
        self, client_for: Any, fee: dict[str, Any], price: int
    ) -> None:
        ask(fee)
        Properties.objects.filter(pk=1).update(price_display_mode="all_in")
        offer, stranger = make_offer(), client_for("reef")
        shown = stranger.get(f"/api/prices/getForTimeslot/{offer.timeslot_id}/ecommerce").json()
        assert max(one["price"] for one in shown["prices"]) == price

        cart = stranger.post(
            "/api/trip/save", {"orders": [wanted(offer)]}, content_type="application/json"
        ).json()["trip"]

        kinds = {line["kind"] for line in cart["billLines"]}
        assert ("booking_fee" in kinds) == (fee is not OURS)
        assert (cart["totals"]["booking_fee"] > 0) == (fee is not OURS)
