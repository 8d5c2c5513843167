from collections.abc import Callable

import pytest

from outfitter.sdk.channels import Connection
from tests.support import viator
from tests.support.sales import Offer, make_offer


@pytest.fixture
def offer(reef) -> Offer:
    return make_offer()


@pytest.fixture
def stall(offer) -> Connection:
    """A live connection of Viator's that sells the offer."""
    viator.enable()
    return viator.connect(offer)


@pytest.fixture
def caller(stall) -> viator.Viator:
    return viator.Viator()


@pytest.fixture
def seats(offer) -> Callable[[], tuple[int, int]]:
    """Return how many seats are sold and held."""
    from outfitter_tenants.scheduling.models import Timeslot

    def count() -> tuple[int, int]:
        slot = Timeslot.objects.get(pk=offer.timeslot_id)
        return slot.booked_pax_cnt, slot.held_pax_cnt

    return count
