"""`./outfitter up` from nothing to nothing: killed, started again, stopped, nothing left over."""

import signal
from collections.abc import Iterator

import pytest

from tests.e2e.support import figures
from tests.e2e.support.shop import open_shop
from tests.e2e.support.stack import Launch
from tests.e2e.support.wait_conditions import wait_for

pytestmark = pytest.mark.slow


@pytest.fixture
def launch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launch]:
    """A product in a folder of its own, not started yet."""
    made = Launch(tmp_path_factory.mktemp("whole") / "var")
    yield made
    made.end()


def test_killed_launcher_loses_nothing_and_ctrl_c_leaves_nothing(launch: Launch) -> None:
    stack = launch.start()
    shop = open_shop(stack)
    stack.commands.end()
    tour = shop.add_tour(seats=4)
    slot = tour.timeslot_ids[0]
    shop.buy(tour, slot, adults=2, email="ines@guests.example")

    launch.signal(signal.SIGKILL)
    stack = launch.start()
    shop.stack = stack
    assert shop.seats(slot) == (2, 0)
    figures.note("second ./outfitter up", launch.seconds)
    shop.buy(tour, slot, adults=2, email="rui@guests.example")
    assert shop.seats(slot) == (4, 0)
    wait_for(lambda: stack.mailbox("rui@guests.example"), "the confirmation", 30)

    assert launch.signal(signal.SIGINT) == 0
    wait_for(lambda: not stack.processes(), "the end of every process", 10)
    assert not (launch.var / "run" / "state.json").exists()
