"""The stand-in, running; and its parts without a network."""

from collections.abc import Iterator
from typing import Any

import pytest

from stripe_double import webhook_queue
from stripe_double.parameters import Params, parse
from stripe_double.store import Store
from stripe_double.world import Call, World
from tests.stripe_double.inside import Inside
from tests.stripe_double.local_double import Running, running


@pytest.fixture
def double() -> Iterator[Running]:
    """Return a running stand-in."""
    with running() as found:
        yield found


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        """Start in November 2026."""
        self.now = 1_795_000_000.0

    def __call__(self) -> float:
        """Return the seconds since 1970."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """Return a clock that stands still."""
    return Clock()


@pytest.fixture
def world(clock: Clock) -> World:
    """Return an empty world that is not kept anywhere."""
    return World(Store(), webhook_queue.schedule, clock=clock)


@pytest.fixture
def inside(world: World) -> Inside:
    """Return an empty stand-in with the official library wired to it."""
    return Inside(world)


def ask(form: str = "", **call: Any) -> Call:
    """Return a call with form-encoded parameters."""
    return Call(Params(parse(form)), **call)
