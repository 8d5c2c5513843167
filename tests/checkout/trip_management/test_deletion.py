"""Trips that are deleted, declined and brought back."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.checkout.sales import reservation
from outfitter_tenants.checkout.trip_changes.change import WrongState
from outfitter_tenants.checkout.trip_management import deletion
from outfitter_tenants.checkout.trip_management.deletion import MoneyNotSettled
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.operations.lifecycle import TooLate
from tests.support import sold_trips
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.trip_states import MANAGER, left, logged, make_reserved, status

pytestmark = pytest.mark.usefixtures("reef")


def delete(trip_id, **more):
    return deletion.delete_trip(trip_id=trip_id, reason="duplicate", by=MANAGER, at=utc_now(), **more)


def restore(trip_id, at=None):
    return deletion.restore_trip(trip_id=trip_id, by=MANAGER, at=at or utc_now())


def make_paid(offer=None):
    trip_id = fill_cart(offer or make_offer())
    reservation.direct_pay(
        trip_id=trip_id,
        amount=None,
        received=Received("cash", 0),
        expected_total=2 * ADULT + CHILD,
        is_told=True,
        by=MANAGER,
        at=utc_now(),
    )
    return trip_id


def make_waiting(offer=None):
    offer = offer or make_offer()
    Experience.objects.filter(pk=offer.experience_id).update(is_requires_review=True)
    return make_reserved(offer)


class TestDelete:
    @pytest.mark.parametrize("make", [fill_cart, make_reserved])
    def test_seats_are_free_again_and_come_back(self, make):
        offer = make_offer()
        trip_id = make(offer)
        was = status(trip_id)
        before = trips.get_trip(trip_id=trip_id)

        delete(trip_id)
        assert (status(trip_id), left(offer)) == ("deleted", 10)
        restore(trip_id)

        after = trips.get_trip(trip_id=trip_id)
        assert (after.status, left(offer)) == (was, 7)
        assert (after.total_amount, after.pax_cnt) == (before.total_amount, before.pax_cnt)
        assert logged(trip_id)[:2] == ["trip.restored", "trip.deleted"]

    def test_money_that_is_still_here_stops_it_until_it_is_forced(self):
        offer = make_offer()
        trip_id = make_paid(offer)

        with pytest.raises(MoneyNotSettled):
            delete(trip_id)
        assert left(offer) == 7

        done = delete(trip_id, is_forced=True)
        assert [one["code"] for one in done.warnings] == ["money_kept"]
        assert trips.get_trip(trip_id=trip_id).paid_amount == 2 * ADULT + CHILD

    def test_twice_is_refused(self):
        trip_id = make_reserved()
        delete(trip_id)

        with pytest.raises(WrongState):
            delete(trip_id)


class TestRestore:
    def test_seats_that_were_sold_meanwhile_keep_it_deleted(self):
        offer = make_offer(capacity=3)
        trip_id = make_reserved(offer)
        delete(trip_id)
        make_reserved(offer)

        with pytest.raises(SoldOut):
            restore(trip_id)
        assert status(trip_id) == "deleted"

    def test_after_thirty_days_it_is_too_late(self):
        trip_id = make_reserved()
        delete(trip_id)

        with pytest.raises(TooLate):
            restore(trip_id, at=utc_now() + timedelta(days=31))

    def test_a_trip_that_is_there_cannot_come_back(self):
        with pytest.raises(WrongState):
            restore(make_reserved())


class TestReview:
    def confirm(self, trip_id, *, approve=True, note=None):
        return deletion.confirm_review(
            trip_id=trip_id, is_approved=approve, note=note, is_told=True, by=MANAGER, at=utc_now()
        )

    def test_confirmed_it_is_reserved(self):
        trip_id = make_waiting()

        self.confirm(trip_id, note="Called them")

        trip = trips.get_trip(trip_id=trip_id)
        assert (trip.status, trip.reviewed_by) == ("reserved", MANAGER.avatar_id)
        assert logged(trip_id)[0] == "trip.review_confirmed"

    def test_declined_its_seats_are_free_and_cash_is_to_be_given_back(self):
        offer = make_offer()
        Experience.objects.filter(pk=offer.experience_id).update(is_requires_review=True)
        trip_id = make_paid(offer)

        done = self.confirm(trip_id, approve=False, note="Fully staffed elsewhere")

        assert (status(trip_id), left(offer)) == ("deleted", 10)
        assert [one["code"] for one in done.warnings] == ["refund_by_hand"]
        assert logged(trip_id)[0] == "trip.review_declined"

    def test_a_card_payment_goes_back_by_itself(self):
        trip_id = make_waiting()
        sold_trips.pay(trip_id, 5000)

        done = self.confirm(trip_id, approve=False, note="No")

        refund = Payment.objects.get(trip_id=trip_id, kind="refund")
        assert (refund.amount, refund.status, done.warnings) == (5000, "pending", ())

    def test_what_does_not_wait_is_left_alone(self):
        with pytest.raises(WrongState):
            self.confirm(make_reserved())

    def test_only_then_the_customer_is_told(self):
        trip_id = make_waiting()
        assert not Message.objects.filter(trip_id=trip_id).exists()
        assert Trip.objects.get(pk=trip_id).status == "under_review"
