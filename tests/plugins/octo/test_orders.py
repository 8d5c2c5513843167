"""octo/cart: bookings that are extended, confirmed and cancelled together."""

from typing import Any
from uuid import uuid4

import pytest
from pydantic import TypeAdapter

from outfitter.sdk.testing import Clock
from outfitter_octo.types import OrderShape
from tests.plugins.octo.answer_rules import refuses
from tests.plugins.octo.world import CONTACT, World


def _order(world: World, path: str = "", method: str = "GET", body: object = None) -> Any:
    reply = world.ask(method, f"/orders{path}", body)
    assert reply.status == 200, reply.text
    TypeAdapter(OrderShape).validate_python(reply.body)
    return reply.body


def _two(world: World) -> tuple[dict[str, Any], dict[str, Any]]:
    first = world.hold(cnt=2)
    return first, world.hold(product=world.other, cnt=1, orderId=first["orderId"])


def test_a_booking_begins_an_order(full_world: World) -> None:
    first, second = _two(full_world)
    assert second["orderId"] == first["orderId"]
    assert (first["primary"], second["primary"]) == (True, False)
    assert second["orderReference"] == first["supplierReference"]
    order = _order(full_world, f"/{first['orderId']}")
    assert [one["uuid"] for one in order["bookings"]] == [first["uuid"], second["uuid"]]
    assert (order["status"], order["confirmable"]) == ("ON_HOLD", True)
    assert order["pricing"]["retail"] == 3 * 4900


def test_without_the_capability_there_is_no_order(world: World) -> None:
    assert "orderId" not in world.hold()


def test_a_reservation_sent_twice_stays_in_its_order(full_world: World) -> None:
    body = full_world.reservation(uuid=str(uuid4()))
    first, second = (full_world.ask("POST", "/bookings", body).body for _ in range(2))
    assert first == second


def test_an_order_before_its_first_booking(full_world: World) -> None:
    made = _order(full_world, "", "POST", {"contact": CONTACT, "expirationMinutes": 20})
    assert (made["status"], made["bookings"], made["confirmable"]) == ("ON_HOLD", [], False)
    assert made["contact"]["fullName"] == "Grace Hopper"
    held = full_world.hold(orderId=made["id"])
    assert held["orderId"] == made["id"]
    sold = _order(full_world, f"/{made['id']}/confirm", "POST", {})
    assert sold["status"] == "CONFIRMED"
    assert sold["bookings"][0]["contact"]["emailAddress"] == "grace@guest.example"


def test_an_order_is_confirmed_whole(full_world: World) -> None:
    first, second = _two(full_world)
    sold = _order(full_world, f"/{first['orderId']}/confirm", "POST", {"contact": CONTACT})
    assert (sold["status"], sold["utcExpiresAt"]) == ("CONFIRMED", None)
    assert sold["utcConfirmedAt"]
    for uuid in (first["uuid"], second["uuid"]):
        found = full_world.ask("GET", f"/bookings/{uuid}").body
        assert (found["status"], found["contact"]["lastName"]) == ("CONFIRMED", "Hopper")
    again = _order(full_world, f"/{first['orderId']}/confirm", "POST", {"contact": CONTACT})
    assert again == sold


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_an_order_is_cancelled_whole(full_world: World, method: str) -> None:
    first, second = _two(full_world)
    path = f"/{first['orderId']}" + ("/cancel" if method == "POST" else "")
    ended = _order(full_world, path, method, {"reason": "Rain"})
    assert ended["status"] == "CANCELLED"
    reasons = {one["cancellation"]["reason"] for one in ended["bookings"]}
    assert reasons == {"Rain"}
    refused = full_world.ask("POST", f"/orders/{first['orderId']}/confirm", {})
    refuses("UNPROCESSABLE_ENTITY")(full_world, refused)
    late = full_world.ask("POST", "/bookings", full_world.reservation(orderId=second["orderId"]))
    refuses("UNPROCESSABLE_ENTITY")(full_world, late)


def test_an_order_is_held_longer(full_world: World, clock: Clock) -> None:
    first, _ = _two(full_world)
    clock.forward(minutes=20)
    later = _order(full_world, f"/{first['orderId']}/extend", "POST", {"expirationMinutes": 40})
    assert later["utcExpiresAt"] > first["utcExpiresAt"]
    assert {one["utcExpiresAt"] for one in later["bookings"]} == {later["utcExpiresAt"]}
    missing = full_world.ask("POST", f"/orders/{first['orderId']}/extend", {})
    refuses("BAD_REQUEST")(full_world, missing)


def test_an_order_that_ran_out(full_world: World, clock: Clock) -> None:
    first, _ = _two(full_world)
    empty = _order(full_world, "", "POST", {"expirationMinutes": 10})
    clock.forward(hours=3)
    for order_id in (first["orderId"], empty["id"]):
        found = _order(full_world, f"/{order_id}")
        assert (found["status"], found["cancellable"]) == ("EXPIRED", False)
        refused = full_world.ask("POST", f"/orders/{order_id}/confirm", {"contact": CONTACT})
        refuses("UNPROCESSABLE_ENTITY")(full_world, refused)


def test_who_booked_an_order_is_changed_on_all(full_world: World) -> None:
    first, _ = _two(full_world)
    found = _order(full_world, f"/{first['orderId']}", "PATCH", {"contact": CONTACT})
    assert {one["contact"]["lastName"] for one in found["bookings"]} == {"Hopper"}
    empty = _order(full_world, "", "POST", {})
    said = _order(full_world, f"/{empty['id']}", "PATCH", {"contact": {"fullName": "Ada"}})
    assert said["contact"]["fullName"] == "Ada"
    gone = _order(full_world, f"/{empty['id']}", "DELETE")
    assert gone["status"] == "CANCELLED"


@pytest.mark.parametrize("order_id", ["nothing", "5d0e3a86-4f6c-4f0e-9d27-1c6a2b8e9f10"])
def test_an_order_that_nobody_knows(full_world: World, order_id: str) -> None:
    asks = [
        ("GET", f"/orders/{order_id}", None),
        ("POST", f"/orders/{order_id}/confirm", {"contact": CONTACT}),
        ("POST", f"/orders/{order_id}/cancel", {}),
        ("POST", "/bookings", full_world.reservation(orderId=order_id)),
    ]
    for method, path, body in asks:
        refuses("BAD_REQUEST")(full_world, full_world.ask(method, path, body))


def test_what_an_order_cannot(full_world: World) -> None:
    empty = _order(full_world, "", "POST", {})
    path = f"/orders/{empty['id']}/confirm"
    refuses("UNPROCESSABLE_ENTITY")(full_world, full_world.ask("POST", path, {}))
    paid = {"cardPayment": {"gateway": "stripe"}}
    refuses("UNPROCESSABLE_ENTITY")(full_world, full_world.ask("POST", path, paid))
    refuses("BAD_REQUEST")(full_world, full_world.ask("POST", "/orders", {"currency": "EUR"}))
