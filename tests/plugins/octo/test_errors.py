"""Every operation of OCTO, asked wrongly in every way: its schema holds all that is answered."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.sdk.testing import Clock
from outfitter_octo.routes import ROUTES
from outfitter_tenants.channels.models import ChannelConnection
from outfitter_tenants.channels.operations import connections
from tests.plugins import channel_partner as shop
from tests.plugins.octo import error_schema as octo
from tests.plugins.octo.conftest import EVERYTHING, world_for
from tests.plugins.octo.error_schema import Operation, Target, said
from tests.plugins.octo.world import World

NOBODY = "5d0e3a86-4f6c-4f0e-9d27-1c6a2b8e9f10"
BAD, UNDOABLE = ("BAD_REQUEST", ""), ("UNPROCESSABLE_ENTITY", "")


@pytest.fixture(scope="module")
def held(made: World) -> Target:
    """Return a booking that waits, and its order, made once: each test takes back its own."""
    return target_of(world_for(made, EVERYTHING).hold(cnt=2))


def target_of(booking: dict[str, Any]) -> Target:
    """Return what operations name a booking by."""
    return Target(booking["uuid"], booking["orderId"])


def test_every_operation_is_walked() -> None:
    def plain(path: str) -> str:
        return path.replace("<str:id>", "{}").replace("<str:uuid>", "{}")

    walked = {(one.method, one.path.strip("/")) for one in (octo.CAPABILITIES, *octo.KEYED)}
    names = ("{id}", "{uuid}", "{order}")
    for name in names:
        walked = {(method, path.replace(name, "{}")) for method, path in walked}
    offered = {
        (method, plain(route.path.removeprefix("partner/octo/")))
        for route in ROUTES
        for method in route.methods
        if route.operation != "unknown"
    }
    assert walked == offered


@pytest.mark.parametrize("operation", octo.WITH_BODY, ids=str)
def test_the_bodies_themselves_are_right(full_world: World, held: Target, operation: Operation) -> None:
    """What is refused below is refused for what was changed."""
    assert operation.ask(full_world, held).status == 200


def test_without_a_key_with_a_wrong_one_and_with_a_paused_one(full_world: World, held: Target) -> None:
    for operation in octo.KEYED:
        none = operation.ask(full_world, held, headers={"Authorization": ""})
        wrong = operation.ask(full_world, held, headers={"Authorization": "Bearer guessed"})
        assert said(none) == ("UNAUTHORIZED", "")
        assert said(wrong) == ("FORBIDDEN", "")
    row = ChannelConnection.objects.get(channel="octo")
    connections.set_state(connection_id=row.pk, state="paused", at=shop.utc_now())
    for operation in octo.KEYED:
        assert said(operation.ask(full_world, held)) == ("FORBIDDEN", "")


@pytest.mark.parametrize(
    "given",
    [
        {"raw": b"{"},
        {"raw": b"[]"},
        {"raw": b"null"},
        {"raw": b"\xff\xfe"},
        {"raw": b'{"a": "' + b"x" * 300_000 + b'"}'},
        {"raw": b"<a/>", "content_type": "text/xml"},
    ],
    ids=["half", "list", "null", "bytes", "300 kB", "xml"],
)
def test_what_cannot_be_read(full_world: World, held: Target, given: dict[str, Any]) -> None:
    for operation in octo.WITH_BODY:
        assert said(operation.ask(full_world, held, **given)) == BAD, operation


def test_fields_of_the_wrong_kind(full_world: World, held: Target) -> None:
    wrong: dict[str, Any] = {
        "productId": 7,
        "optionId": [],
        "availabilityId": 7,
        "uuid": 7,
        "availabilityIds": "x",
        "localDateStart": "soon",
        "localDateEnd": 7,
        "units": {},
        "unitItems": "two",
        "expirationMinutes": "soon",
        "contact": [],
        "reason": 7,
    }
    for operation in octo.WITH_BODY:
        assert operation.body is not None
        for name in operation.body(full_world):
            change = {name: wrong[name]}
            assert said(operation.ask(full_world, held, change=change)) == BAD, (operation, name)


def test_methods_and_paths_that_are_none(full_world: World, held: Target) -> None:
    for operation in (octo.CAPABILITIES, *octo.KEYED):
        path = operation.path.format(uuid=held.uuid, order=held.order, id=full_world.timed.id)
        reply = full_world.ask("PUT", path, {})
        assert said(reply, 405) == BAD
        assert reply.headers["Allow"]
    for path in ("/nothing", "/bookings/x/y/z", "/products/1/2", "/orders/x/pay", ""):
        for method in ("GET", "POST", "PATCH", "DELETE"):
            assert said(full_world.ask(method, path), 404) == BAD, (method, path)
    none = full_world.ask("GET", "/nothing", headers={"Authorization": ""})
    assert said(none) == ("UNAUTHORIZED", "")


@pytest.mark.parametrize(
    ("name", "code"), [("productId", "INVALID_PRODUCT_ID"), ("optionId", "INVALID_OPTION_ID")]
)
def test_products_and_options_that_are_none(full_world: World, held: Target, name: str, code: str) -> None:
    """Unknown, empty, far too long and, where it has to be named, missing."""
    for operation in (*octo.DEPARTURES, octo.HOLD, octo.UPDATE):
        for wrong in ("nothing", "", " ", "x" * 150):
            reply = operation.ask(full_world, held, change={name: wrong})
            assert said(reply) == (code, wrong), (operation, wrong)
        if operation is not octo.UPDATE:
            missing = operation.ask(full_world, held, change={name: None})
            assert said(missing) == (code, ""), operation
    if name == "productId":
        for wrong in ("nothing", "x" * 300):
            reply = full_world.ask("GET", f"/products/{wrong}")
            assert said(reply) == (code, wrong[:200])


def test_units_that_are_none(full_world: World, held: Target) -> None:
    giant = [{"id": "giant", "quantity": 2}]
    for operation in octo.DEPARTURES:
        reply = operation.ask(full_world, held, change={"units": giant})
        assert said(reply) == ("INVALID_UNIT_ID", "giant"), operation
        reply = operation.ask(full_world, held, change={"units": [{"quantity": 1}]})
        assert said(reply) == ("INVALID_UNIT_ID", ""), operation
    for operation in (octo.HOLD, octo.UPDATE, octo.CONFIRM):
        for items, wrong in (([{"unitId": "giant"}], "giant"), ([{}], "")):
            reply = operation.ask(full_world, held, change={"unitItems": items})
            assert said(reply) == ("INVALID_UNIT_ID", wrong), (operation, items)
        reply = operation.ask(full_world, held, change={"unitItems": []})
        assert said(reply) == UNDOABLE, operation


def test_departures_that_are_none(full_world: World, held: Target) -> None:
    at = shop.local_start(shop.slot_of(shop.Experience.objects.get(name="Reef tour")))
    elsewhen = (at + timedelta(minutes=7)).isoformat()
    for operation in (octo.HOLD, octo.UPDATE):
        for wrong in ("nothing", "", elsewhen, "2020-01-01T09:30:00-05:00", "x" * 150):
            reply = operation.ask(full_world, held, change={"availabilityId": wrong})
            code, told = said(reply)
            assert code == "INVALID_AVAILABILITY_ID", (operation, wrong, reply.text)
            assert told == wrong
    missing = octo.HOLD.ask(full_world, held, change={"availabilityId": None})
    assert said(missing) == ("INVALID_AVAILABILITY_ID", "")


@pytest.mark.parametrize("uuid", ["invalidUUID", "7", NOBODY, "x" * 300])
def test_bookings_and_orders_that_are_none(full_world: World, uuid: str) -> None:
    target = Target(uuid, uuid)
    for operation in octo.OF_BOOKINGS:
        reply = operation.ask(full_world, target)
        assert said(reply) == ("INVALID_BOOKING_UUID", uuid[:200]), operation
    for operation in octo.OF_ORDERS:
        assert said(operation.ask(full_world, target)) == BAD, operation
    assert said(octo.HOLD.ask(full_world, target, change={"orderId": uuid[:200]})) == BAD


def test_a_uuid_that_is_used_or_none(full_world: World, held: Target) -> None:
    other = full_world.reservation(cnt=3)["unitItems"]
    again = octo.HOLD.ask(full_world, held, change={"uuid": held.uuid, "unitItems": other})
    assert said(again) == ("INVALID_BOOKING_UUID", held.uuid)
    none = octo.HOLD.ask(full_world, held, change={"uuid": "me"})
    assert said(none) == ("INVALID_BOOKING_UUID", "me")


def test_what_there_is_no_room_for(full_world: World, held: Target) -> None:
    full = full_world.sold_out
    one = [{"unitId": full.adult}]
    named = {"productId": full.id, "optionId": full.option, "availabilityId": full.first}
    crowd = full_world.reservation(cnt=41)["unitItems"]
    for operation in (octo.HOLD, octo.UPDATE):
        sold_out = operation.ask(full_world, held, change={**named, "unitItems": one})
        assert said(sold_out) == UNDOABLE, operation
        assert said(operation.ask(full_world, held, change={"unitItems": crowd})) == UNDOABLE
    assert said(octo.CONFIRM.ask(full_world, held, change={"unitItems": crowd})) == UNDOABLE


def test_a_departure_that_nobody_may_book_any_more(full_world: World, held: Target, clock: Clock) -> None:
    clock.forward(days=8)
    for operation in (octo.HOLD, octo.UPDATE):
        assert said(operation.ask(full_world, held))[0] in {
            "UNPROCESSABLE_ENTITY",
            "INVALID_AVAILABILITY_ID",
            "INVALID_BOOKING_UUID",
        }, operation


def test_a_hold_that_ran_out(full_world: World, held: Target, clock: Clock) -> None:
    clock.forward(hours=2)
    for operation in (octo.UPDATE, octo.CONFIRM, octo.EXTEND):
        reply = operation.ask(full_world, held)
        assert said(reply) == ("INVALID_BOOKING_UUID", held.uuid), operation
    for operation in (octo.ORDER_UPDATE, octo.ORDER_EXTEND, octo.ORDER_CONFIRM):
        assert said(operation.ask(full_world, held)) == UNDOABLE, operation


def test_a_booking_that_has_ended(full_world: World) -> None:
    for make in (full_world.hold, full_world.sold):
        ended = target_of(make(cnt=2))
        assert octo.CANCEL.ask(full_world, ended).status == 200
        for operation in (octo.UPDATE, octo.CONFIRM, octo.EXTEND):
            reply = operation.ask(full_world, ended)
            assert said(reply) == UNDOABLE, operation
        for operation in (octo.ORDER_UPDATE, octo.ORDER_EXTEND, octo.ORDER_CONFIRM):
            assert said(operation.ask(full_world, ended)) == UNDOABLE, operation


def test_a_booking_that_is_confirmed_is_not_held_longer(full_world: World) -> None:
    sold = target_of(full_world.sold(cnt=2))
    assert said(octo.EXTEND.ask(full_world, sold)) == UNDOABLE


def test_currencies_that_are_not_ours(full_world: World, held: Target) -> None:
    for operation in (*octo.DEPARTURES, octo.HOLD, octo.ORDER, octo.ORDER_CONFIRM):
        assert said(operation.ask(full_world, held, change={"currency": "EUR"})) == BAD, operation


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?resellerReference=",
        "?localDateStart=2026-01-01",
        "?localDate=soon",
        "?supplierReference=" + "x" * 300,
        "?resellerReference=%00",
    ],
)
def test_a_list_of_nothing_in_particular(full_world: World, query: str) -> None:
    assert said(full_world.ask("GET", f"/bookings{query}")) == BAD


@pytest.mark.parametrize(
    "days",
    [
        {"localDateStart": None},
        {"localDateEnd": None},
        {"localDateStart": "2026-02-30"},
        {"localDateStart": "2030-01-02", "localDateEnd": "2030-01-01"},
        {"localDateStart": "2026-01-01", "localDateEnd": "2036-01-01"},
    ],
)
def test_days_that_make_no_sense(full_world: World, held: Target, days: dict[str, Any]) -> None:
    for operation in (octo.DEPARTURES[0], octo.DEPARTURES[2]):
        assert said(operation.ask(full_world, held, change=days)) == BAD, operation
    both = {"localDateStart": full_world.day, "localDateEnd": full_world.day}
    assert said(octo.DEPARTURES[1].ask(full_world, held, change=both)) == BAD
