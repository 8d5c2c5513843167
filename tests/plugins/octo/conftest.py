"""An operator that sells through OCTO: made once for a module, each test takes back what it writes."""

from dataclasses import replace
from typing import Any

import pytest

from tests.plugins.octo.world import World, make_world, reseller_of
from tests.support.database import REEF
from tests.support.tenant_clients import enter_operator

EVERYTHING = "octo/pricing, octo/content, octo/cart"


@pytest.fixture(scope="module")
def made(module_db: None) -> World:
    """Return what all worlds of a module are: products, departures and a connection."""
    enter_operator(REEF.schema_name)
    return make_world()


def world_for(made: World, capabilities: str) -> World:
    """Return a reseller of its own at the same operator, with nothing asked or prepared yet."""
    return replace(made, reseller=reseller_of(made.key, capabilities), before={})


@pytest.fixture
def world(made: World, reef: Any) -> World:
    """Return a reseller that asks for no capability, at Reef Runners."""
    return world_for(made, "")


@pytest.fixture
def priced_world(made: World, reef: Any) -> World:
    """Return a reseller that asks for prices."""
    return world_for(made, "octo/pricing")


@pytest.fixture
def full_world(made: World, reef: Any) -> World:
    """Return a reseller that asks for every capability there is."""
    return world_for(made, EVERYTHING)
