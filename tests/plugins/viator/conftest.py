from types import ModuleType

import pytest

from tests.support import viator
from tests.support.ota_sale import offer, seats, shared_sale, stall, unsold

__all__ = ["offer", "seats", "shared_sale", "stall", "unsold"]


@pytest.fixture(scope="module")
def agency() -> ModuleType:
    return viator


@pytest.fixture
def caller(stall) -> viator.Viator:
    return viator.Viator()
