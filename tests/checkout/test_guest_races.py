"""Two clerks at once: the last seat, the last shirt; and any order of changes undone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.operations.products import OutOfStock
from outfitter_tenants.checkout.addons import operations as addons
from outfitter_tenants.checkout.addons.rules import AddonChoice
from outfitter_tenants.checkout.bookings import guest_removal
from outfitter_tenants.checkout.products import operations as products
from outfitter_tenants.checkout.products.operations import ProductRequest
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips.models import Booking, Trip
from tests.checkout.front_desk import counts
from tests.support.add_ons import make_addon, make_product, sell, stock_of
from tests.support.example_count import how_many
from tests.support.sales import fill_cart, make_offer
from tests.support.threads import SCHEMA, at_once

BY = TripActor(avatar_id=1)


def guest_of(trip_id):
    return Booking.objects.filter(trip_order__trip_id=trip_id).order_by("pk").first().pk


def clone(trip_id, booking_id):
    return guest_removal.clone(
        trip_id=trip_id,
        booking_id=booking_id,
        qty=1,
        is_with_addons=True,
        is_with_answers=False,
        by=BY,
        at=utc_now(),
    )


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    @pytest.mark.parametrize("is_sold", [False, True])
    def test_two_clerks_clone_for_the_last_seat(self, is_sold):
        with in_schema(SCHEMA):
            offer = make_offer(capacity=5)
            made = [(sell if is_sold else fill_cart)(offer, adults=2, children=0) for _ in "ab"]
            pairs = [(trip_id, guest_of(trip_id)) for trip_id in made]

        results = at_once([lambda pair=pair: clone(*pair) for pair in pairs])

        assert sum(isinstance(one, ChangeResult) for one in results) == 1
        assert sum(isinstance(one, SoldOut) for one in results) == 1
        with in_schema(SCHEMA):
            seats = counts(made[0], offer)
            assert seats["booked"] + seats["held"] == 5
            rows = Booking.objects.filter(trip_order__trip_id__in=made, cancelled_at__isnull=True)
            assert rows.count() == 5

    def test_two_clerks_clone_on_one_trip(self):
        with in_schema(SCHEMA):
            offer = make_offer(capacity=3)
            trip_id = sell(offer, adults=2, children=0)
            guest = guest_of(trip_id)

        results = at_once([lambda: clone(trip_id, guest)] * 2)

        assert sum(isinstance(one, ChangeResult) for one in results) == 1
        with in_schema(SCHEMA):
            assert (counts(trip_id, offer)["booked"], counts(trip_id, offer)["pax_cnt"]) == (3, 3)

    def test_the_last_shirt_is_sold_once(self):
        with in_schema(SCHEMA):
            offer, shirt = make_offer(), make_product(stock=1)
            pairs = [(trip_id, guest_of(trip_id)) for trip_id in (sell(offer), sell(offer))]

        def take(pair):
            return products.sell(
                trip_id=pair[0], booking_id=pair[1], wanted=ProductRequest(shirt, 1), by=BY, at=utc_now()
            )

        results = at_once([lambda pair=pair: take(pair) for pair in pairs])

        assert sum(isinstance(one, ChangeResult) for one in results) == 1
        assert sum(isinstance(one, OutOfStock) for one in results) == 1
        with in_schema(SCHEMA):
            assert stock_of(shirt) == 0


class _Walk:
    """Random changes of one trip, each with its undoing."""

    def __init__(self, is_sold):
        self.offer = make_offer(capacity=40)
        self.shirt = make_product(stock=30)
        self.lunch = make_addon(self.offer, input="quantity", stock_product_id=self.shirt)
        self.bus = make_addon(self.offer, name="Bus", scope="trip_order", price_per="pax")
        self.trip_id = (sell if is_sold else fill_cart)(self.offer)
        self.guest = guest_of(self.trip_id)
        self.order = Booking.objects.get(pk=self.guest).trip_order_id

    def facts(self):
        trip = Trip.objects.get(pk=self.trip_id)
        return {**counts(self.trip_id, self.offer), "stock": stock_of(self.shirt), **trip.shelf}

    def act(self, what, qty):
        """Do one thing; returns what undoes it."""
        at = {"trip_id": self.trip_id, "by": BY, "at": utc_now()}
        if what == "clone":
            old = set(Booking.objects.values_list("pk", flat=True))
            clone(self.trip_id, self.guest)
            new = sorted(set(Booking.objects.values_list("pk", flat=True)) - old)
            return lambda: guest_removal.delete(trip_order_id=self.order, booking_ids=new, **at)
        if what == "lunch":
            there = AddonChoice(self.lunch, None, self._lunches())
            addons.set_addon(booking_id=self.guest, choice=AddonChoice(self.lunch, None, qty), **at)
            return lambda: addons.set_addon(booking_id=self.guest, choice=there, **at)
        if what == "bus":
            is_there = self._has_bus()
            choice = AddonChoice(self.bus, None, 0 if is_there else 1)
            addons.set_addon(trip_order_id=self.order, choice=choice, **at)
            back = AddonChoice(self.bus, None, 1 if is_there else 0)
            return lambda: addons.set_addon(trip_order_id=self.order, choice=back, **at)
        wanted = ProductRequest(self.shirt, qty)
        products.sell(booking_id=self.guest, wanted=wanted, **at)
        return lambda: products.remove(booking_id=self.guest, product_id=self.shirt, qty=qty, **at)

    def _lunches(self):
        rows = Booking.objects.get(pk=self.guest).addons.filter(experience_addon_id=self.lunch)
        return sum(rows.values_list("qty", flat=True))

    def _has_bus(self):
        booking = Booking.objects.select_related("trip_order").get(pk=self.guest)
        return booking.trip_order.addons.filter(experience_addon_id=self.bus).exists()


class TestUndoing:
    @settings(max_examples=how_many(6), deadline=None)
    @given(
        is_sold=st.booleans(),
        steps=st.lists(
            st.tuples(st.sampled_from(["clone", "lunch", "bus", "shirt"]), st.integers(1, 3)),
            min_size=1,
            max_size=5,
        ),
    )
    @pytest.mark.usefixtures("reef")
    def test_whatever_is_done_and_undone_leaves_everything_as_it_was(self, is_sold, steps):
        walk = _Walk(is_sold)
        seen = [walk.facts()]
        undo = []
        for what, qty in steps:
            undo.append(walk.act(what, qty))
            seen.append(walk.facts())

        for back in reversed(undo):
            assert walk.facts() == seen.pop()
            back()

        assert walk.facts() == seen.pop()
