"""An operator that sells through Tiqets."""

from typing import Any

import pytest

from tests.plugins.tiqets.world import World, make_world


@pytest.fixture
def world(reef: Any) -> World:
    """Return Tiqets' server at Reef Runners."""
    return make_world()
