import pytest

from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import sell


@pytest.fixture
def staff(client_for):
    """Somebody at the desk who may do everything."""
    return owner_of(client_for)


@pytest.fixture
def trip_id():
    """A trip of 127.00 that nobody has paid yet."""
    return sell(make_offer())
