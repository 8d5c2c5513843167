"""A booking's life as a reseller sees it: repeated, late, changed by staff, at the door."""

from typing import Any
from uuid import uuid4

import pytest

from outfitter.sdk.testing import Clock
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_management import deletion
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Booking, Trip
from tests.plugins import channel_partner as shop
from tests.plugins.octo.answer_rules import refuses
from tests.plugins.octo.world import CONTACT, World


def _free(world: World) -> int:
    body = {
        "productId": world.timed.id,
        "optionId": world.timed.option,
        "availabilityIds": [world.timed.first],
    }
    found: int = world.ask("POST", "/availability", body).body[0]["vacancies"]
    return found


def _trip(booking: dict[str, Any]) -> Trip:
    return Trip.objects.get(confirmation_code=booking["supplierReference"])


def test_a_booking_arrives_on_the_manifest(world: World) -> None:
    sold = world.sold("yard-1", cnt=3)
    trip = _trip(sold)
    guests = Booking.objects.filter(trip_order__trip=trip)
    slots = {guest.trip_order.timeslot_id for guest in guests}
    experience = Experience.objects.get(name="Reef tour")
    assert (trip.status, guests.count()) == ("reserved", 3)
    assert slots == {shop.slot_of(experience).pk}
    assert trip.reseller_id is not None
    tickets = [item["ticket"]["deliveryOptions"][0]["deliveryValue"] for item in sold["unitItems"]]
    assert sorted(tickets) == sorted(guest.ticket_code for guest in guests)


def test_seats_go_and_come_back(world: World) -> None:
    before = _free(world)
    held = world.hold(cnt=4)
    assert _free(world) == before - 4
    world.ask("POST", f"/bookings/{held['uuid']}/cancel", {})
    assert _free(world) == before


def test_a_reservation_sent_twice_is_one(world: World) -> None:
    body = world.reservation(uuid=str(uuid4()))
    first, second = (world.ask("POST", "/bookings", body) for _ in range(2))
    assert (second.status, second.body) == (200, first.body)
    other = world.ask("POST", "/bookings", {**body, "availabilityId": world.timed.second})
    refuses("INVALID_BOOKING_UUID", uuid=body["uuid"])(world, other)


def test_a_uuid_is_one_whatever_its_case(world: World) -> None:
    uuid = str(uuid4()).upper()
    held = world.hold(uuid=uuid)
    assert held["uuid"] == uuid.lower()
    assert world.ask("GET", f"/bookings/{uuid}").body["id"] == held["id"]


@pytest.mark.parametrize("action", ["confirm", "cancel"])
def test_confirming_and_cancelling_twice_is_once(world: World, action: str) -> None:
    held = world.hold()
    body = {"contact": CONTACT, "resellerReference": "r-2"} if action == "confirm" else {}
    path = f"/bookings/{held['uuid']}/{action}"
    first, second = world.ask("POST", path, body), world.ask("POST", path, body)
    assert second.status == 200
    assert second.body["status"] == first.body["status"]
    assert second.body["supplierReference"] == first.body["supplierReference"]
    assert Trip.objects.filter(confirmation_code=held["supplierReference"]).count() == 1


def test_a_hold_runs_out(world: World, clock: Clock) -> None:
    before = _free(world)
    held = world.hold(cnt=2, expirationMinutes=10)
    clock.forward(minutes=11)
    found = world.ask("GET", f"/bookings/{held['uuid']}").body
    assert (found["status"], found["utcExpiresAt"]) == ("EXPIRED", held["utcExpiresAt"])
    assert found["cancellation"] is not None
    for path, body in (("confirm", {"contact": CONTACT}), ("extend", {})):
        reply = world.ask("POST", f"/bookings/{held['uuid']}/{path}", body)
        refuses("INVALID_BOOKING_UUID", uuid=held["uuid"])(world, reply)
    assert _free(world) == before


def test_a_hold_is_kept_within_what_was_agreed(world: World) -> None:
    held = world.hold(expirationMinutes=10_000)
    asked = world.ask("POST", f"/bookings/{held['uuid']}/extend", {"expirationMinutes": 5})
    assert asked.status == 200
    assert asked.body["utcExpiresAt"] >= held["utcExpiresAt"]


def test_delete_is_cancel(world: World) -> None:
    sold = world.sold()
    reply = world.ask("DELETE", f"/bookings/{sold['uuid']}")
    assert (reply.status, reply.body["status"]) == (200, "CANCELLED")


@pytest.mark.parametrize("path", ["/products/", "/supplier/", "/capabilities/"])
def test_a_slash_at_the_end_changes_nothing(world: World, path: str) -> None:
    assert world.ask("GET", path).body == world.ask("GET", path.rstrip("/")).body


def test_posts_are_not_sent_elsewhere(world: World) -> None:
    reply = world.ask("POST", "/bookings/", world.reservation())
    assert (reply.status, reply.body["status"]) == (200, "ON_HOLD")


def test_a_sold_booking_moves(world: World) -> None:
    sold = world.sold(cnt=2)
    reply = world.ask("PATCH", f"/bookings/{sold['uuid']}", {"availabilityId": world.timed.second})
    assert reply.status == 200, reply.text
    assert (reply.body["status"], reply.body["availabilityId"]) == ("CONFIRMED", world.timed.second)


def test_guests_stay_who_they_are(world: World) -> None:
    held = world.hold(cnt=3)
    kept = [{"uuid": one["uuid"], "unitId": one["unitId"]} for one in held["unitItems"][:2]]
    reply = world.ask("PATCH", f"/bookings/{held['uuid']}", {"unitItems": kept})
    assert {one["uuid"] for one in reply.body["unitItems"]} == {one["uuid"] for one in kept}


def test_unit_items_keep_their_references(world: World) -> None:
    items = [
        {
            "unitId": world.timed.adult,
            "uuid": str(uuid4()),
            "resellerReference": f"seat-{n}",
            "contact": {"firstName": f"Guest {n}"},
        }
        for n in range(2)
    ]
    held = world.hold(unitItems=items)
    for said, told in zip(items, held["unitItems"], strict=True):
        assert told["uuid"] == said["uuid"]
        assert told["resellerReference"] == said["resellerReference"]
        assert told["contact"]["firstName"] == said["contact"]["firstName"]


def test_staff_delete_a_trip_and_the_reseller_sees_it(world: World) -> None:
    sold = world.sold()
    before = _free(world)
    deletion.delete_trip(
        trip_id=_trip(sold).pk, reason="The boat broke", by=TripActor(), at=shop.utc_now(), is_forced=True
    )
    found = world.ask("GET", f"/bookings/{sold['uuid']}").body
    assert found["status"] in {"CANCELLED", "REJECTED"}
    assert found["cancellation"] is not None or found["status"] == "REJECTED"
    assert _free(world) == before + 5


def test_all_guests_are_in(world: World) -> None:
    sold = world.sold(cnt=2)
    Booking.objects.filter(trip_order__trip=_trip(sold)).update(checked_in_at=shop.utc_now())
    found = world.ask("GET", f"/bookings/{sold['uuid']}").body
    assert (found["status"], found["utcRedeemedAt"] is not None) == ("REDEEMED", True)
    assert all(item["utcRedeemedAt"] for item in found["unitItems"])
    reply = world.ask("POST", f"/bookings/{sold['uuid']}/cancel", {"force": True})
    refuses("UNPROCESSABLE_ENTITY")(world, reply)


def test_what_staff_have_to_agree_to_is_pending(world: World) -> None:
    Experience.objects.filter(name="Reef tour").update(is_requires_review=True)
    product = world.ask("GET", f"/products/{world.timed.id}").body
    assert product["instantConfirmation"] is False
    sold = world.sold()
    assert (sold["status"], sold["utcConfirmedAt"]) == ("PENDING", None)
    assert not any(item["ticket"]["deliveryOptions"] for item in sold["unitItems"])


def test_tests_are_marked(world: World) -> None:
    reply = world.ask("POST", "/bookings", world.reservation(), headers={"Octo-Env": "test"})
    assert reply.body["testMode"] is True


def test_bookings_of_a_day_are_listed(world: World) -> None:
    sold = world.sold()
    for query in (f"localDate={world.day}", f"localDateStart={world.day}&localDateEnd={world.day}"):
        found = world.ask("GET", f"/bookings?{query}").body
        assert [one["uuid"] for one in found] == [sold["uuid"]]
    assert world.ask("GET", "/bookings?localDate=2020-01-01").body == []
    refuses("BAD_REQUEST")(world, world.ask("GET", "/bookings?localDateStart=2020-01-01"))
    refuses("BAD_REQUEST")(world, world.ask("GET", "/bookings?localDate=never"))


def test_a_booking_outlives_its_product(world: World) -> None:
    sold = world.sold()
    from outfitter_tenants.channels.models import ProductMapping

    ProductMapping.objects.filter(product_ref=world.timed.id).update(state="paused")
    found = world.ask("GET", f"/bookings/{sold['uuid']}")
    assert (found.status, found.body["status"]) == (200, "CONFIRMED")
    assert "product" not in found.body


def test_unlimited_seats_are_free_sale(world: World) -> None:
    Timeslot.objects.filter(experience__name="Reef tour").update(capacity=None)
    body = {"productId": world.timed.id, "optionId": world.timed.option, "localDate": world.day}
    found = world.ask("POST", "/availability", body).body[0]
    assert (found["status"], found["vacancies"], found["capacity"]) == ("FREESALE", None, None)
