"""Add-ons of guests and orders through HTTP: the rules, the prices, the shelf."""

import pytest

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.models import ExperienceAddon, ExperienceCustomerType
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk, actions, counts
from tests.support.add_ons import make_addon, make_product, make_sizes, sell, stock_of
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer

PARTY = 2 * ADULT + CHILD


@pytest.fixture
def desk(reef, client_for):
    return Desk(owner_of(client_for))


def kind_of(experience_customer_type_id):
    return ExperienceCustomerType.objects.get(pk=experience_customer_type_id).customer_type_id


def total(answer):
    return answer["trip"]["totals"]["total"]


class TestOfAGuest:
    @pytest.mark.parametrize("is_sold", [False, True])
    def test_chosen_and_taken_off_again(self, desk, offer, is_sold):
        lunch = make_addon(offer)
        trip_id = (sell if is_sold else fill_cart)(offer)
        before = counts(trip_id, offer)
        guest = desk.guests(trip_id)[0]["id"]

        answer = desk.done(f"/api/booking/{guest}/addon/add", addon_id=lunch)

        assert total(answer) == PARTY + 1500
        [line] = answer["trip"]["tripOrders"][0]["bookings"][0]["addons"]
        assert (line["name"], line["qty"], line["amount"]) == ("Lunch", 1, 1500)
        desk.done(f"/api/booking/{guest}/addon/remove", addon_id=lunch)
        assert counts(trip_id, offer) == before
        assert actions(trip_id)[-2:] == ["booking.addon_changed"] * 2

    def test_a_choice_costs_its_delta_and_can_be_changed(self, desk, offer):
        kinds, values = make_sizes(S=0, L=500)
        suit = make_addon(offer, input="select", value_type_id=kinds)
        guest = desk.guests(fill_cart(offer))[0]["id"]

        added = desk.done(f"/api/booking/{guest}/addon/add", addon_id=suit, value_id=values["S"])
        changed = desk.done(f"/api/booking/{guest}/addon/change", addon_id=suit, value_id=values["L"])

        assert (total(added), total(changed)) == (PARTY + 1500, PARTY + 2000)
        [line] = changed["trip"]["tripOrders"][0]["bookings"][0]["addons"]
        assert line["value"] == "L"

    def test_what_was_sold_keeps_its_price(self, desk, offer):
        towels = make_addon(offer, input="quantity")
        trip_id = fill_cart(offer)
        guest = desk.guests(trip_id)[0]["id"]
        desk.done(f"/api/booking/{guest}/addon/add", addon_id=towels)
        ExperienceAddon.objects.filter(pk=towels).update(price=9900, price_per="order")

        answer = desk.done(f"/api/booking/{guest}/addon/add", addon_id=towels, qty=2)

        assert total(answer) == PARTY + 3 * 1500

    def test_one_call_sets_how_many(self, desk, offer):
        towels = make_addon(offer, input="quantity", max_qty=3)
        trip_id = fill_cart(offer)
        guest = desk.guests(trip_id)[0]["id"]
        path = f"/api/trip/{trip_id}/booking/{guest}/addon/{towels}"

        assert total(desk.done(path, qty=3)) == PARTY + 4500
        assert_error(desk.post(path, qty=4), 422, "validation_failed")
        assert total(desk.done(path, qty=0)) == PARTY
        assert total(desk.done(path, qty=0)) == PARTY

    def test_words_are_kept(self, desk, offer):
        cake = make_addon(offer, input="text")
        guest = desk.guests(fill_cart(offer))[0]["id"]

        answer = desk.done(f"/api/booking/{guest}/addon/add", addon_id=cake, text_value=" Mia, 7 ")

        [line] = answer["trip"]["tripOrders"][0]["bookings"][0]["addons"]
        assert line["text_value"] == "Mia, 7"

    def test_an_add_on_of_another_experience_is_none(self, desk, offer):
        foreign = make_addon(make_offer(name="Zip-line"))
        guest = desk.guests(fill_cart(offer))[0]["id"]

        answer = desk.post(f"/api/booking/{guest}/addon/add", addon_id=foreign)

        assert_error(answer, 404, "not_found")

    @pytest.mark.parametrize("call", ["change", "remove"])
    def test_what_was_not_chosen_cannot_be_changed(self, desk, offer, call):
        lunch = make_addon(offer)
        guest = desk.guests(fill_cart(offer))[0]["id"]

        assert_error(desk.post(f"/api/booking/{guest}/addon/{call}", addon_id=lunch), 404)


class TestRules:
    @pytest.mark.parametrize(
        ("given", "body", "field"),
        [
            ({"scope": "trip_order"}, {}, "addon_id"),
            ({"methods": ["phone"]}, {}, "addon_id"),
            ({}, {"value_id": 1}, "value_id"),
            ({}, {"qty": 2}, "qty"),
            ({}, {"text_value": "Hi"}, "text_value"),
            ({"input": "text"}, {}, "text_value"),
            ({"input": "quantity", "min_qty": 2}, {"qty": 1}, "qty"),
            ({"input": "quantity", "max_qty": 2}, {"qty": 3}, "qty"),
        ],
    )
    def test_a_broken_rule_is_named(self, desk, offer, given, body, field):
        addon = make_addon(offer, **given)
        trip_id = fill_cart(offer)
        guest = desk.guests(trip_id)[0]["id"]
        before = (counts(trip_id, offer), actions(trip_id))

        problem = assert_error(desk.post(f"/api/booking/{guest}/addon/add", addon_id=addon, **body), 422)

        assert field in problem["detail"]["fields"]
        assert (counts(trip_id, offer), actions(trip_id)) == before

    def test_a_choice_has_to_be_made_among_those_offered(self, desk, offer):
        kinds, values = make_sizes(S=0, L=500)
        suit = make_addon(offer, input="select", value_type_id=kinds)
        guest = desk.guests(fill_cart(offer))[0]["id"]
        path = f"/api/booking/{guest}/addon/add"

        assert_error(desk.post(path, addon_id=suit), 422)
        assert_error(desk.post(path, addon_id=suit, value_id=max(values.values()) + 1), 422)
        desk.done(path, addon_id=suit, value_id=values["S"])
        assert_error(desk.post(path, addon_id=suit, value_id=values["L"]), 422)

    def test_only_for_certain_tickets(self, desk, offer):
        beer = make_addon(offer, enabled_customer_type_ids=[kind_of(offer.adult)])
        adult, _other, child = (row["id"] for row in desk.guests(fill_cart(offer)))

        desk.done(f"/api/booking/{adult}/addon/add", addon_id=beer)

        assert_error(desk.post(f"/api/booking/{child}/addon/add", addon_id=beer), 422)

    def test_a_required_one_taken_off_is_warned_of(self, desk, offer):
        vest = make_addon(offer, is_required=True)
        guest = desk.guests(fill_cart(offer))[0]["id"]
        assert desk.done(f"/api/booking/{guest}/addon/add", addon_id=vest)["warnings"] == []

        answer = desk.done(f"/api/booking/{guest}/addon/remove", addon_id=vest)

        assert [w["code"] for w in answer["warnings"]] == ["addon_required"]

    def test_a_guest_may_be_offered_some_only(self, desk, offer):
        lunch, camera = make_addon(offer), make_addon(offer, name="Camera")
        guest = desk.guests(fill_cart(offer))[0]["id"]

        answer = desk.done(f"/api/booking/{guest}/enabledAddons", addon_ids=[camera])

        first = answer["trip"]["tripOrders"][0]["bookings"][0]
        assert first["enabled_addon_ids"] == [camera]
        assert_error(desk.post(f"/api/booking/{guest}/addon/add", addon_id=lunch), 422)
        desk.done(f"/api/booking/{guest}/enabledAddons", addon_ids=[])
        desk.done(f"/api/booking/{guest}/addon/add", addon_id=lunch)

    def test_what_is_offered_belongs_to_guests_of_the_experience(self, desk, offer):
        whole = make_addon(offer, scope="trip_order")
        guest = desk.guests(fill_cart(offer))[0]["id"]

        assert_error(desk.post(f"/api/booking/{guest}/enabledAddons", addon_ids=[whole]), 422)


class TestOfAnOrder:
    @pytest.mark.parametrize(
        ("price_per", "qty", "costs"), [("unit", 2, 3000), ("pax", 1, 4500), ("order", 2, 1500)]
    )
    def test_a_price_counts_pieces_heads_or_once(self, desk, offer, price_per, qty, costs):
        addon = make_addon(offer, scope="trip_order", input="quantity", price_per=price_per)
        trip_id = fill_cart(offer)
        order = desk.order(trip_id)["id"]

        answer = desk.done(f"/api/tripOrder/{order}/addon/add", addon_id=addon, qty=qty)

        assert total(answer) == PARTY + costs
        assert answer["trip"]["tripOrders"][0]["addons"][0]["amount"] == costs

    def test_by_head_follows_the_party(self, desk, offer):
        bus = make_addon(
            offer, scope="trip_order", price_per="pax", enabled_customer_type_ids=[kind_of(offer.adult)]
        )
        trip_id = fill_cart(offer)
        order = desk.order(trip_id)
        assert total(desk.done(f"/api/tripOrder/{order['id']}/addon/add", addon_id=bus)) == (PARTY + 2 * 1500)

        more = desk.done(f"/api/booking/clone/{order['bookings'][0]['id']}")

        assert total(more) == PARTY + ADULT + 3 * 1500

    def test_changed_and_removed(self, desk, offer):
        bikes = make_addon(offer, scope="trip_order", input="quantity")
        order = desk.order(fill_cart(offer))["id"]
        desk.done(f"/api/tripOrder/{order}/addon/add", addon_id=bikes, qty=2)

        changed = desk.done(f"/api/tripOrder/{order}/addon/change", addon_id=bikes, qty=5)
        gone = desk.done(f"/api/tripOrder/{order}/addon/remove", addon_id=bikes)

        assert (total(changed), total(gone)) == (PARTY + 7500, PARTY)
        assert_error(desk.post(f"/api/tripOrder/{order}/addon/change", addon_id=bikes), 404)

    def test_a_number_in_the_address(self, desk, offer):
        bikes = make_addon(offer, scope="trip_order", input="quantity", max_qty=9)
        order = desk.order(fill_cart(offer))["id"]
        path = f"/api/tripOrder/{order}/countableAddon/{bikes}"

        assert total(desk.done(f"{path}/4/save")) == PARTY + 6000
        assert_error(desk.post(f"{path}/10/save"), 422)
        assert total(desk.done(f"{path}/0/save")) == PARTY

    def test_all_of_them_at_once(self, desk, offer):
        bikes = make_addon(offer, scope="trip_order", input="quantity")
        bus = make_addon(offer, name="Bus", scope="trip_order")
        trip_id = fill_cart(offer)
        order = desk.order(trip_id)["id"]
        path = f"/api/trip/{trip_id}/tripOrder/{order}/addon/save"

        both = desk.done(path, addons=[{"addon_id": bikes, "qty": 2}, {"addon_id": bus}])
        one = desk.done(path, addons=[{"addon_id": bus}])

        assert (total(both), total(one)) == (PARTY + 4500, PARTY + 1500)
        assert actions(trip_id).count("trip_order.addon_changed") == 2
        assert_error(desk.post(path, addons=[{"addon_id": bus}] * 2), 422)
        assert total(desk.done(path, addons=[])) == PARTY

    def test_what_can_be_chosen_and_what_was(self, desk, offer):
        bikes = make_addon(offer, scope="trip_order", input="quantity")
        beer = make_addon(offer, enabled_customer_type_ids=[kind_of(offer.adult)])
        make_addon(offer, methods=["phone"])
        trip_id = fill_cart(offer)
        adults = [row["id"] for row in desk.guests(trip_id)[:2]]
        order = desk.order(trip_id)["id"]
        desk.done(f"/api/booking/{adults[0]}/addon/add", addon_id=beer)

        found = desk.client.get(f"/api/tripOrder/{order}/addons/get").json()

        offered = {row["id"]: row["booking_ids"] for row in found["available"]}
        assert offered == {bikes: [], beer: adults}
        assert [(r["addon_id"], r["booking_id"]) for r in found["chosen"]] == [(beer, adults[0])]

    def test_an_order_of_another_trip_is_none(self, desk, offer):
        bus = make_addon(offer, scope="trip_order")
        mine, theirs = fill_cart(offer), desk.order(fill_cart(offer))["id"]

        answer = desk.post(f"/api/trip/{mine}/tripOrder/{theirs}/addon/save", addons=[{"addon_id": bus}])

        assert_error(answer, 404, "not_found")


class TestShelf:
    def test_what_an_add_on_uses_up_leaves_the_shelf(self, desk, offer):
        snorkel = make_product(stock=3)
        rental = make_addon(offer, input="quantity", stock_product_id=snorkel)
        trip_id = fill_cart(offer)
        guest = desk.guests(trip_id)[0]["id"]
        desk.done(f"/api/booking/{guest}/addon/add", addon_id=rental, qty=3)
        assert stock_of(snorkel) == 0
        before = (counts(trip_id, offer), actions(trip_id))

        answer = desk.post(f"/api/booking/{guest}/addon/add", addon_id=rental)

        assert_error(answer, 409, "out_of_stock")
        assert (counts(trip_id, offer), actions(trip_id)) == before
        desk.done(f"/api/booking/{guest}/addon/remove", addon_id=rental)
        assert (stock_of(snorkel), Trip.objects.get(pk=trip_id).shelf) == (3, {})

    def test_by_head_uses_one_up_for_each(self, desk, offer):
        poncho = make_product(stock=10)
        ponchos = make_addon(offer, scope="trip_order", price_per="pax", stock_product_id=poncho)
        trip_id = sell(offer)
        order = desk.order(trip_id)
        desk.done(f"/api/tripOrder/{order['id']}/addon/add", addon_id=ponchos)
        assert stock_of(poncho) == 7

        desk.done(f"/api/booking/delete/{order['bookings'][0]['id']}")
        assert stock_of(poncho) == 8

        desk.done(f"/api/bookings/{order['id']}/delete")
        assert stock_of(poncho) == 10

    def test_stock_left_is_shown_to_staff(self, desk, offer):
        make_addon(offer, stock_product_id=make_product(stock=3))

        [row] = catalog.list_addons(experience_id=offer.experience_id)

        assert row.stock_left == 3
