"""Resellers at once, over HTTP: no seat twice, no request twice."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection

from tests.plugins import channel_partner as shop
from tests.plugins.live_server import served
from tests.plugins.octo.world import World, make_world
from tests.support import database
from tests.support.tenant_clients import enter_operator

pytestmark = pytest.mark.slow
AT_ONCE = 6


@pytest.fixture
def open_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[World, str]]:
    """Return a committed world and the address of a server; the database is renewed afterwards."""
    with django_db_blocker.unblock():
        cache.clear()
        enter_operator(database.REEF.schema_name)
        world = make_world()
        slot = shop.slot_of(shop.Experience.objects.get(name="Reef tour"))
        shop.Timeslot.objects.filter(pk=slot.pk).update(capacity=20)
        connection.set_schema_to_public()
        try:
            with served("reef.localhost") as address:
                yield world, f"{address}/partner/octo"
        finally:
            database.renew_database()


def _post(address: str, key: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/bookings", data, headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as problem:
        return problem.code, json.load(problem)


def _all_at_once(
    world: World, address: str, bodies: list[dict[str, Any]]
) -> list[tuple[int, dict[str, Any]]]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda body: _post(address, world.key, body), bodies))


def test_twenty_seats_are_sold_once(open_world: tuple[World, str]) -> None:
    world, address = open_world
    bodies = [world.reservation(cnt=5, uuid=str(uuid4())) for _ in range(AT_ONCE)]
    found = _all_at_once(world, address, bodies)
    # On a busy machine one may wait too long for its turn, is asked to come again, and does.
    late = [body for body, (status, _) in zip(bodies, found, strict=True) if status == 503]
    found = [one for one in found if one[0] != 503]
    found += [_post(address, world.key, body) for body in late]
    assert sorted(status for status, _ in found) == [200] * 4 + [400] * 2
    refused = {body["error"] for status, body in found if status == 400}
    assert refused == {"UNPROCESSABLE_ENTITY"}


def test_one_request_sent_at_once_is_one_booking(open_world: tuple[World, str]) -> None:
    world, address = open_world
    body = world.reservation(cnt=5, uuid=str(uuid4()))
    found = _all_at_once(world, address, [body] * AT_ONCE)
    good = {answer["id"] for status, answer in found if status == 200}
    assert len(good) == 1
    # Whoever comes while the first is being written may be asked to come again, and then succeeds.
    assert {status for status, _ in found} <= {200, 503}
    status, again = _post(address, world.key, body)
    assert (status, {again["id"]}) == (200, good)
