"""Bookings: with and without a hold, repeated, found by every name, cancelled."""

from datetime import timedelta
from uuid import uuid4

import pytest

from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Booking, Trip
from tests.checkout.trip_world import check_money, check_seats
from tests.plugins.redeam.world import ADULT, CHILD, Redeam, connect, run_out, seats_of, sell
from tests.support.sales import make_offer

GUEST = {
    "firstName": "Grace",
    "lastName": "Hopper",
    "isLead": True,
    "type": "ADULT",
    "age": 41,
    "country": "us",
    "lang": "en-US",
    "email": "grace@guest.example",
}


def test_a_booking_is_a_trip_with_both_references_and_tickets(redeam: Redeam, offer):
    answer = redeam.book(
        redeam.sale(offer, 2, traveler=GUEST, ext={"seat": "window"}),
        redeam.sale(offer, 1, CHILD),
        ext={"channel": "gyg"},
        barcode={"format": "CODE128", "value": "B-1"},
        request="r-1",
    )

    assert answer.status == 200
    assert answer.body["meta"] == {"reqId": "r-1"}
    booking = answer.body["booking"]
    trip = Trip.objects.get()
    assert (trip.status, trip.trip_method.slug) == ("reserved", "ota")
    assert trip.reseller_voucher == booking["resellerBookingRef"] == "R-1"
    assert booking["ext"]["supplierReference"] == trip.confirmation_code
    assert booking["ext"]["channel"] == "gyg"
    assert (booking["status"], booking["cancelable"]) == ("CONFIRMED", True)
    assert booking["barcode"] == {"format": "CODE128", "value": "B-1"}
    first, second = booking["items"]
    assert (first["quantity"], second["priceId"]) == (2, CHILD)
    assert first["ext"] == {"seat": "window"}
    assert first["traveler"]["firstName"] == "Grace"
    assert first["traveler"]["country"] == "US"
    assert [step["typeOf"] for step in booking["timeline"]] == ["CREATED", "CONFIRMED"]
    assert seats_of(offer) == (3, 0)
    check_money(trip.pk)
    check_seats()


def test_every_guest_has_a_ticket_that_can_be_scanned(redeam: Redeam, offer):
    booking = redeam.book(redeam.sale(offer), redeam.sale(offer, 1, CHILD)).body["booking"]

    codes = [ticket["barcode"]["value"] for ticket in booking["tickets"]]
    assert len(set(codes)) == 3
    assert {str(code) for code in Booking.objects.values_list("ticket_code", flat=True)} == set(codes)
    items = {item["id"]: item for item in booking["items"]}
    bands = [ticket["guests"][0]["typeCode"] for ticket in booking["tickets"]]
    assert bands == ["ADULT", "ADULT", "CHILD"]
    assert {name for ticket in booking["tickets"] for name in ticket["bookingItemIds"]} == set(items)


def test_a_hold_becomes_a_booking_at_the_price_that_was_held(redeam: Redeam, offer):
    hold_id = redeam.held(offer)

    answer = redeam.book(redeam.sale(offer, startTime=...), holdId=hold_id, ext=None)

    assert answer.status == 200
    assert answer.body["booking"]["holdId"] == hold_id
    assert answer.body["booking"]["id"] != hold_id
    assert redeam.get(f"holds/{hold_id}").body["hold"]["status"] == "BOOKED"
    released = redeam.ask("DELETE", f"holds/{hold_id}")
    assert (released.status, released.code) == (409, "CONFLICT")
    assert seats_of(offer) == (2, 0)
    assert Trip.objects.count() == 1


def test_where_a_hold_is_wanted_there_is_no_booking_without(redeam: Redeam, offer):
    redeam.agree(is_hold_required=True)

    without = redeam.book(redeam.sale(offer))
    hold_id = redeam.held(offer)

    assert (without.status, without.code) == (400, "BAD_REQUEST")
    assert without.body["error"]["data"] == {"holdId": "required"}
    assert redeam.book(redeam.sale(offer), holdId=hold_id).status == 200


@pytest.mark.parametrize("is_held", [True, False])
def test_the_same_references_get_the_first_booking(redeam: Redeam, offer, is_held):
    given = {"holdId": redeam.held(offer)} if is_held else {}
    first = redeam.book(redeam.sale(offer), **given)

    again = redeam.book(redeam.sale(offer), **given)
    other = redeam.book(redeam.sale(offer, 1), **given)

    assert first.body["booking"] == again.body["booking"]
    assert (other.status, other.code) == (409, "CONFLICT")
    assert seats_of(offer) == (2, 0)


def test_a_reference_is_of_one_booking(redeam: Redeam, offer):
    redeam.book(redeam.sale(offer))
    hold_id = redeam.held(offer)

    answer = redeam.book(redeam.sale(offer), holdId=hold_id)

    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert seats_of(offer) == (2, 2)


def test_a_hold_is_of_one_booking(redeam: Redeam, offer):
    hold_id = redeam.held(offer)
    redeam.book(redeam.sale(offer), holdId=hold_id)

    answer = redeam.book(redeam.sale(offer), holdId=hold_id, resellerBookingRef="R-2")

    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert seats_of(offer) == (2, 0)


def test_without_a_reference_the_hold_or_the_request_is_the_name(redeam: Redeam, offer):
    hold_id = redeam.held(offer)
    by_hold = [redeam.book(redeam.sale(offer), holdId=hold_id, resellerBookingRef=...) for _ in range(2)]
    by_request = [redeam.book(redeam.sale(offer), resellerBookingRef=..., request="r-1") for _ in range(2)]

    for first, again in (by_hold, by_request):
        assert first.status == 200
        assert first.body["booking"]["id"] == again.body["booking"]["id"]
    assert seats_of(offer) == (4, 0)


def test_a_hold_that_is_over_is_gone(redeam: Redeam, offer):
    released, lapsed = redeam.held(offer), redeam.held(offer)
    redeam.ask("DELETE", f"holds/{released}")
    run_out()

    for hold_id in (released, lapsed):
        answer = redeam.book(redeam.sale(offer), holdId=hold_id)
        assert (answer.status, answer.code) == (410, "GONE")
    assert seats_of(offer)[0] == 0


@pytest.mark.parametrize("change", [{"quantity": 3}, {"priceId": CHILD}])
def test_what_is_booked_is_what_was_held(redeam: Redeam, offer, change):
    hold_id = redeam.held(offer)

    answer = redeam.book(redeam.sale(offer, **change), holdId=hold_id)

    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert seats_of(offer) == (0, 2)


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"quantity": 11}, 409, "CONFLICT"),
        ({"startTime": "2020-01-01T09:00:00Z"}, 404, "NOT_FOUND"),
        ({"startTime": ...}, 400, "BAD_REQUEST"),
        ({"startTime": ..., "availabilityId": "nobody"}, 404, "NOT_FOUND"),
        ({"productId": "2b0c1c1e-0000-4000-8000-000000000000"}, 404, "NOT_FOUND"),
        ({"priceId": "2b0c1c1e-0000-4000-8000-000000000000"}, 404, "NOT_FOUND"),
        ({"rate": {"prices": [{"retail": {"amount": 1, "currency": "EUR"}}]}}, 400, "BAD_REQUEST"),
        ({"traveler": {"firstName": "x" * 501}}, 400, "BAD_REQUEST"),
        ({"traveler": {"age": -1}}, 400, "BAD_REQUEST"),
    ],
)
def test_what_cannot_be_booked(redeam: Redeam, offer, change, status, code):
    answer = redeam.book(redeam.sale(offer, **change), request="r-7")

    assert (answer.status, answer.code) == (status, code)
    assert answer.body["meta"] == {"reqId": "r-7"}
    assert not ExternalBooking.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"customer": ...},
        {"customer": {"firstName": "Ada"}},
        {"items": []},
        {"holdId": 7},
        {"resellerBookingRef": "x" * 151},
        {"ext": {"a": {}}},
    ],
)
def test_a_body_that_makes_no_sense(redeam: Redeam, offer, change):
    answer = redeam.book(redeam.sale(offer), **change)

    assert (answer.status, answer.code) == (400, "BAD_REQUEST")


def test_the_availability_alone_says_when(redeam: Redeam, offer):
    (row,) = redeam.window().body["availabilities"]["byProduct"]["availability"]

    answer = redeam.book(redeam.sale(offer, startTime=..., availabilityId=row["id"]))

    assert answer.body["booking"]["items"][0]["startTime"] == row["start"]


def test_a_booking_is_found_by_every_name_of_its_connection_alone(redeam: Redeam, offer, client_for):
    booking = redeam.book(redeam.sale(offer)).body["booking"]
    other = connect(client_for("reef"))
    sell(other, offer)

    for name in (booking["id"], "R-1", booking["ext"]["supplierReference"]):
        assert redeam.get(f"bookings/{name}").body["booking"] == booking
        assert other.get(f"bookings/{name}").code == "NOT_FOUND"
        assert other.ask("PUT", f"bookings/cancel/{name}").code == "NOT_FOUND"
    assert redeam.get(f"bookings/{uuid4()}").code == "NOT_FOUND"
    assert seats_of(offer) == (2, 0)


def test_a_hold_is_no_booking(redeam: Redeam, offer):
    hold_id = redeam.held(offer)
    row = ExternalBooking.objects.get()

    for name in (hold_id, row.uuid, row.confirmation_code):
        assert redeam.get(f"bookings/{name}").code == "NOT_FOUND"
        assert redeam.ask("PUT", f"bookings/cancel/{name}").code == "NOT_FOUND"


def test_a_booking_is_cancelled_once_and_again(redeam: Redeam, offer):
    booking = redeam.book(redeam.sale(offer)).body["booking"]

    first = redeam.ask("PUT", f"bookings/cancel/{booking['id']}", {"meta": {"reqId": "r-2"}})
    again = redeam.ask("PUT", f"bookings/cancel/{booking['id']}")

    assert (first.status, again.status) == (200, 200)
    assert first.body["meta"] == {"reqId": "r-2"}
    assert first.body["booking"] == again.body["booking"]
    ended = first.body["booking"]
    assert (ended["status"], ended["cancelable"]) == ("CANCELLED", False)
    assert {ticket["status"] for ticket in ended["tickets"]} == {"CANCELLED"}
    assert ended["timeline"][-1]["typeOf"] == "CANCELLED"
    assert seats_of(offer) == (0, 0)
    check_money(Trip.objects.get().pk)


def test_what_has_begun_cannot_be_cancelled(redeam: Redeam, offer):
    booking = redeam.book(redeam.sale(offer)).body["booking"]
    slot = Timeslot.objects.get()
    Timeslot.objects.update(
        start_at=slot.start_at - timedelta(days=3), end_at=slot.end_at - timedelta(days=3)
    )

    answer = redeam.ask("PUT", f"bookings/cancel/{booking['id']}")

    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert answer.body["error"]["data"]["reason"] == "past_departure"
    assert redeam.get(f"bookings/{booking['id']}").body["booking"]["status"] == "CONFIRMED"


def test_after_its_cancellation_a_reference_books_again_with_a_hold(redeam: Redeam, offer):
    first = redeam.book(redeam.sale(offer)).body["booking"]
    redeam.ask("PUT", f"bookings/cancel/{first['id']}")

    same = redeam.book(redeam.sale(offer))
    anew = redeam.book(redeam.sale(offer), holdId=redeam.held(offer))

    assert (same.body["booking"]["id"], same.body["booking"]["status"]) == (first["id"], "CANCELLED")
    assert anew.body["booking"]["status"] == "CONFIRMED"
    assert redeam.get("bookings/R-1").body["booking"]["id"] == anew.body["booking"]["id"]
    assert seats_of(offer) == (2, 0)


@pytest.mark.parametrize("is_held", [True, False])
def test_a_basket_of_two_departures_is_one_booking(redeam: Redeam, offer, is_held):
    rate, product, second = str(uuid4()), str(uuid4()), make_offer(name="Rafting", capacity=3)
    sell(redeam, second, product=product, rate=rate)
    items = [redeam.sale(offer), redeam.sale(second, 1, rateId=rate, productId=product)]
    held = [redeam.seat(offer), redeam.seat(second, 1, rateId=rate)]
    given = {"holdId": redeam.hold(*held).body["hold"]["id"]} if is_held else {}

    made = redeam.book(*items, **given)
    again = redeam.book(*items, **given)

    booking = made.body["booking"]
    assert made.status == 200
    assert booking == again.body["booking"]
    assert [item["quantity"] for item in booking["items"]] == [2, 1]
    assert len(booking["tickets"]) == 3
    assert (seats_of(offer), seats_of(second)) == ((2, 0), (1, 0))
    assert redeam.get("bookings/R-1").body["booking"] == booking
    ended = redeam.ask("PUT", f"bookings/cancel/{booking['id']}").body["booking"]
    assert {item["status"] for item in ended["items"]} == {"CANCELLED"}
    assert (seats_of(offer), seats_of(second)) == ((0, 0), (0, 0))


def test_a_basket_that_does_not_fit_leaves_nothing_behind(redeam: Redeam, offer):
    rate, product, second = str(uuid4()), str(uuid4()), make_offer(name="Rafting", capacity=3)
    sell(redeam, second, product=product, rate=rate)

    answer = redeam.book(redeam.sale(offer), redeam.sale(second, 4, rateId=rate, productId=product))

    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert (seats_of(offer), seats_of(second)) == ((0, 0), (0, 0))


def test_prices_are_ours_in_minor_units(redeam: Redeam, offer):
    booking = redeam.book(redeam.sale(offer, 1), redeam.sale(offer, 1, CHILD)).body["booking"]

    prices = [item["rate"]["prices"][0] for item in booking["items"]]
    assert [price["id"] for price in prices] == [ADULT, CHILD]
    assert [price["retail"]["amount"] for price in prices] == [4900, 2900]
