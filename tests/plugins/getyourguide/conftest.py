from collections.abc import Callable
from typing import Any

import pytest

from outfitter.sdk.channels import Connection
from tests.support import getyourguide
from tests.support.sales import Offer, make_offer


@pytest.fixture
def offer(reef) -> Offer:
    return make_offer()


@pytest.fixture
def stall(offer) -> Connection:
    """A live connection of GetYourGuide's that sells the offer."""
    getyourguide.enable()
    return getyourguide.connect(offer)


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
