import pytest

from outfitter.plugins import contexts
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.refunds import gateway_refunds
from outfitter_tenants.ledger.models import Intent, PaymentHold
from outfitter_tenants.people.models import Properties
from tests.checkout.front_desk import Desk
from tests.checkout.payments.card_hold_calls import begin as begin_to_hold
from tests.checkout.payments.card_hold_calls import confirm
from tests.support.card_gateway import CardGateway
from tests.support.database import REEF
from tests.support.owner_client import owner_of
from tests.support.sales import Offer
from tests.support.tenant_clients import enter_operator
from tests.support.trip_states import make_reserved


@pytest.fixture(scope="module")
def shared_trip(shared_offer: Offer) -> int:
    """Reserve a trip once for a module; each test takes back what it does to it."""
    enter_operator(REEF.schema_name)
    return make_reserved(shared_offer)


@pytest.fixture
def trip_id(shared_trip: int, reef) -> int:
    """A reserved trip of 127.00 that nothing was paid on."""
    return shared_trip


@pytest.fixture
def gateway(monkeypatch) -> CardGateway:
    """A gateway with cards in place of the operator's plugin."""
    fake = CardGateway()

    def provider(*, schema_name: str):
        return contexts.context_for(schema_name=schema_name), fake

    for module in (intent_calls, intents, gateway_refunds):
        monkeypatch.setattr(module, "payment_provider", provider)
    return fake


@pytest.fixture
def desk(reef, client_for) -> Desk:
    """The operator's owner at the counter."""
    return Desk(owner_of(client_for))


@pytest.fixture
def phone(reef, client_for) -> Desk:
    """A stranger's phone."""
    return Desk(client_for("reef"))


@pytest.fixture
def settings(reef):
    """Change how the operator takes money."""

    def change(**values):
        Properties.objects.update_or_create(pk=1, defaults=values)

    return change


@pytest.fixture
def held(desk, offer, gateway):
    """Hold a trip's balance on a card; gives the trip and the held amount."""

    def make(trip_id=None, **body):
        trip_id = trip_id or make_reserved(offer)
        begun = begin_to_hold(desk, trip_id, **body)
        gateway.authorise(Intent.objects.get(pk=begun["intent_id"]).gateway_id)
        answer = confirm(desk, trip_id, begun["intent_id"])
        assert answer["status"] == "requires_capture"
        return trip_id, PaymentHold.objects.get(intent_id=begun["intent_id"])

    return make


@pytest.fixture
def late(settings):
    """How the operator deals with money that does not buy what it was paid for."""
    return lambda mode: settings(late_payment_mode=mode)
