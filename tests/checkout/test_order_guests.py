"""Guests who join an order or turn out to be of another kind."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.checkout.bookings import order_guests
from outfitter_tenants.checkout.orders import operations as orders
from outfitter_tenants.checkout.trip_changes.change import WrongState
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import TripOrder
from outfitter_tenants.trips.operations.orders import GuestName
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.sold_trips import STAFF, drift, guests_of, order_of, seats, sell

pytestmark = pytest.mark.usefixtures("reef")


def add(trip_id, quantities, *names):
    return order_guests.add_guests(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        quantities=quantities,
        names=names,
        by=STAFF,
        at=utc_now(),
    )


def retype(trip_id, changes=None, quantities=None):
    return order_guests.change_types(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        changes=changes or {},
        quantities=quantities,
        by=STAFF,
        at=utc_now(),
    )


class TestAdd:
    @pytest.mark.parametrize("begin", [sell, fill_cart])
    def test_one_child_more(self, begin):
        offer = make_offer()
        trip_id = begin(offer)

        add(trip_id, {offer.child: 1}, GuestName("Mia", "Ruiz"))

        guests = guests_of(trip_id)
        assert [g.guest_first_name for g in guests] == ["", "", "", "Mia"]
        assert guests[-1].experience_customer_type_id == offer.child
        assert trips.get_trip(trip_id=trip_id).total_amount == 2 * ADULT + 2 * CHILD
        assert sum(seats(offer.timeslot_id)) == 4
        assert drift() == []

    def test_todays_price_is_for_the_new_ones_only(self):
        offer = make_offer()
        trip_id = sell(offer)
        Timeslot.objects.filter(pk=offer.timeslot_id).update(price_override={str(offer.adult): 6000})

        add(trip_id, {offer.adult: 1})

        assert [g.unit_amount for g in guests_of(trip_id)] == [ADULT, ADULT, CHILD, 6000]

    def test_a_full_departure_refuses(self):
        offer = make_offer(capacity=3)
        trip_id = sell(offer)

        with pytest.raises(SoldOut):
            add(trip_id, {offer.adult: 1})
        assert len(guests_of(trip_id)) == 3

    @pytest.mark.parametrize(
        ("qty", "names"),
        [
            (0, ()),
            (501, ()),
            (1, (GuestName("A"), GuestName("B"))),
            (1, (GuestName("A", birth_date=utc_now().date() + timedelta(days=2)),)),
        ],
    )
    def test_nonsense_is_refused(self, qty, names):
        offer = make_offer(capacity=None)
        trip_id = sell(offer)

        with pytest.raises(Invalid):
            add(trip_id, {offer.adult: qty}, *names)

    def test_staff_hear_of_what_strangers_may_not(self):
        offer = make_offer()
        Experience.objects.filter(pk=offer.experience_id).update(max_pax=3)

        done = add(sell(offer), {offer.adult: 1})

        assert [w["code"] for w in done.warnings] == ["max_party"]


class TestRetype:
    def test_a_child_that_is_none(self):
        offer = make_offer(capacity=3)
        trip_id = sell(offer)
        child = guests_of(trip_id)[-1]

        retype(trip_id, {child.pk: offer.adult})

        after = guests_of(trip_id)[-1]
        assert (after.ticket_code, after.unit_amount) == (child.ticket_code, ADULT)
        assert trips.get_trip(trip_id=trip_id).total_amount == 3 * ADULT
        assert seats(offer.timeslot_id) == (3, 0)
        assert drift() == []

    def test_a_party_is_made_what_it_is_to_be(self):
        offer = make_offer()
        trip_id = sell(offer)

        retype(trip_id, quantities={offer.adult: 1, offer.child: 2})

        kinds = sorted(g.experience_customer_type_id for g in guests_of(trip_id))
        assert kinds == sorted([offer.adult, offer.child, offer.child])
        assert drift() == []

    def test_it_changes_nobodys_number(self):
        offer = make_offer()

        with pytest.raises(Invalid):
            retype(sell(offer), quantities={offer.adult: 4})

    def test_a_guest_of_another_order_is_refused(self):
        offer = make_offer()
        other = guests_of(sell(offer))[0]

        with pytest.raises(Invalid):
            retype(sell(offer), {other.pk: offer.child})


class TestRemove:
    def test_a_cart_loses_its_order_and_the_hold(self):
        offer = make_offer()
        trip_id = fill_cart(offer)

        orders.remove(trip_id=trip_id, trip_order_id=order_of(trip_id).pk, by=STAFF, at=utc_now())

        assert not TripOrder.objects.filter(trip_id=trip_id).exists()
        assert (seats(offer.timeslot_id), drift()) == ((0, 0), [])
        assert trips.get_trip(trip_id=trip_id).total_amount == 0

    def test_a_sold_order_is_cancelled_instead(self):
        trip_id = sell(make_offer())

        with pytest.raises(WrongState) as refused:
            orders.remove(trip_id=trip_id, trip_order_id=order_of(trip_id).pk, by=STAFF, at=utc_now())
        assert refused.value.detail["instead"] == "cancel"
