"""An offer that an online travel agency sells: made once for a module, taken back by each test."""

from collections.abc import Callable
from types import ModuleType

import pytest

from outfitter.sdk.channels import Connection
from outfitter_tenants.channels.models import ChannelConnection, ProductMapping
from tests.support.database import REEF
from tests.support.sales import Offer, make_offer
from tests.support.tenant_clients import enter_operator


@pytest.fixture(scope="module")
def shared_sale(module_db: None, agency: ModuleType) -> tuple[Offer, Connection]:
    """An offer and a live connection that sells it; `agency` is the conftest's: whose connection."""
    enter_operator(REEF.schema_name)
    offer = make_offer()
    agency.enable()
    return offer, agency.connect(offer)


@pytest.fixture
def offer(shared_sale: tuple[Offer, Connection], reef: object) -> Offer:
    return shared_sale[0]


@pytest.fixture
def unsold(offer: Offer) -> Offer:
    """The offer before any connection sells it: for a test that connects in another way."""
    ProductMapping.objects.all().delete()
    ChannelConnection.objects.all().delete()
    return offer


@pytest.fixture
def stall(shared_sale: tuple[Offer, Connection], reef: object) -> Connection:
    """The live connection that sells the offer."""
    return shared_sale[1]


@pytest.fixture
def seats(offer: Offer) -> Callable[[], tuple[int, int]]:
    """Return how many seats are sold and held."""
    from outfitter_tenants.scheduling.models import Timeslot

    def count() -> tuple[int, int]:
        slot = Timeslot.objects.get(pk=offer.timeslot_id)
        return slot.booked_pax_cnt, slot.held_pax_cnt

    return count
