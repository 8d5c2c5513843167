from collections.abc import Iterator

import pytest

from tests.support.database import REEF
from tests.support.fake_channel import FakeChannel, connect, open_fair
from tests.support.sales import Offer, make_offer
from tests.support.tenant_clients import enter_operator


@pytest.fixture
def fair(reef) -> Iterator[FakeChannel]:
    """A channel plugin that Reef Runners have switched on; works in their schema."""
    with open_fair(REEF.schema_name) as found:
        yield found


@pytest.fixture(scope="module")
def shared_offer(module_db: None) -> Offer:
    """Make something to sell once for a module; each test takes back what it sells."""
    enter_operator(REEF.schema_name)
    return make_offer()


@pytest.fixture
def offer(shared_offer: Offer, reef) -> Offer:
    return shared_offer


@pytest.fixture
def stall(fair, offer):
    """A live connection that sells the offer."""
    return connect(offer)
