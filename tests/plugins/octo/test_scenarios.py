"""The 47 scenarios of the standard's conformance run, each with and without capabilities."""

import pytest

from tests.plugins.octo.scenarios import Scenario, bookings, changes, products
from tests.plugins.octo.world import World

SCENARIOS = (
    *products.PRODUCTS,
    *products.CALENDAR,
    *products.AVAILABILITY,
    *bookings.RESERVATION,
    *bookings.EXTENSION,
    *bookings.CONFIRMATION,
    *changes.UPDATE,
    *changes.CANCELLATION,
    *changes.READING,
    *changes.LISTS,
)


def test_none_of_the_scenarios_is_missing() -> None:
    assert len(SCENARIOS) == 47
    assert len({str(one) for one in SCENARIOS}) == 47


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario, world: World) -> None:
    ask = scenario.ask(world)
    reply = world.ask(ask.method, ask.path, ask.body)
    for check in scenario.checks:
        check(world, reply)
    assert reply.headers["Octo-Capabilities"] == ""
    assert "pricing" not in reply.text


PRICED = [one for one in SCENARIOS if one.flow in {"calendar", "update"}]


@pytest.mark.parametrize("scenario", PRICED, ids=str)
def test_scenario_with_prices(scenario: Scenario, priced_world: World) -> None:
    ask = scenario.ask(priced_world)
    reply = priced_world.ask(ask.method, ask.path, ask.body)
    for check in scenario.checks:
        check(priced_world, reply)
    assert reply.headers["Octo-Capabilities"] == "octo/pricing"
    assert reply.status == 400 or "ricing" in reply.text
