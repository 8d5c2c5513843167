"""Whatever comes, the answer is Tiqets' own: a number, its name, and words."""

from typing import Any

import pytest

from outfitter.plugins import configs
from outfitter.sdk.testing import Clock
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.channels.models import ChannelConnection
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.trips.models import Booking, Trip
from tests.plugins import channel_partner as shop
from tests.plugins.channel_partner import Reply
from tests.plugins.tiqets.world import PERSON, World
from tests.support.sold_trips import make_policy

NOBODY = "5d0e3a86-4f6c-4f0e-9d27-1c6a2b8e9f10"
FORBIDDEN = "Forbidden - Missing or incorrect API key"


def refused(reply: Reply, code: int, words: str = "") -> None:
    """Check an error of Tiqets."""
    assert reply.status == 400, reply.text
    assert set(reply.body) == {"error_code", "error", "message"}
    assert reply.body["error_code"] == code, reply.body
    assert words in reply.body["message"]


@pytest.mark.parametrize("key", ["", " ", "guessed", "x" * 4000])
def test_wrong_keys(world: World, key: str) -> None:
    for method, path in (("GET", "/products"), ("POST", "/booking"), ("DELETE", "/booking/x")):
        reply = world.ask(method, path, headers={"API-Key": key})
        assert (reply.status, reply.text) == (403, FORBIDDEN)


def test_a_paused_connection_has_no_key(world: World) -> None:
    ChannelConnection.objects.filter(channel="tiqets").update(state="paused")
    from outfitter_tenants.channels.operations import subscriptions

    subscriptions.forget()
    assert world.ask("GET", "/products").text == FORBIDDEN


def test_without_the_plugin_there_is_nothing(world: World) -> None:
    configs.disable(schema_name="t_reef", slug="tiqets")
    assert world.ask("GET", "/products").status == 404


@pytest.mark.parametrize("method", ["PUT", "PATCH", "POST", "DELETE"])
def test_wrong_methods(world: World, method: str) -> None:
    reply = world.ask(method, "/products")
    assert (reply.status, reply.text.split(" - ")[0]) == (405, "Method Not Allowed")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"raw": b'{"a": "' + b"x" * (10 * 1024 * 1024) + b'"}'}, 2005),
        ({"raw": b"<a/>", "content_type": "text/xml"}, 2004),
        ({"raw": b"[]"}, 2004),
        ({"raw": b"{"}, 2004),
        ({"raw": b""}, 1000),
    ],
    ids=["10 MB", "xml", "list", "half", "empty"],
)
def test_what_is_no_request(world: World, given: dict[str, Any], code: int) -> None:
    for path in (f"/products/{world.timed}/reservation", "/booking"):
        refused(world.ask("POST", path, **given), code)


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"datetime": None}, 1000, '"datetime"'),
        ({"tickets": None}, 1000, '"tickets"'),
        ({"customer": None}, 1000, '"customer"'),
        ({"customer": {**PERSON, "email": None}}, 1000, '"email"'),
        ({"customer": []}, 2004, "customer"),
        ({"customer": {**PERSON, "phone": 7}}, 2004, "phone"),
        ({"tickets": "two"}, 2004, "tickets"),
        ({"tickets": [7]}, 2004, "tickets"),
        ({"tickets": []}, 2005, "tickets"),
        ({"tickets": [{"quantity": 1}]}, 1000, '"variant_id"'),
        ({"tickets": [{"variant_id": "a"}]}, 1000, '"quantity"'),
        ({"tickets": [{"variant_id": "a", "quantity": True}]}, 2004, "quantity"),
        ({"tickets": [{"variant_id": "a", "quantity": -1}]}, 2005, "quantity"),
        ({"tickets": [{"variant_id": "giant", "quantity": 1}]}, 2003, "giant"),
        ({"datetime": 20260601}, 2004, "datetime"),
        ({"datetime": "2026-06-01 10:00"}, 2000, "YYYY-MM-DDTHH:MM"),
        ({"datetime": "2026-02-30T10:00"}, 2000, "YYYY-MM-DDTHH:MM"),
        ({"datetime": "2020-01-01T10:00"}, 2009, "past"),
        ({"datetime": "2066-01-01T10:00"}, 2009, "ahead"),
        ({"required_order_data": []}, 2004, "required_order_data"),
    ],
)
def test_a_reservation_says_what_is_wrong(
    world: World, changes: dict[str, Any], code: int, words: str
) -> None:
    refused(world.reserve(**changes), code, words)


def test_a_time_at_which_nothing_starts(world: World) -> None:
    refused(world.reserve(datetime=f"{world.day}T03:07"), 2002)


def test_an_unknown_product(world: World) -> None:
    for product in ("nothing", "nothing~DEFAULT", f"{world.timed}~nothing", "%00"):
        refused(world.reserve(product=product), 1001)
        path = f"/products/{product}/availability?start={world.day}&end={world.day}"
        refused(world.ask("GET", path), 1001)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", 1000),
        ("start=2026-06-01", 1000),
        ("end=2026-06-01", 1000),
        ("start=&end=2026-06-01", 1000),
        ("start=01-06-2026&end=2026-06-01", 2000),
        ("start=2026-06-01&end=2026-06-31", 2000),
        ("start=2026-06-02&end=2026-06-01", 2001),
    ],
)
def test_days_that_make_no_sense(world: World, query: str, code: int) -> None:
    refused(world.ask("GET", f"/products/{world.timed}/availability?{query}"), code)


def test_more_tickets_than_there_are(world: World) -> None:
    slots = world.slots(world.timed)
    variant = next(iter(slots.values()))["variants"][0]["id"]
    refused(world.reserve(tickets=[{"variant_id": variant, "quantity": 41}]), 3000)


def test_more_tickets_than_a_party_has(world: World) -> None:
    Experience.objects.filter(pk=world.timed).update(max_pax=4)
    product = next(one for one in world.ask("GET", "/products").body if one["id"] == world.timed)
    assert product["max_tickets_per_order"] == 4
    variant = next(iter(world.slots(world.timed).values()))["variants"][0]["id"]
    refused(world.reserve(tickets=[{"variant_id": variant, "quantity": 5}]), 3008, "4")


def test_a_reservation_that_ran_out(world: World, clock: Clock) -> None:
    reservation = world.reserve().body["reservation_id"]
    clock.forward(minutes=27)
    refused(world.book(reservation), 3001, "7 minutes ago")


@pytest.mark.parametrize("reservation", ["nothing", NOBODY, "\u0000"])
def test_an_unknown_reservation(world: World, reservation: str) -> None:
    assert world.book(reservation).body["error_code"] in {3002, 2005}


def test_a_booking_says_what_is_missing(world: World) -> None:
    refused(world.ask("POST", "/booking", {"order_reference": "7"}), 1000, '"reservation_id"')
    refused(world.ask("POST", "/booking", {"reservation_id": "7"}), 1000, '"order_reference"')
    refused(world.book("x", order=7), 2004, "order_reference")


def test_a_reservation_is_booked_once(world: World) -> None:
    reservation = world.reserve().body["reservation_id"]
    first, again = world.book(reservation), world.book(reservation)
    assert (again.status, again.body) == (200, first.body)
    refused(world.book(reservation, order="999"), 3002)
    assert Trip.objects.filter(status="reserved").count() == 1


def test_one_order_may_have_several_bookings(world: World) -> None:
    bookings = [world.booked()["booking_id"] for _ in range(2)]
    assert len(set(bookings)) == 2


def test_a_booking_arrives_on_the_manifest(world: World) -> None:
    booked = world.booked()
    trip = Trip.objects.get(status="reserved")
    guests = Booking.objects.filter(trip_order__trip=trip)
    codes = [code for found in booked["tickets"].values() for code in found]
    assert sorted(codes) == sorted(guest.ticket_code for guest in guests)
    assert trip.reseller_voucher == "123456789012"


@pytest.mark.parametrize("booking", ["I-DO-NOT-EXIST", NOBODY, "%00"])
def test_an_unknown_booking(world: World, booking: str) -> None:
    refused(world.ask("DELETE", f"/booking/{booking}"), 1004)


def test_a_reservation_is_no_booking(world: World) -> None:
    reservation = world.reserve().body["reservation_id"]
    refused(world.ask("DELETE", f"/booking/{reservation}"), 1004)


def test_cancelled_is_cancelled(world: World) -> None:
    path = f"/booking/{world.booked()['booking_id']}"
    assert world.ask("DELETE", path).status == 204
    refused(world.ask("DELETE", path), 3003, "already been cancelled")


def test_tickets_that_were_used(world: World) -> None:
    path = f"/booking/{world.booked()['booking_id']}"
    Booking.objects.update(checked_in_at=shop.utc_now())
    refused(world.ask("DELETE", path), 3005)


def test_a_day_that_is_over(world: World, clock: Clock) -> None:
    path = f"/booking/{world.booked()['booking_id']}"
    clock.forward(days=8)
    refused(world.ask("DELETE", path), 2009, "past")


def test_a_booking_of_another_connection(world: World) -> None:
    booked = world.booked()
    _, world.tiqets.headers["API-Key"] = shop.connect("tiqets", reseller="Other", is_open_to_all=True)
    refused(world.ask("DELETE", f"/booking/{booked['booking_id']}"), 1004)
    assert Trip.objects.filter(status="reserved").count() == 1


def test_what_staff_have_to_agree_to_is_not_sold(world: World) -> None:
    body = world.reservation()
    Experience.objects.filter(pk=world.timed).update(is_requires_review=True)
    assert [one["id"] for one in world.ask("GET", "/products").body] == [world.open]
    refused(world.ask("POST", f"/products/{world.timed}/reservation", body), 1001)


@pytest.mark.parametrize(
    ("tiers", "is_refundable", "code", "words"),
    [
        (((48, 1_000_000),), True, 2009, "48 hours in advance"),
        (((240, 1_000_000), (48, 500_000)), True, 2009, "48 hours in advance"),
        (((0, 0),), False, 3004, "doesn't allow"),
    ],
)
def test_a_departure_that_is_too_near_to_be_cancelled(
    world: World, tiers: Any, is_refundable: bool, code: int, words: str
) -> None:
    """Also when it was too near already as it was booked: the product is refundable still."""
    make_policy(*(Tier(hours, share) for hours, share in tiers))
    [product] = [one for one in world.ask("GET", "/products").body if one["id"] == world.timed]
    assert product["is_refundable"] is is_refundable
    tomorrow = (shop.today() + shop.timedelta(days=1)).isoformat()
    world.day = tomorrow
    booked = world.booked()
    refused(world.ask("DELETE", f"/booking/{booked['booking_id']}"), code, words)
    assert Trip.objects.filter(status="reserved").count() == 1


def test_the_cutoff_is_told_in_minutes(world: World, clock: Clock) -> None:
    """That many minutes before the start it can be cancelled, and not a minute later."""
    make_policy(Tier(48, 1_000_000))
    [product] = [one for one in world.ask("GET", "/products").body if one["id"] == world.timed]
    assert product["cutoff_time"] == 48 * 60
    paths = [f"/booking/{world.booked()['booking_id']}" for _ in range(2)]
    start = shop.slot_of(Experience.objects.get(pk=world.timed)).start_at
    last = start - shop.timedelta(minutes=product["cutoff_time"])

    clock.forward(seconds=(last - shop.utc_now()).total_seconds() - 30)
    assert world.ask("DELETE", paths[0]).status == 204
    clock.forward(minutes=1)
    refused(world.ask("DELETE", paths[1]), 2009, "48 hours in advance")
