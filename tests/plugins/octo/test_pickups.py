"""octo/pickups: where guests are fetched, told for each departure, chosen, kept and checked."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from outfitter_octo.settings import OctoMapping
from outfitter_octo.types import AvailabilityShape, BookingShape, ProductShape
from outfitter_tenants.channels.models import ExternalBooking, ProductMapping
from outfitter_tenants.trips.models import TripOrder
from tests.plugins.octo.conftest import world_for
from tests.plugins.octo.world import CONTACT, World

PIER = {"id": "pier", "name": "Pier 3", "address": "3 Dock St", "minutes_before": 45, "window_minutes": 15}
SETTINGS = {"pickup": "offered", "is_hotel_taken": True, "pickup_points": [PIER]}


@pytest.fixture
def fetched(made: World, reef: Any) -> World:
    """Return a reseller that asks for pickups, and a reef tour that has one."""
    world = world_for(made, "octo/pickups")
    offer(world)
    return world


def offer(world: World, **values: Any) -> None:
    rows = ProductMapping.objects.filter(product_ref=world.timed.id, connection__channel="octo")
    rows.update(settings={**SETTINGS, **values})


def confirm(world: World, held: dict[str, Any], **body: Any) -> Any:
    return world.ask("POST", f"/bookings/{held['uuid']}/confirm", {"contact": CONTACT, **body})


def note_of(held: dict[str, Any]) -> list[str]:
    row = ExternalBooking.objects.get(reference=held["uuid"])
    return TripOrder.objects.get(pk=row.trip_order_id).note.splitlines()


def test_departures_tell_where_and_when(fetched: World) -> None:
    product = fetched.ask("GET", f"/products/{fetched.timed.id}").body
    TypeAdapter(ProductShape).validate_python(product)
    assert product["options"][0]["pickupAvailable"] is True
    assert product["options"][0]["pickupRequired"] is False
    body = {"productId": fetched.timed.id, "optionId": fetched.timed.option, "localDate": fetched.day}
    found = fetched.ask("POST", "/availability", body).body
    TypeAdapter(list[AvailabilityShape]).validate_python(found)
    for one in found:
        [point] = one["pickupPoints"]
        start, at = datetime.fromisoformat(one["id"]), datetime.fromisoformat(point["localDateTime"])
        assert start - at == timedelta(minutes=45)
        assert datetime.fromisoformat(point["localDateTimeTo"]) - at == timedelta(minutes=15)
        assert (point["id"], point["name"], point["latitude"]) == ("pier", "Pier 3", None)


def test_a_product_without_one_says_so(fetched: World) -> None:
    offer(fetched, pickup="none")
    body = {"productId": fetched.timed.id, "optionId": fetched.timed.option, "localDate": fetched.day}
    for one in fetched.ask("POST", "/availability", body).body:
        assert (one["pickupAvailable"], one["pickupPoints"]) == (False, [])


def test_who_does_not_ask_for_them_is_told_of_none(world: World, fetched: World) -> None:
    held = world.hold(pickupPointId="nonsense")
    assert "pickupPointId" not in held
    assert "pickupPoints" not in held["availability"]
    assert note_of(held) == []


def test_what_is_chosen_is_kept_and_in_the_note(fetched: World) -> None:
    held = fetched.hold(pickupPointId="pier", notes="Two bags")
    TypeAdapter(BookingShape).validate_python(held)
    assert (held["pickupRequested"], held["pickupPoint"]["name"]) == (True, "Pier 3")
    assert (held["notes"], note_of(held)) == ("Two bags", ["Two bags", "Pickup: Pier 3"])
    hotel = {"pickupPointId": None, "pickupHotel": "Mar", "pickupHotelRoom": "12"}
    changed = fetched.ask("PATCH", f"/bookings/{held['uuid']}", hotel).body
    assert (changed["pickupPoint"], changed["pickupHotel"], changed["pickupHotelRoom"]) == (None, "Mar", "12")
    assert note_of(held) == ["Two bags", "Pickup: Mar, 12"]
    sold = confirm(fetched, held).body
    assert (sold["status"], sold["pickupHotel"]) == ("CONFIRMED", "Mar")
    other = fetched.ask("PATCH", f"/bookings/{held['uuid']}", {"notes": "Three bags"}).body
    assert (other["pickupHotel"], note_of(held)) == ("Mar", ["Three bags", "Pickup: Mar, 12"])
    gone = fetched.ask("PATCH", f"/bookings/{held['uuid']}", {"pickupRequested": False}).body
    assert (gone["pickupRequested"], gone["pickupHotel"]) == (False, None)
    assert note_of(held) == ["Three bags"]


def test_a_change_without_the_capability_keeps_it(world: World, fetched: World) -> None:
    held = fetched.hold(pickupPointId="pier")
    world.ask("PATCH", f"/bookings/{held['uuid']}", {"notes": "Hello"})
    assert note_of(held) == ["Hello", "Pickup: Pier 3"]
    assert fetched.ask("GET", f"/bookings/{held['uuid']}").body["pickupPointId"] == "pier"


@pytest.mark.parametrize(
    ("settings", "body"),
    [
        ({"pickup": "none"}, {"pickupRequested": True}),
        ({}, {"pickupPointId": "airport"}),
        ({"is_hotel_taken": False}, {"pickupHotel": "Mar"}),
    ],
)
def test_where_nobody_is_fetched_nobody_waits(
    fetched: World, settings: dict[str, Any], body: dict[str, Any]
) -> None:
    offer(fetched, **settings)
    reply = fetched.ask("POST", "/bookings", fetched.reservation(**body))
    assert (reply.status, reply.body["error"]) == (400, "UNPROCESSABLE_ENTITY")
    assert not ExternalBooking.objects.exists()


def test_what_is_no_text_is_refused(fetched: World) -> None:
    reply = fetched.ask("POST", "/bookings", fetched.reservation(pickupPointId=7))
    assert (reply.status, reply.body["error"]) == (400, "BAD_REQUEST")


def test_what_needs_a_pickup_is_not_sold_without_one(fetched: World) -> None:
    offer(fetched, pickup="required")
    held = fetched.hold(pickupRequested=True)
    assert note_of(held) == ["Pickup: place not named yet"]
    refused = confirm(fetched, held)
    assert (refused.status, refused.body["error"]) == (400, "UNPROCESSABLE_ENTITY")
    sold = confirm(fetched, held, pickupPointId="pier")
    assert (sold.body["status"], sold.body["pickupPointId"]) == ("CONFIRMED", "pier")
    assert note_of(held) == ["Pickup: Pier 3"]


def test_two_points_of_one_name_are_no_setting() -> None:
    with pytest.raises(ValidationError, match="same ID"):
        OctoMapping.model_validate({"pickup_points": [PIER, PIER]})
