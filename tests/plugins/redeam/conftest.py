"""Reef Runners with Redeam switched on, and one departure that Redeam sells."""

import pytest

from outfitter.plugins import configs
from tests.plugins.redeam.world import Redeam, connect, sell
from tests.support.database import REEF
from tests.support.sales import Offer, make_offer


@pytest.fixture
def offer(reef) -> Offer:
    return make_offer()


@pytest.fixture
def enabled(reef) -> None:
    configs.enable(schema_name=REEF.schema_name, slug="redeam")


@pytest.fixture
def redeam(enabled, offer, client_for) -> Redeam:
    found = connect(client_for("reef"))
    sell(found, offer)
    return found
