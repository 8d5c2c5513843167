"""Messages about a trip that staff send again, or hold back."""

import pytest

from outfitter_tenants.messaging.models import Message
from outfitter_tenants.trips import queries as trips
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer
from tests.support.trip_states import logged, make_reserved


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def send(client, trip, kind="confirmation", payment=0, customer=None):
    who = trip.customer_id if customer is None else customer
    return client.post(f"/trip/message/send/{who}/{kind}/{trip.pk}/{payment}")


def test_kinds(staff, client_for):
    slugs = [one["slug"] for one in staff.get("/trip/message-types/get/").json()]

    trips = ["confirmation", "cancellation", "rebooking", "payment_request", "receipt"]
    assert slugs == [*trips, "waiver_reminder"]
    assert_error(client_for("reef").get("/trip/message-types/get/"), 401)


def test_a_confirmation_can_be_sent_as_often_as_it_is_asked_for(staff):
    trip = trips.get_trip(trip_id=make_reserved())

    first, second = send(staff, trip).json(), send(staff, trip).json()

    assert first["id"] != second["id"]
    assert first["status"] == "queued"
    assert logged(trip.pk).count("trip.message_sent") == 2


def test_what_is_refused(staff):
    trip = trips.get_trip(trip_id=make_reserved())
    draft = trips.get_trip(trip_id=fill_cart(make_offer(name="Sail")))

    assert_error(send(staff, trip, "cancellation"), 409, "nothing_to_send")
    assert_error(send(staff, trip, "rebooking"), 409, "nothing_to_send")
    assert_error(send(staff, trip, "poem"), 404, "not_found")
    assert_error(send(staff, trip, customer=999_999), 404)
    assert_error(send(staff, trip, payment=999_999), 404)
    assert_error(send(staff, draft, customer=1), 404)


def test_what_waits_can_be_held_back_once(staff):
    trip = trips.get_trip(trip_id=make_reserved())
    message = send(staff, trip).json()["id"]
    Message.objects.filter(pk=message).update(status="scheduled")

    held = staff.post(f"/trip/messages/cancel/{message}").json()

    assert held["status"] == "cancelled"
    assert_error(staff.post(f"/trip/messages/cancel/{message}"), 409, "already_done")
    assert_error(staff.post("/trip/messages/cancel/999999"), 404)
