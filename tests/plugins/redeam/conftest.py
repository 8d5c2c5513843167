"""Reef Runners with Redeam switched on, and one departure that Redeam sells.

Both are made once for a module; each test takes back what it writes.
"""

from copy import copy
from dataclasses import replace

import pytest

from outfitter.plugins import configs
from tests.plugins.redeam.world import Redeam, connect, sell
from tests.support.database import REEF
from tests.support.sales import Offer, make_offer
from tests.support.tenant_clients import enter_operator, make_client


@pytest.fixture(scope="module")
def made(module_db: None) -> tuple[Offer, Redeam]:
    """Return a departure and the live connection that sells it."""
    enter_operator(REEF.schema_name)
    offer = make_offer()
    configs.enable(schema_name=REEF.schema_name, slug="redeam")
    redeam = connect(make_client("reef"))
    sell(redeam, offer)
    return offer, redeam


@pytest.fixture
def offer(made: tuple[Offer, Redeam], reef) -> Offer:
    return made[0]


@pytest.fixture
def redeam(made: tuple[Offer, Redeam], reef, client_for) -> Redeam:
    found = made[1]
    return replace(found, client=client_for("reef"), row=copy(found.row), headers={})
