from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway_reconciliation import daily_jobs, payout_import
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.refunds import gateway_refunds
from tests.support.balance_gateway import BalanceGateway
from tests.support.sales import fill_cart


@pytest.fixture
def gateway(monkeypatch) -> BalanceGateway:
    """A gateway that keeps books, in place of the operator's plugin."""
    fake = BalanceGateway()

    def provider(*, schema_name: str):
        return contexts.context_for(schema_name=schema_name), fake

    for module in (intent_calls, intents, gateway_refunds, daily_jobs, payout_import):
        monkeypatch.setattr(module, "payment_provider", provider)
    return fake


@pytest.fixture(scope="module")
def seats_on_offer():
    """Have many to sell."""
    return 200


@pytest.fixture
def cart(gateway, offer):
    """Open the payment of a new cart; gives the trip and the gateway's id of the intent."""

    def make(*, at=None, **party) -> tuple[int, str]:
        at = at or utc_now() - timedelta(hours=1)
        trip_id = fill_cart(offer, at=at, **party)
        begun = intents.begin(trip_id=trip_id, channel="web", amount_mode="due", at=at)
        return trip_id, begun.answer.gateway_id

    return make


@pytest.fixture
def paid(gateway, cart):
    """Pay a new cart by card and let us know; gives the trip and the gateway's id."""

    def make(*, at=None, **party) -> tuple[int, str]:
        at = at or utc_now() - timedelta(hours=1)
        trip_id, gateway_id = cart(at=at, **party)
        gateway.pay(gateway_id, at=at)
        intents.confirm(
            trip_id=trip_id,
            at=at,
            intent_id=intents.money.find_by_gateway(gateway="stripe", gateway_id=gateway_id).pk,
        )
        return trip_id, gateway_id

    return make
