"""An operator that sells through OCTO."""

from typing import Any

import pytest

from tests.plugins.octo.world import World, make_world


@pytest.fixture
def world(reef: Any) -> World:
    """Return a reseller that asks for no capability, at Reef Runners."""
    return make_world()


@pytest.fixture
def full_world(reef: Any) -> World:
    """Return a reseller that asks for every capability there is."""
    return make_world("octo/pricing, octo/content, octo/cart")
