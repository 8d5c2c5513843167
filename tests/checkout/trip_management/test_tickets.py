"""Tickets in the formats that programs ask for (domain.md 5.5)."""

import base64

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.devices.print_queue import print_routes
from outfitter_tenants.trips import queries as trips
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.trip_states import make_reserved


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def test_over_http(staff, client_for):
    trip = trips.get_trip(trip_id=make_reserved())
    guest = trip.all_orders[0].live_bookings[0]
    path = f"/api/booking/{guest.pk}/ticketPrinting/rawData"

    jobs = {one["type"]: base64.b64decode(one["data_base64"]) for one in staff.get(path).json()["jobs"]}
    assert set(jobs) == {"escpos", "zpl", "html"}
    assert guest.ticket_code.encode() in jobs["escpos"]
    assert b"Ana Ruiz" in jobs["zpl"]
    assert b"Kayak" in jobs["html"]
    [zpl] = staff.get(path, {"format": "zpl"}).json()["jobs"]
    assert zpl["type"] == "zpl"
    assert_error(staff.get(path, {"format": "pdf"}), 422)
    assert_error(staff.get("/api/booking/999999/ticketPrinting/rawData"), 404)
    assert_error(client_for("reef").get(path), 401)


def test_for_a_device_it_is_what_its_printer_takes(staff):
    trip = trips.get_trip(trip_id=make_reserved())
    path = f"/api/booking/{trip.all_orders[0].live_bookings[0].pk}/ticketPrinting/rawData"
    at = utc_now()
    device_id, _ = devices.register(
        name="Desk", kind="printer", platform="", push_token=None, location_id=None, at=at
    )
    choice = print_routes.RouteChoice(
        "ticket", None, "device", device_id, "Zebra", "wristband", 1, is_drawn=False
    )
    print_routes.save(choice=choice, at=at)

    [job] = staff.get(path, {"device_id": device_id}).json()["jobs"]
    assert (job["printer"], job["type"]) == ("Zebra", "zpl")
    assert b"^PW203" in base64.b64decode(job["data_base64"])
    assert_error(staff.get(path, {"device_id": 999_999}), 404)
