"""Who may change a trip while somebody pays it."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.orders import operations as orders
from outfitter_tenants.checkout.trip_changes.change import TripActor, TripLocked
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.support.sales import fill_cart, make_offer
from tests.support.trip_states import MANAGER, logged, make_reserved, status

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def pay(gateway):
    def start(trip_id, *, is_customer=True):
        return intents.begin(
            trip_id=trip_id, channel="web", amount_mode="balance", at=utc_now(), is_customer=is_customer
        )

    return start


def empty(trip_id, by=MANAGER, at=None):
    return orders.remove_orders(trip_id=trip_id, by=by, at=at or utc_now())


def test_staff_wait_while_a_customer_pays(pay):
    trip_id = fill_cart(make_offer())
    pay(trip_id)
    pay(trip_id)

    with pytest.raises(TripLocked) as refusal:
        empty(trip_id)
    assert refusal.value.detail["locked_reason"] == "checkout_in_progress"
    assert logged(trip_id).count("trip.locked") == 1


def test_it_ends_by_itself(pay):
    trip_id = fill_cart(make_offer())
    pay(trip_id)

    empty(trip_id, at=utc_now() + timedelta(minutes=11))

    assert trips.get_trip(trip_id=trip_id).total_amount == 0


def test_whoever_pays_may_think_again(pay):
    trip_id = fill_cart(make_offer())
    pay(trip_id)

    empty(trip_id, by=TripActor())
    assert trips.get_trip(trip_id=trip_id).total_amount == 0


def test_the_payment_itself_is_not_hindered_and_ends_it(pay, gateway):
    trip_id = fill_cart(make_offer())
    start = pay(trip_id)
    gateway.pay(start.answer.gateway_id)

    intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

    assert status(trip_id) == "reserved"
    assert Trip.objects.get(pk=trip_id).locked_reason is None


def test_the_rest_of_a_booked_trip(pay, gateway):
    trip_id = make_reserved()
    start = pay(trip_id)
    assert Trip.objects.get(pk=trip_id).locked_reason == "checkout_in_progress"
    gateway.pay(start.answer.gateway_id)

    intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

    assert Trip.objects.get(pk=trip_id).locked_reason is None


def test_staff_who_take_a_card_lock_nobody_out(pay):
    trip_id = fill_cart(make_offer())
    pay(trip_id, is_customer=False)

    empty(trip_id)


@pytest.mark.parametrize("reason", ["invoiced", "channel", "period_closed"])
def test_other_locks_stay(pay, reason):
    trip_id = fill_cart(make_offer())
    Trip.objects.filter(pk=trip_id).update(locked_reason=reason)
    pay(trip_id)

    with pytest.raises(TripLocked) as refusal:
        empty(trip_id)
    assert refusal.value.detail["locked_reason"] == reason
