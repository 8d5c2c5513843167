"""
What a reseller's requests may cost in statements, from the request to the response.

The door itself has budgets in `tests/channels/test_statement_budgets.py`; beside it are who is asking,
the product that OCTO repeats in every response, and the log of calls.
"""

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.plugins.channel_partner import Reply
from tests.plugins.octo.world import CONTACT, World
from tests.support.database import REEF
from tests.support.kept_reads import known_operator, unchecked


@pytest.fixture
def seen(priced_world: World) -> Iterator[World]:
    with unchecked(), known_operator(REEF.schema_name):
        yield priced_world


def reserve(world: World) -> Callable[[], Reply]:
    body = world.reservation(cnt=2)
    return lambda: world.ask("POST", "/bookings", body)


def confirm(world: World) -> Callable[[], Reply]:
    held = world.hold(cnt=2)
    body = {"contact": CONTACT, "resellerReference": held["uuid"][:8]}
    return lambda: world.ask("POST", f"/bookings/{held['uuid']}/confirm", body)


def look(world: World) -> Callable[[], Reply]:
    held = world.hold(cnt=2)
    return lambda: world.ask("GET", f"/bookings/{held['uuid']}")


def cancel(world: World) -> Callable[[], Reply]:
    sold = world.sold(cnt=2)
    return lambda: world.ask("POST", f"/bookings/{sold['uuid']}/cancel", {"reason": "rain"})


BUDGETS: Final[dict[str, tuple[int, Callable[[World], Callable[[], Reply]]]]] = {
    "a reservation": (20, reserve),
    "a confirmation": (25, confirm),
    "a booking looked up": (11, look),
    "a cancellation": (56, cancel),
}


@pytest.mark.parametrize("name", BUDGETS)
def test_costs_no_more(seen: World, name: str) -> None:
    budget, ready = BUDGETS[name]
    assert ready(seen)().status == 200
    work = ready(seen)
    with CaptureQueriesContext(connection) as found:
        reply = work()
    assert reply.status == 200, reply.body
    assert len(found) <= budget, "\n".join(one["sql"][:120] for one in found)
