import pytest

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.refunds import gateway_refunds
from tests.support.database import REEF
from tests.support.sales import FakeGateway, Offer, make_offer
from tests.support.tenant_clients import enter_operator


@pytest.fixture(scope="module")
def seats_on_offer() -> int:
    """Return how many seats the departure on offer has; a module may want more."""
    return 10


@pytest.fixture(scope="module")
def shared_offer(module_db: None, seats_on_offer: int) -> Offer:
    """Make something to sell once for a module; each test takes back what it sells."""
    enter_operator(REEF.schema_name)
    return make_offer(capacity=seats_on_offer)


@pytest.fixture
def offer(shared_offer: Offer, reef) -> Offer:
    """Something to sell at Reef Runners."""
    return shared_offer


@pytest.fixture
def gateway(monkeypatch) -> FakeGateway:
    """A gateway of our own in place of the operator's plugin."""
    fake = FakeGateway()

    def provider(*, schema_name: str):
        return contexts.context_for(schema_name=schema_name), fake

    for module in (intent_calls, intents, gateway_refunds):
        monkeypatch.setattr(module, "payment_provider", provider)
    return fake


@pytest.fixture
def begin(gateway):
    """Open the payment of a trip; gives what the browser would get."""
    from outfitter.kit.clock import utc_now

    def make(trip_id: int, *, at=None) -> intents.StartedIntent:
        assert current_schema() != "public"
        return intents.begin(trip_id=trip_id, channel="web", amount_mode="due", at=at or utc_now())

    return make
