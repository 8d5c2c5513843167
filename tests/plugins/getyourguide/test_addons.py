"""Add-ons: told of a product, put on what is booked, refused by name."""

from typing import Any

import pytest

from outfitter_getyourguide import addons as spoken
from outfitter_tenants.catalog.models import ExperienceAddon, Product
from outfitter_tenants.channels.models import ExternalBooking, ProductMapping
from outfitter_tenants.pricing.models import Surcharge
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.trips.models import Trip, TripOrderAddon
from tests.checkout.trip_world import check_money
from tests.plugins.getyourguide.test_bookings import cancel_data, lapse, reference_of
from tests.support.add_ons import make_addon, make_product, make_sizes
from tests.support.getyourguide import book_data, reserve_data

LUNCH = {"addon": "Lunch", "addon_type": "FOOD", "description": "Packed lunch"}
PARKING = {"addon": "Parking", "addon_type": "TRANSPORT"}


def map_addons(*wanted: dict[str, Any]) -> None:
    ProductMapping.objects.filter(product_ref="CAVES").update(settings={"addons": list(wanted)})


def item(
    kind: str = "FOOD", count: int = 1, description: str | None = None, price: int = 1500
) -> dict[str, Any]:
    return {"addonType": kind, "addonDescription": description, "count": count, "retailPrice": price}


@pytest.fixture
def lunch(offer, stall) -> int:
    """Return an add-on for single guests that GetYourGuide sells."""
    made = make_addon(offer)
    map_addons(LUNCH)
    return made


@pytest.fixture
def order(caller, offer):
    """Reserve and book with add-ons; returns the answer."""

    def go(*items: dict[str, Any], **values: Any) -> Any:
        held = reference_of(caller.post("reserve", reserve_data(offer, **values)))
        return caller.post("book", book_data(offer, held, addonItems=list(items), **values))

    return go


def chosen(trip: Trip) -> list[tuple[str, int]]:
    rows = TripOrderAddon.objects.filter(trip_order__trip=trip).order_by("id")
    return [(row.experience_addon.name, row.qty) for row in rows]


def trip_of(answer: Any) -> Trip:
    assert "errorCode" not in answer, answer
    return Trip.objects.get(confirmation_code=answer["bookingReference"])


class TestList:
    def test_only_what_is_mapped_is_told(self, caller, offer, lunch):
        make_addon(offer, name="Towel")

        assert caller.get("products/CAVES/addons") == {
            "addons": [
                {
                    "addonType": "FOOD",
                    "retailPrice": 1500,
                    "currency": "USD",
                    "addonDescription": "Packed lunch",
                }
            ]
        }

    def test_taxes_are_in(self, caller, lunch):
        Surcharge.objects.create(
            kind="tax", name="VAT", calc="percent", rate_ppm=100_000, applies_to=["addons"]
        )

        assert caller.get("products/CAVES/addons")["addons"][0]["retailPrice"] == 1650

    def test_choices_are_add_ons_of_their_own(self, caller, offer, stall):
        sizes, _ = make_sizes(Small=0, Large=500)
        make_addon(offer, name="Wetsuit", input="select", value_type_id=sizes)
        map_addons(
            {"addon": "wetsuit:  large", "addon_type": "SAFETY"},
            {"addon": "Wetsuit: Small", "addon_type": "SAFETY", "description": "S"},
        )

        told = caller.get("products/CAVES/addons")["addons"]
        assert [(one["addonDescription"], one["retailPrice"]) for one in told] == [
            ("wetsuit:  large", 2000),
            ("S", 1500),
        ]

    @pytest.mark.parametrize(
        "change", [{"input": "text"}, {"price_per": "pax"}, {"methods": ["phone"]}, {"name": "Dinner"}]
    )
    def test_what_cannot_be_sold_is_not_told_and_said_to_be(self, caller, offer, stall, change):
        from outfitter.sdk import channels

        make_addon(offer, **change)
        map_addons(LUNCH)

        assert caller.get("products/CAVES/addons") == {"addons": []}
        [problem] = spoken.check(stall, channels.product(stall, "CAVES"))
        assert "“Lunch”" in problem

    def test_two_of_one_name_are_said_to_be(self, offer, stall):
        from outfitter.sdk import channels

        make_addon(offer)
        make_addon(offer, name="Snack " + "x" * 50)
        map_addons(LUNCH, {**LUNCH, "description": "packed LUNCH"}, {"addon": "Snack " + "x" * 50})

        problems = spoken.check(stall, channels.product(stall, "CAVES"))
        assert [one[:22] for one in problems] == ["Give the add-on “Snack", "Two add-ons have the s"]


class TestBook:
    def test_each_guest_has_theirs_and_it_costs(self, order, lunch):
        trip = trip_of(order(item(count=2), adults=3))

        assert chosen(trip) == [("Lunch", 1), ("Lunch", 1)]
        assert trip.total_amount == 3 * 4900 + 2 * 1500
        assert trip.status == "reserved"
        check_money(trip.pk)

    def test_what_is_for_the_whole_order_is_counted_there(self, order, offer, stall):
        make_addon(offer, name="Parking", scope="trip_order", input="quantity", max_qty=4, price=700)
        map_addons(PARKING)

        trip = trip_of(order(item("TRANSPORT", 3)))
        [row] = TripOrderAddon.objects.filter(trip_order__trip=trip)
        assert (row.booking_id, row.qty) == (None, 3)
        assert trip.total_amount == 2 * 4900 + 3 * 700

    def test_booking_again_is_the_same_booking(self, caller, offer, lunch):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        data = book_data(offer, held, addonItems=[item(count=2, description="packed LUNCH ")])
        first, again = caller.post("book", data), caller.post("book", data)

        assert first == again
        assert chosen(trip_of(first)) == [("Lunch", 1), ("Lunch", 1)]

    def test_a_reservation_that_ran_out_is_booked_with_them(self, caller, offer, lunch):
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        lapse()

        data = book_data(offer, held, addonItems=[item(count=2)])
        first, again = caller.post("book", data), caller.post("book", data)
        trip = trip_of(first)
        assert first == again
        assert (trip.total_amount, len(chosen(trip))) == (2 * 4900 + 2 * 1500, 2)
        check_money(trip.pk)

    def test_what_the_customer_paid_is_no_reason_to_refuse(self, order, lunch):
        assert trip_of(order(item(price=1))).total_amount == 2 * 4900 + 1500

    def test_their_prices_have_add_ons_in(self, caller, offer, unsold):
        from tests.support import getyourguide

        getyourguide.connect(offer, price_mode="theirs")
        make_addon(offer)
        map_addons(LUNCH)
        held = reference_of(caller.post("reserve", reserve_data(offer)))
        answer = caller.post("book", book_data(offer, held, addonItems=[item(count=2, price=1200)]))

        trip = trip_of(answer)
        assert trip.total_amount == 2 * 4900 + 2 * 1200
        check_money(trip.pk)

    def test_cancelling_takes_them_off(self, caller, order, lunch):
        answer = order(item())

        assert caller.post("cancel-booking", cancel_data(answer)) == {}
        assert Trip.objects.get(confirmation_code=answer["bookingReference"]).total_amount == 0

    @pytest.mark.parametrize("wrong", [item("DRINKS"), item(description="Dinner"), item(count=3)])
    def test_what_is_not_sold_is_refused_and_the_reservation_stays(self, order, seats, lunch, wrong):
        assert order(wrong)["errorCode"] == "INVALID_ADDONS_CONFIGURATION"
        assert seats() == (0, 2)
        assert ExternalBooking.objects.get().state == "on_hold"
        assert not TripOrderAddon.objects.exists()
        assert Hold.objects.filter(trip_id=ExternalBooking.objects.get().trip_id).exists()

    def test_a_type_alone_means_the_only_one(self, order, offer, lunch):
        make_addon(offer, name="Snack")
        map_addons(LUNCH, {"addon": "Snack", "addon_type": "FOOD"})

        assert order(item())["errorCode"] == "INVALID_ADDONS_CONFIGURATION"
        assert chosen(trip_of(order(item(description="Snack"), reference="GYG2"))) == [("Snack", 1)]

    def test_what_is_not_on_the_shelf_is_refused(self, order, offer, stall):
        shirt = make_product(stock=1)
        make_addon(offer, name="Shirt", stock_product_id=shirt)
        map_addons({"addon": "Shirt", "addon_type": "OTHERS"})

        assert order(item("OTHERS", 2))["errorCode"] == "INVALID_ADDONS_CONFIGURATION"
        trip_of(order(item("OTHERS", 1), reference="GYG2"))
        assert Product.objects.get(pk=shirt).stock_qty == 0

    def test_one_that_was_archived_since_is_refused(self, order, lunch):
        from outfitter.kit.clock import utc_now

        ExperienceAddon.objects.filter(pk=lunch).update(archived_at=utc_now())

        assert order(item())["errorCode"] == "INVALID_ADDONS_CONFIGURATION"
