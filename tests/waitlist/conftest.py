"""A full departure, and people who would like to go."""

from typing import Any

import pytest

from tests.support.sales import Offer, make_offer


@pytest.fixture
def offer(reef: Any) -> Offer:
    """A departure of four seats the day after tomorrow."""
    return make_offer(capacity=4)
