"""Whatever comes, the answer is OCTO's own: a code, words, and the wrong id beside them."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from outfitter.plugins import configs
from outfitter_tenants.channels.operations import connections
from tests.plugins import channel_partner as shop
from tests.plugins.octo.answer_rules import refuses
from tests.plugins.octo.world import CONTACT, World, reseller_of
from tests.support.resellers import make_reseller

MEGABYTES = b'{"productId": "' + b"x" * (10 * 1024 * 1024) + b'"}'


def _another(world: World) -> str:
    """Return the key of another reseller at the same operator."""
    now = shop.utc_now()
    draft = connections.Draft(values={"title": "Other", "reseller_id": make_reseller("Other")})
    made = connections.create(channel="octo", draft=draft, at=now)
    connections.set_state(connection_id=made.row.pk, state="live", at=now)
    assert made.key is not None
    return made.key


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Authorization": ""}, 401, "UNAUTHORIZED"),
        ({"Authorization": "Bearer "}, 401, "UNAUTHORIZED"),
        ({"Authorization": "Basic eDp5"}, 401, "UNAUTHORIZED"),
        ({"Authorization": "Bearer guessed"}, 403, "FORBIDDEN"),
        ({"Authorization": "Bearer guessed\u00e9"}, 403, "FORBIDDEN"),
    ],
)
def test_wrong_credentials(world: World, headers: dict[str, str], status: int, code: str) -> None:
    reply = world.ask("GET", "/products", headers=headers)
    assert (reply.status, reply.body["error"]) == (status, code)
    assert reply.body["errorMessage"]


def test_capabilities_are_open_to_anybody(world: World) -> None:
    reply = world.ask("GET", "/capabilities", headers={"Authorization": ""})
    offered = ["pricing", "content", "cart", "questions", "webhooks", "mappings", "pickups", "offers"]
    assert [one["id"] for one in reply.body] == [f"octo/{name}" for name in offered]


def test_a_paused_connection_is_forbidden(world: World) -> None:
    from outfitter_tenants.channels.models import ChannelConnection

    row = ChannelConnection.objects.get(channel="octo")
    connections.set_state(connection_id=row.pk, state="paused", at=shop.utc_now())
    assert world.ask("GET", "/products").body["error"] == "FORBIDDEN"


def test_without_the_plugin_there_is_nothing(world: World) -> None:
    configs.disable(schema_name="t_reef", slug="octo")
    assert world.ask("GET", "/products").status == 404


def test_a_key_of_one_operator_is_worth_nothing_at_another(world: World) -> None:
    world.reseller.host = "peak"
    world.reseller.__post_init__()
    reply = world.ask("GET", "/products")
    assert (reply.status, reply.body["error"]) == (403, "FORBIDDEN")


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("", "GET"),
        ("", "PATCH"),
        ("", "DELETE"),
        ("/confirm", "POST"),
        ("/extend", "POST"),
        ("/cancel", "POST"),
    ],
)
def test_a_booking_of_another_connection(world: World, path: str, method: str) -> None:
    sold = world.sold()
    world.reseller = reseller_of(_another(world))
    body = None if method == "GET" else {"contact": {"notes": "mine now"}}
    reply = world.ask(method, f"/bookings/{sold['uuid']}{path}", body)
    refuses("INVALID_BOOKING_UUID", uuid=sold["uuid"])(world, reply)
    listed = world.ask("GET", f"/bookings?supplierReference={sold['supplierReference']}")
    assert listed.body == []


@pytest.mark.parametrize(
    "given",
    [
        {"raw": MEGABYTES},
        {"raw": b"<xml/>", "content_type": "text/xml"},
        {"raw": b"a=b", "content_type": "application/x-www-form-urlencoded"},
        {"raw": b"{"},
        {"raw": b"[1]"},
        {"raw": b"null"},
        {"raw": b"\xff\xfe\x00"},
        {"raw": b"[" * 50_000},
        {"body": {"productId": 7, "optionId": "x"}},
        {"body": {"productId": "\u0000", "optionId": "x", "localDate": "yesterday"}},
    ],
    ids=lambda given: str(given)[:40],
)
@pytest.mark.parametrize("path", ["/availability", "/availability/calendar", "/bookings"])
def test_what_is_no_request(world: World, path: str, given: dict[str, Any]) -> None:
    reply = world.ask("POST", path, **given)
    assert (reply.status, reply.body["error"]) == (400, "BAD_REQUEST"), reply.text


@pytest.mark.parametrize(
    ("method", "path"), [("PUT", "/products"), ("GET", "/availability"), ("POST", "/supplier")]
)
def test_what_is_not_done(world: World, method: str, path: str) -> None:
    reply = world.ask(method, path)
    assert (reply.status, reply.body["error"]) == (405, "BAD_REQUEST")
    assert reply.headers["Allow"]


def test_another_currency(world: World) -> None:
    reply = world.ask("POST", "/bookings", world.reservation(currency="EUR"))
    refuses("BAD_REQUEST")(world, reply)
    assert world.ask("POST", "/bookings", world.reservation(currency="USD")).status == 200


def test_a_departure_that_is_over(world: World) -> None:
    slot = shop.slot_of(shop.Experience.objects.get(name="Reef tour"))
    past = shop.local_start(slot) - shop.timedelta(days=30)
    body = world.reservation(availabilityId=past.isoformat())
    reply = world.ask("POST", "/bookings", body)
    assert reply.body["error"] in {"INVALID_AVAILABILITY_ID", "UNPROCESSABLE_ENTITY"}


def test_days_that_are_over_have_no_departures(world: World) -> None:
    body = {
        "productId": world.timed.id,
        "optionId": world.timed.option,
        "localDateStart": "2020-01-01",
        "localDateEnd": "2020-01-31",
    }
    assert world.ask("POST", "/availability", body).body == []


@pytest.mark.parametrize(
    "days",
    [
        {"localDateStart": "2026-02-30", "localDateEnd": "2026-03-01"},
        {"localDateStart": "2030-01-02", "localDateEnd": "2030-01-01"},
        {"localDateStart": "2026-01-01", "localDateEnd": "2036-01-01"},
        {"localDateEnd": "2026-01-01"},
        {},
    ],
)
def test_days_that_make_no_sense(world: World, days: dict[str, str]) -> None:
    body = {"productId": world.timed.id, "optionId": world.timed.option, **days}
    refuses("BAD_REQUEST")(world, world.ask("POST", "/availability", body))


def test_units_of_another_kind(world: World) -> None:
    body = {
        "productId": world.timed.id,
        "optionId": world.timed.option,
        "localDate": world.day,
        "units": [{"id": "giant", "quantity": 2}],
    }
    reply = world.ask("POST", "/availability", body)
    refuses("INVALID_UNIT_ID", unitId="giant")(world, reply)


def test_a_party_that_is_too_large(world: World) -> None:
    refuses("UNPROCESSABLE_ENTITY")(world, world.ask("POST", "/bookings", world.reservation(cnt=41)))


@pytest.mark.parametrize("uuid", ["7", "not-a-uuid", "{}"])
def test_a_uuid_that_is_none(world: World, uuid: str) -> None:
    reply = world.ask("POST", "/bookings", world.reservation(uuid=uuid))
    refuses("INVALID_BOOKING_UUID", uuid=uuid)(world, reply)


def test_a_uuid_that_nobody_knows(world: World) -> None:
    uuid = str(uuid4())
    asks: list[Callable[[], Any]] = [
        lambda: world.ask("GET", f"/bookings/{uuid}"),
        lambda: world.ask("PATCH", f"/bookings/{uuid}", {"notes": "x"}),
        lambda: world.ask("POST", f"/bookings/{uuid}/confirm", {"contact": CONTACT}),
        lambda: world.ask("POST", f"/bookings/{uuid}/extend", {}),
        lambda: world.ask("DELETE", f"/bookings/{uuid}"),
    ]
    for ask in asks:
        refuses("INVALID_BOOKING_UUID", uuid=uuid)(world, ask())


def test_no_departure_is_named(world: World) -> None:
    body = world.reservation()
    del body["availabilityId"]
    refuses("INVALID_AVAILABILITY_ID")(world, world.ask("POST", "/bookings", body))
    refuses("INVALID_PRODUCT_ID")(world, world.ask("POST", "/bookings", {**body, "productId": "x"}))
