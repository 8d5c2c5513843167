from collections.abc import Iterator

import pytest

from tests.support.database import REEF
from tests.support.fake_channel import FakeChannel, connect, open_fair
from tests.support.sales import Offer, make_offer


@pytest.fixture
def fair(reef) -> Iterator[FakeChannel]:
    """A channel plugin that Reef Runners have switched on; works in their schema."""
    with open_fair(REEF.schema_name) as found:
        yield found


@pytest.fixture
def offer(reef) -> Offer:
    return make_offer()


@pytest.fixture
def stall(fair, offer):
    """A live connection that sells the offer."""
    return connect(offer)
