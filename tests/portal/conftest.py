from collections.abc import Callable
from typing import Any

import pytest

from outfitter.plugins import contexts
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.refunds import gateway_refunds
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from tests.checkout.front_desk import Desk
from tests.portal.customer_page import Page
from tests.support.card_gateway import CardGateway
from tests.support.owner_client import owner_of
from tests.support.sales import Offer, make_offer
from tests.support.sold_trips import make_policy, sell


@pytest.fixture
def settings(reef: Any) -> Callable[..., None]:
    """Change how the operator does things."""

    def change(**values: Any) -> None:
        Properties.objects.update_or_create(pk=1, defaults=values)

    return change


@pytest.fixture
def is_open(settings: Callable[..., None]) -> None:
    """Let customers do all that an operator can let them do."""
    settings(is_allow_self_rebook=True, is_allow_self_cancel=True, is_allow_self_add=True)


@pytest.fixture
def offer(reef: Any) -> Offer:
    """Something to sell: everything comes back until a day before, half until six hours before."""
    make_policy(Tier(24, 1_000_000), Tier(6, 500_000))
    return make_offer()


@pytest.fixture
def trip_id(offer: Offer, is_open: None) -> int:
    """A booked trip of 127.00 that nothing was paid on."""
    return sell(offer)


@pytest.fixture
def page(trip_id: int, client_for: Callable[[str], Any]) -> Page:
    """The trip in its customer's hands."""
    return Page(client_for("reef"), trip_id)


@pytest.fixture
def desk(reef: Any, client_for: Callable[..., Any]) -> Desk:
    """The operator's owner at the counter."""
    return Desk(owner_of(client_for))


@pytest.fixture
def gateway(monkeypatch: pytest.MonkeyPatch) -> CardGateway:
    """A gateway with cards in place of the operator's plugin."""
    fake = CardGateway()

    def provider(*, schema_name: str) -> Any:
        return contexts.context_for(schema_name=schema_name), fake

    for module in (intent_calls, intents, gateway_refunds):
        monkeypatch.setattr(module, "payment_provider", provider)
    return fake
