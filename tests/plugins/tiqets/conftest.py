"""An operator that sells through Tiqets: made once for a module, each test takes back what it writes."""

from dataclasses import replace
from typing import Any

import pytest

from tests.plugins.channel_partner import Partner
from tests.plugins.tiqets.world import World, make_world
from tests.support.database import REEF
from tests.support.tenant_clients import enter_operator


@pytest.fixture(scope="module")
def made(module_db: None) -> World:
    """Return what all worlds of a module are: products, departures and a connection."""
    enter_operator(REEF.schema_name)
    return make_world()


@pytest.fixture
def world(made: World, reef: Any) -> World:
    """Return Tiqets' server at Reef Runners."""
    return replace(made, tiqets=Partner("tiqets", {"API-Key": made.key}))
