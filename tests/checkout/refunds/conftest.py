import pytest

from tests.support.database import REEF
from tests.support.owner_client import owner_of
from tests.support.sales import Offer
from tests.support.sold_trips import sell
from tests.support.tenant_clients import enter_operator


@pytest.fixture
def staff(client_for):
    """Somebody at the desk who may do everything."""
    return owner_of(client_for)


@pytest.fixture(scope="module")
def shared_trip(shared_offer: Offer) -> int:
    """Sell a trip once for a module; each test takes back what it does to it."""
    enter_operator(REEF.schema_name)
    return sell(shared_offer)


@pytest.fixture
def trip_id(shared_trip: int, reef) -> int:
    """A trip of 127.00 that nobody has paid yet."""
    return shared_trip
