"""Source, voucher, flag, lock and channel of a trip."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins.models import OutboxEvent
from outfitter_tenants.checkout.orders import operations as orders
from outfitter_tenants.checkout.trip_changes.change import WrongState
from outfitter_tenants.checkout.trip_management import labels, trip_reseller
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip, TripSource
from tests.support.sales import fill_cart, make_offer
from tests.support.team import make_person
from tests.support.trip_states import MANAGER, left, logged, make_reserved

pytestmark = pytest.mark.usefixtures("reef")


def args(trip_id):
    return {"trip_id": trip_id, "by": MANAGER, "at": utc_now()}


class TestSourceAndVoucher:
    def test_a_source_is_set_and_taken_back(self):
        trip_id = fill_cart(make_offer())
        source = TripSource.objects.create(slug="radio", name="Radio")

        labels.set_source(**args(trip_id), source_id=source.pk)
        assert trips.get_trip(trip_id=trip_id).trip_source_id == source.pk
        labels.set_source(**args(trip_id), source_id=None)

        assert trips.get_trip(trip_id=trip_id).trip_source_id is None
        assert logged(trip_id).count("trip.source_changed") == 2

    def test_a_source_nobody_has_is_refused(self):
        with pytest.raises(Invalid):
            labels.set_source(**args(fill_cart(make_offer())), source_id=999_999)

    def test_a_voucher_that_is_used_already_warns(self):
        first, second = (fill_cart(make_offer(name=name)) for name in ("Kayak", "Sail"))
        assert labels.set_voucher(**args(first), voucher="V-1").warnings == ()

        done = labels.set_voucher(**args(second), voucher="v-1")

        assert [one["code"] for one in done.warnings] == ["voucher_used"]
        assert trips.get_trip(trip_id=second).reseller_voucher == "v-1"


class TestFlag:
    def flag(self, trip_id, **more):
        said = {"reason_id": None, "assignee_id": None, "comment": "Call them", **more}
        return labels.set_flag(**args(trip_id), **said)

    def test_whoever_it_is_for_hears_of_it(self):
        trip_id = make_reserved()
        noa = make_person("Noa")

        self.flag(trip_id, assignee_id=noa.pk)

        event = OutboxEvent.objects.get(name="trip.flagged")
        assert (event.payload["assignee_id"], event.payload["comment"]) == (noa.pk, "Call them")

    def test_the_same_again_changes_nothing(self):
        trip_id = make_reserved()
        self.flag(trip_id)
        version = trips.get_trip(trip_id=trip_id).version

        self.flag(trip_id)

        assert trips.get_trip(trip_id=trip_id).version == version

    def test_nobody_in_the_team_is_refused(self):
        with pytest.raises(Invalid):
            self.flag(make_reserved(), assignee_id=999_999)

    def test_it_goes_with_a_word_on_what_was_done(self):
        trip_id = make_reserved()
        self.flag(trip_id)

        labels.clear_flag(**args(trip_id), note="They know")

        flag = Trip.objects.get(pk=trip_id).flags.get()
        assert (flag.clear_note, flag.cleared_by) == ("They know", MANAGER.avatar_id)
        assert logged(trip_id)[:2] == ["trip.flag_cleared", "trip.flagged"]


class TestLock:
    def test_it_comes_off_with_a_reason(self):
        trip_id = make_reserved()
        Trip.objects.filter(pk=trip_id).update(locked_reason="invoiced")

        labels.unlock(**args(trip_id), reason="The invoice is void")

        assert trips.get_trip(trip_id=trip_id).locked_reason is None
        assert logged(trip_id)[0] == "trip.unlocked"

    def test_without_one_nothing_happens(self):
        trip_id = make_reserved()
        before = logged(trip_id)

        labels.unlock(**args(trip_id), reason="?")

        assert logged(trip_id) == before


class TestMethod:
    def to(self, trip_id, slug, reprice="keep"):
        method = trips.find_method(slug=slug)
        return trip_reseller.set_method(**args(trip_id), method_id=method.id, reprice=reprice)

    @pytest.mark.parametrize("make", [fill_cart, make_reserved])
    def test_seats_count_where_the_trip_is_sold(self, make):
        offer = make_offer()
        trip_id = make(offer)

        self.to(trip_id, "phone")

        slot = Timeslot.objects.get(pk=offer.timeslot_id)
        assert (slot.online_booked_pax_cnt, slot.online_held_pax_cnt) == (0, 0)
        assert left(offer) == 7
        self.to(trip_id, "ecommerce", "reprice")
        slot.refresh_from_db()
        assert slot.online_booked_pax_cnt + slot.online_held_pax_cnt == 3
        assert logged(trip_id).count("trip.method_changed") == 2

    def test_one_that_is_not_there_is_refused(self):
        with pytest.raises(Invalid):
            trip_reseller.set_method(**args(make_reserved()), method_id=999_999, reprice="keep")


class TestEmptying:
    def test_a_cart_gives_every_seat_back(self):
        offer = make_offer()
        trip_id = fill_cart(offer)

        orders.remove_orders(**args(trip_id))

        trip = trips.get_trip(trip_id=trip_id)
        assert (left(offer), trip.total_amount, trip.pax_cnt) == (10, 0, 0)

    def test_a_booking_is_not_emptied(self):
        with pytest.raises(WrongState):
            orders.remove_orders(**args(make_reserved()))
