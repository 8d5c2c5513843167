"""What answers cost in statements: never more for more days, departures or units."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter_tenants.channels.models import ChannelConnection
from outfitter_tenants.channels.operations import mappings
from tests.plugins import channel_partner as shop
from tests.plugins.octo.world import World
from tests.support.database import REEF
from tests.support.kept_reads import known_operator, unchecked

# Who asks, whether it may, what it is about, and the log of calls: the host's and the engine's.
MOST = 9


@pytest.fixture(autouse=True)
def _remembered() -> Iterator[None]:
    """Answer from memory what a process keeps, as in production."""
    with unchecked(), known_operator(REEF.schema_name):
        yield


def _count(world: World, method: str, path: str, body: object = None) -> int:
    """Return the statements of a request that was asked before."""
    world.ask(method, path, body)
    with CaptureQueriesContext(connection) as found:
        reply = world.ask(method, path, body)
    assert reply.status == 200, reply.text
    return len(found)


def _dates(world: World, last: str) -> dict[str, object]:
    return {
        "productId": world.timed.id,
        "optionId": world.timed.option,
        "localDateStart": world.day,
        "localDateEnd": last,
        "units": [{"id": world.timed.adult, "quantity": 2}],
    }


def test_a_month_costs_what_a_day_costs(full_world: World) -> None:
    for path in ("/availability", "/availability/calendar"):
        day, month = (
            _count(full_world, "POST", path, _dates(full_world, last))
            for last in (full_world.day, full_world.last_day)
        )
        assert month == day <= MOST


def test_more_ids_cost_no_more(full_world: World) -> None:
    ids = [full_world.timed.first, full_world.timed.second]
    one, two = (
        _count(
            full_world,
            "POST",
            "/availability",
            {
                "productId": full_world.timed.id,
                "optionId": full_world.timed.option,
                "availabilityIds": wanted,
            },
        )
        for wanted in (ids[:1], ids)
    )
    assert two == one <= MOST


def test_more_products_cost_no_more(full_world: World) -> None:
    before = _count(full_world, "GET", "/products")
    shop.timed("Fifth boat", days=1)
    row = ChannelConnection.objects.get(channel="octo")
    mappings.create_mappings(connection=row, at=shop.utc_now())
    assert len(full_world.ask("GET", "/products").body) == 5
    assert _count(full_world, "GET", "/products") == before


def test_more_bookings_of_a_cart_cost_little(full_world: World) -> None:
    first = full_world.hold(cnt=1)
    path = f"/orders/{first['orderId']}"
    before = _count(full_world, "GET", path)
    for _ in range(3):
        full_world.hold(cnt=1, orderId=first["orderId"])
    assert _count(full_world, "GET", path) <= before + 2
