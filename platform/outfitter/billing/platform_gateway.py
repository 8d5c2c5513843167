"""
The platform's own account at the gateway: where operators pay the host.

It is the plugin that collects for operators, asked with the deployment's keys alone: a context of
no operator has no settings of its own.
"""

from dataclasses import dataclass, replace
from typing import Final

from outfitter.db.tenant_schema import PUBLIC
from outfitter.plugins import registry
from outfitter.plugins.payments import gateway_capacity
from outfitter.plugins.payments.gateway import PaymentProvider
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter.plugins.payments.types import CheckoutClient, GatewayIntent, GatewayRefund, GatewaySetup, Terms
from outfitter.plugins.types import TenantContext

_CONTEXT: Final = TenantContext(schema=PUBLIC, name="billing")


@dataclass(frozen=True, slots=True)
class Charge:
    """What is charged to a kept card without its holder; `key` makes it once."""

    amount: int
    currency: str
    customer_id: str
    card_id: str
    name: str
    number: str
    key: str


def _provider() -> PaymentProvider:
    for _, provider in registry.collect("payment_providers"):
        if "saved_cards" in provider.capabilities:
            return gateway_capacity.limit_calls(provider)
    raise NoPaymentProvider("Card payments are not set up here.")


def charge(wanted: Charge) -> GatewayIntent:
    """
    Charge a kept card at once.

    :raises PaymentFailed: refused
    :raises GatewayUnavailable: no answer; repeat with the same key
    """
    terms = Terms(
        customer_id=wanted.customer_id, card_id=wanted.card_id, is_confirmed=True, is_off_session=True
    )
    return _provider().create_intent(
        _CONTEXT,
        amount=wanted.amount,
        currency=wanted.currency,
        key=wanted.key,
        description=wanted.name,
        metadata={"invoice": wanted.number, "intent": wanted.key},
        terms=terms,
    )


def read_charge(gateway_id: str) -> GatewayIntent:
    """
    Return how a charge stands.

    :raises GatewayUnavailable: no answer
    """
    return _provider().get_intent(_CONTEXT, gateway_id=gateway_id)


def refund(*, gateway_id: str, amount: int, currency: str, key: str) -> GatewayRefund:
    """
    Give back `amount` of a charge; `key` makes it once.

    :raises PaymentFailed: refused
    :raises GatewayUnavailable: no answer; repeat with the same key
    """
    return _provider().refund(
        _CONTEXT,
        gateway_id=gateway_id,
        amount=amount,
        currency=currency,
        key=key,
        reason="requested_by_customer",
        metadata={"payout": key},
    )


def read_refund(gateway_id: str) -> GatewayRefund:
    """
    Return how a refund stands.

    :raises GatewayUnavailable: no answer
    """
    return _provider().get_refund(_CONTEXT, gateway_id=gateway_id)


def client() -> CheckoutClient:
    """
    Return what a browser needs for the gateway's card form.

    :raises NoPaymentProvider: there is no gateway
    :raises PaymentFailed: the deployment has no keys
    """
    return _provider().checkout_client(_CONTEXT)


def ensure_customer(*, account_id: int, name: str, email: str) -> str:
    """
    Return under which id the gateway keeps an operator's card.

    :raises GatewayUnavailable: no answer; repeat
    """
    return _provider().ensure_customer(
        _CONTEXT,
        reference=f"operator:{account_id}",
        name=name,
        email=email or None,
        key=f"operator-{account_id}",
    )


def begin_setup(*, customer_id: str, key: str) -> GatewaySetup:
    """
    Begin to keep a card; its number goes from the browser to the gateway and never to us.

    :raises GatewayUnavailable: no answer; repeat
    """
    return _provider().create_setup_intent(
        _CONTEXT, customer_id=customer_id, key=key, metadata={"billing": customer_id}
    )


def read_setup(gateway_id: str) -> GatewaySetup:
    """
    Return how keeping a card stands, with the card when it is done.

    :raises PaymentFailed: there is no such setup
    :raises GatewayUnavailable: no answer
    """
    provider = _provider()
    found = provider.get_setup_intent(_CONTEXT, gateway_id=gateway_id)
    if found.card is not None and not found.card.brand:
        return replace(found, card=provider.get_card(_CONTEXT, card_id=found.card.gateway_id))
    return found
