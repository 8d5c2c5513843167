"""A cart holds exactly the seats it asks for, or none at all."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.checkout.carts import hold_release
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartRequest, OrderRequest
from outfitter_tenants.checkout.sale_terms import contacts
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations.drafts import Contact
from tests.support.sales import ADULT, ANA, CHILD, ONLINE, fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")


def seats(offer):
    slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id)
    return slot.booked_pax_cnt, slot.held_pax_cnt


class TestSave:
    def test_a_new_cart_holds_its_seats_and_knows_its_price(self):
        offer = make_offer(capacity=10)

        trip_id = fill_cart(offer, adults=2, children=1)

        full = trip_full(trip_id=trip_id, at=utc_now())
        assert seats(offer) == (0, 3)
        assert full["totals"]["total"] == 2 * ADULT + CHILD
        assert full["totals"]["due_now"] == 2 * ADULT + CHILD
        assert full["status"]["slug"] == "draft"
        assert len(full["tripOrders"][0]["bookings"]) == 3
        assert full["hold_expires_at"] > utc_now() + timedelta(minutes=14)
        assert sum(line["amount"] for line in full["priceLines"]) == full["totals"]["total"]

    def test_more_guests_replace_the_hold(self):
        offer = make_offer(capacity=10)
        trip_id = fill_cart(offer, adults=1, children=0)

        fill_cart(offer, adults=4, children=0, trip_id=trip_id)

        assert seats(offer) == (0, 4)
        assert trips.get_trip(trip_id=trip_id).total_amount == 4 * ADULT

    def test_more_guests_than_seats_leave_everything_as_it_was(self):
        offer = make_offer(capacity=3)
        trip_id = fill_cart(offer, adults=2, children=0)

        with pytest.raises(SoldOut) as refusal:
            fill_cart(offer, adults=4, children=0, trip_id=trip_id)

        assert refusal.value.detail["remaining"] >= 1
        assert seats(offer) == (0, 2)
        assert trips.get_trip(trip_id=trip_id).total_amount == 2 * ADULT

    def test_a_party_that_finds_no_seats_leaves_no_trip(self):
        offer = make_offer(capacity=1)
        fill_cart(offer, adults=1, children=0)
        before = trips.Trip.objects.count()

        with pytest.raises(SoldOut):
            fill_cart(offer, adults=1, children=0)

        assert trips.Trip.objects.count() == before
        assert seats(offer) == (0, 1)

    def test_an_expired_hold_gives_way_to_somebody_else(self):
        offer = make_offer(capacity=2)
        fill_cart(offer, adults=2, children=0)

        fill_cart(offer, adults=2, children=0, at=utc_now() + timedelta(minutes=16))

        assert seats(offer) == (0, 2)

    @pytest.mark.parametrize(
        ("_case", "quantities"), [("nobody", {}), ("zero", {1: 0}), ("unknown", {999_999: 1})]
    )
    def test_an_order_nobody_can_have_is_refused(self, _case, quantities):
        offer = make_offer()
        order = OrderRequest(None, offer.experience_id, offer.timeslot_id, quantities)
        cart = CartRequest(None, None, None, ANA, [order], {}, None)

        with pytest.raises(Invalid):
            carts.save_trip(cart=cart, caller=ONLINE, at=utc_now())

    def test_a_stale_version_is_refused(self):
        trip_id = fill_cart(make_offer())
        cart = CartRequest(trip_id, 1, None, ANA, None, {}, None)

        with pytest.raises(StaleVersion):
            carts.save_trip(cart=cart, caller=ONLINE, at=utc_now())

    def test_removing_the_order_gives_its_seats_back(self):
        offer = make_offer()
        trip_id = fill_cart(offer)

        carts.save_trip(
            cart=CartRequest(trip_id, None, None, None, [], {}, None), caller=ONLINE, at=utc_now()
        )

        assert seats(offer) == (0, 0)
        assert trips.get_trip(trip_id=trip_id).total_amount == 0


class TestContact:
    @pytest.mark.parametrize(
        ("typed", "stored"),
        [("(415) 555-0134", "+14155550134"), ("+44 20 7946 0000", "+442079460000"), ("", None)],
    )
    def test_phone_numbers_are_stored_as_e164(self, typed, stored):
        contact = Contact("A", "B", "a@example.com", typed, None)

        assert contacts.clean_contact(contact, region="US").phone == stored

    def test_what_cannot_be_a_number_is_refused_by_field(self):
        with pytest.raises(Invalid) as refusal:
            contacts.clean_contact(Contact("A", "B", None, "call me", None), region="US")

        assert list(refusal.value.detail["fields"]) == ["contact.phone"]


def test_cancelled_holds_are_free_at_once():
    offer = make_offer(capacity=2)
    trip_id = fill_cart(offer, adults=2, children=0)
    order_id = trip_full(trip_id=trip_id, at=utc_now())["tripOrders"][0]["id"]

    hold_release.release_holds(trip_id=trip_id, trip_order_id=order_id, at=utc_now())
    hold_release.release_holds(trip_id=trip_id, trip_order_id=order_id, at=utc_now())

    assert seats(offer) == (0, 0)
    assert trip_full(trip_id=trip_id, at=utc_now())["is_expired"] is True
