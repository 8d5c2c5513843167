from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout import gateway_reconciliation
from tests.checkout.conftest import offer, seats_on_offer, shared_offer  # noqa: F401
from tests.checkout.gateway_reconciliation.conftest import *  # noqa: F403
from tests.support.owner_client import owner_of


@pytest.fixture
def staff(client_for: Any) -> Any:
    """The owner, signed in."""
    return owner_of(client_for)


@pytest.fixture
def copied(gateway: Any, paid: Any) -> tuple[int, str]:
    """A paid trip whose payout and part refund are in our copy of the gateway's books."""
    trip_id, gateway_id = paid()
    gateway.pay_out()
    gateway.give_back(gateway_id, 1000)
    gateway_reconciliation.keep_books(at=utc_now() + timedelta(minutes=30))
    return trip_id, gateway_id
