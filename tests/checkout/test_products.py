"""Things from the shelf through HTTP, sold to guests and over the counter."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.people.models import Role
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.operations import stock
from tests.checkout.front_desk import Desk, actions, counts
from tests.support.add_ons import make_product, sell, stock_of
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, CHILD, fill_cart

PARTY = 2 * ADULT + CHILD


@pytest.fixture
def desk(reef, client_for):
    return Desk(owner_of(client_for))


def without(permission):
    role = Role.objects.get(slug="owner")
    role.permissions = [code for code in role.permissions if code != permission]
    role.save()


class TestOfAGuest:
    @pytest.mark.parametrize("is_sold", [False, True])
    def test_sold_and_taken_off_again(self, desk, offer, is_sold):
        shirt = make_product(stock=5)
        trip_id = (sell if is_sold else fill_cart)(offer)
        before = counts(trip_id, offer)
        guest = desk.guests(trip_id)[0]["id"]

        trip = desk.done(f"/api/booking/{guest}/product/add", product_id=shirt, qty=3)["trip"]

        [line] = trip["tripOrders"][0]["bookings"][0]["bookingProducts"]
        assert (line["qty"], line["amount"], trip["totals"]["total"]) == (3, 6000, PARTY + 6000)
        desk.done(f"/api/booking/{guest}/product/remove", product_id=shirt, qty=1)
        assert stock_of(shirt) == 3
        desk.done(f"/api/booking/{guest}/product/removeAll")
        assert (counts(trip_id, offer), stock_of(shirt)) == (before, 5)
        assert actions(trip_id)[-3:] == ["trip.product_sold", *["trip.product_removed"] * 2]

    def test_never_below_zero(self, desk, offer):
        shirt = make_product(stock=2)
        trip_id = fill_cart(offer)
        guest = desk.guests(trip_id)[0]["id"]

        answer = desk.post(f"/api/booking/{guest}/product/add", product_id=shirt, qty=3)

        assert assert_error(answer, 409, "out_of_stock")["detail"]["stock_qty"] == 2
        assert (stock_of(shirt), counts(trip_id, offer)["total_amount"]) == (2, PARTY)

    def test_a_price_is_set_where_that_is_allowed(self, desk, offer):
        art, shirt = make_product(is_price_editable=True), make_product(name="Cap")
        guest = desk.guests(fill_cart(offer))[0]["id"]
        path = f"/api/booking/{guest}/product/add"

        trip = desk.done(path, product_id=art, unit_amount=500)["trip"]

        assert trip["totals"]["total"] == PARTY + 500
        assert_error(desk.post(path, product_id=shirt, unit_amount=500), 422)
        without("booking.reprice")
        assert_error(desk.post(path, product_id=art, unit_amount=500), 403, "forbidden")
        desk.done(path, product_id=art, unit_amount=2000)

    def test_what_a_guest_has_not_cannot_be_taken_off(self, desk, offer):
        shirt = make_product()
        guest = desk.guests(fill_cart(offer))[0]["id"]
        path = f"/api/booking/{guest}/product/remove"

        assert_error(desk.post(path, product_id=shirt), 404, "not_found")
        desk.done(f"/api/booking/{guest}/product/add", product_id=shirt)
        assert_error(desk.post(path, product_id=shirt, qty=2), 422)
        desk.done(path, product_id=shirt)
        desk.done(f"/api/booking/{guest}/product/removeAll")

    def test_an_unknown_product_is_none(self, desk, offer):
        guest = desk.guests(fill_cart(offer))[0]["id"]

        answer = desk.post(f"/api/booking/{guest}/product/add", product_id=999_999)

        assert_error(answer, 404, "not_found")


class TestOfATrip:
    def row(self, desk, offer, **body):
        product = make_product(stock=5, is_price_editable=True)
        trip_id = fill_cart(offer)
        guest = desk.guests(trip_id)[0]["id"]
        trip = desk.done(f"/api/booking/{guest}/product/add", product_id=product)["trip"]
        return trip_id, product, trip["bookingProducts"][0]["id"]

    def test_how_many_at_what_price_and_for_whom(self, desk, offer):
        trip_id, product, row = self.row(desk, offer)

        trip = desk.done(
            f"/api/trip/{trip_id}/bookingProduct/{row}/update", qty=4, unit_amount=1000, booking_id=None
        )["trip"]

        [line] = trip["bookingProducts"]
        assert (line["qty"], line["unit_amount"], line["booking_id"]) == (4, 1000, None)
        assert (trip["totals"]["total"], stock_of(product)) == (PARTY + 4000, 1)
        same = desk.done(f"/api/trip/{trip_id}/bookingProduct/{row}/update", qty=4)
        assert same["trip"]["version"] == trip["version"]

    def test_deleted(self, desk, offer):
        trip_id, product, row = self.row(desk, offer)
        path = f"/api/trip/{trip_id}/bookingProduct/{row}/delete"

        assert desk.done(path)["trip"]["bookingProducts"] == []

        assert stock_of(product) == 5
        assert_error(desk.post(path), 404, "not_found")

    @pytest.mark.parametrize(
        ("body", "status"),
        [({"qty": 6}, 409), ({"qty": 0}, 422), ({"unit_amount": -1}, 422), ({"booking_id": 1}, 404)],
    )
    def test_what_cannot_be_changes_nothing(self, desk, offer, body, status):
        trip_id, product, row = self.row(desk, offer)
        before = desk.trip(trip_id)["version"]

        assert_error(desk.post(f"/api/trip/{trip_id}/bookingProduct/{row}/update", **body), status)

        assert (desk.trip(trip_id)["version"], stock_of(product)) == (before, 4)

    def test_a_product_of_another_trip_is_none(self, desk, offer):
        _trip_id, _product, row = self.row(desk, offer)
        mine = fill_cart(offer)

        answer = desk.post(f"/api/trip/{mine}/bookingProduct/{row}/update", qty=2)

        assert_error(answer, 404, "not_found")


class TestOverTheCounter:
    def test_a_trip_of_things_only_is_sold(self, desk):
        shirt = make_product(stock=5)

        trip = desk.done("/api/trip/save", method="pos", products=[{"product_id": shirt, "qty": 2}])["trip"]
        assert (trip["totals"]["total"], stock_of(shirt)) == (4000, 3)
        Trip.objects.filter(pk=trip["id"]).update(paid_amount=4000)
        conversion.convert(
            trip_id=trip["id"], expected_total=4000, accept_terms=True, is_opt_in=False, at=utc_now()
        )

        sold = desk.trip(trip["id"])
        assert (sold["status"]["slug"], sold["tripOrders"]) == ("reserved", [])

    def test_the_list_is_what_the_cart_has(self, desk):
        shirt, cap = make_product(stock=5), make_product(name="Cap", stock=5)
        first = desk.done("/api/trip/save", products=[{"product_id": shirt, "qty": 2}])["trip"]

        second = desk.done(
            "/api/trip/save",
            id=first["id"],
            products=[{"product_id": cap, "qty": 1}, {"product_id": shirt, "qty": 0}],
        )["trip"]

        assert [row["product_id"] for row in second["bookingProducts"]] == [cap]
        assert (stock_of(shirt), stock_of(cap)) == (5, 4)
        third = desk.done("/api/trip/save", id=first["id"], contact={"first_name": "A", "last_name": "B"})
        assert len(third["trip"]["bookingProducts"]) == 1

    def test_prices_and_stock_are_guarded(self, desk):
        art = make_product(stock=1, is_price_editable=True)
        cheap = [{"product_id": art, "qty": 1, "unit_amount": 5}]

        assert desk.done("/api/trip/save", products=cheap)["trip"]["totals"]["total"] == 5
        assert_error(desk.post("/api/trip/save", products=cheap), 409, "out_of_stock")
        assert_error(desk.post("/api/trip/save", products=cheap * 2), 422)
        without("booking.reprice")
        assert_error(desk.post("/api/trip/save", products=cheap), 403, "forbidden")

    def test_strangers_sell_nothing_from_the_shelf(self, desk, client_for):
        shirt = make_product()

        answer = Desk(client_for("reef")).post("/api/trip/save", products=[{"product_id": shirt, "qty": 1}])

        assert_error(answer, 403, "forbidden")


class TestLeftAlone:
    def left(self, desk, product):
        trip = desk.done("/api/trip/save", products=[{"product_id": product, "qty": 2}])["trip"]
        Trip.objects.filter(pk=trip["id"]).update(changed_at=utc_now() - timedelta(days=2))
        return trip["id"]

    def test_a_cart_nobody_touches_gives_back(self, desk):
        shirt = make_product(stock=2)
        trip_id = self.left(desk, shirt)

        assert stock.return_cart_stock({}, utc_now()) is None
        assert stock.return_cart_stock({}, utc_now()) is None

        assert (stock_of(shirt), Trip.objects.get(pk=trip_id).shelf) == (2, {})

    @pytest.mark.parametrize(("left", "after"), [(2, 0), (1, 1)])
    def test_sold_after_all_it_takes_what_is_there(self, desk, left, after):
        shirt = make_product(stock=2)
        trip_id = self.left(desk, shirt)
        stock.return_cart_stock({}, utc_now())
        other = desk.done("/api/trip/save", products=[{"product_id": shirt, "qty": 2 - left}])
        assert other["trip"]["id"] != trip_id

        conversion.complete(trip=Trip.objects.get(pk=trip_id), kind="payment", at=utc_now())

        assert stock_of(shirt) == after
