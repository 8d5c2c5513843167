from collections.abc import Callable
from typing import Any

import pytest

from outfitter.sdk.channels import Connection
from outfitter_tenants.channels.models import ChannelConnection, ProductMapping
from tests.support import getyourguide
from tests.support.database import REEF
from tests.support.sales import Offer, make_offer
from tests.support.tenant_clients import enter_operator


@pytest.fixture(scope="module")
def shared_sale(module_db) -> tuple[Offer, Connection]:
    """An offer and a live connection that sells it; each test takes back what it writes."""
    enter_operator(REEF.schema_name)
    offer = make_offer()
    getyourguide.enable()
    return offer, getyourguide.connect(offer)


@pytest.fixture
def offer(shared_sale, reef) -> Offer:
    return shared_sale[0]


@pytest.fixture
def unsold(offer) -> Offer:
    """The offer before any connection sells it: for a test that connects in another way."""
    ProductMapping.objects.all().delete()
    ChannelConnection.objects.all().delete()
    return offer


@pytest.fixture
def stall(shared_sale, reef) -> Connection:
    """A live connection of GetYourGuide's that sells the offer."""
    return shared_sale[1]


@pytest.fixture
def caller(stall) -> getyourguide.GetYourGuide:
    return getyourguide.GetYourGuide()


@pytest.fixture
def seats(offer) -> Callable[[], tuple[int, int]]:
    """Return how many seats are sold and held."""
    from outfitter_tenants.scheduling.models import Timeslot

    def count() -> tuple[int, int]:
        slot = Timeslot.objects.get(pk=offer.timeslot_id)
        return slot.booked_pax_cnt, slot.held_pax_cnt

    return count


@pytest.fixture
def sell(caller, offer) -> Callable[..., dict[str, Any]]:
    """Reserve and book; returns the answer to the booking."""

    def go(**values: Any) -> dict[str, Any]:
        held = caller.post("reserve", getyourguide.reserve_data(offer, **values))
        return caller.post("book", getyourguide.book_data(offer, held["reservationReference"], **values))

    return go
