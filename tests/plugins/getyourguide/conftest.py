from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from tests.support import getyourguide
from tests.support.ota_sale import offer, seats, shared_sale, stall, unsold

__all__ = ["offer", "seats", "shared_sale", "stall", "unsold"]


@pytest.fixture(scope="module")
def agency() -> ModuleType:
    return getyourguide


@pytest.fixture
def caller(stall) -> getyourguide.GetYourGuide:
    return getyourguide.GetYourGuide()


@pytest.fixture
def sell(caller, offer) -> Callable[..., dict[str, Any]]:
    """Reserve and book; returns the answer to the booking."""

    def go(**values: Any) -> dict[str, Any]:
        held = caller.post("reserve", getyourguide.reserve_data(offer, **values))
        return caller.post("book", getyourguide.book_data(offer, held["reservationReference"], **values))

    return go
