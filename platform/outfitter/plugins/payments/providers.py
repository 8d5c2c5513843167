"""Which gateway collects an operator's money."""

from outfitter.kit.errors import DomainError
from outfitter.plugins import configs, contexts, registry
from outfitter.plugins.payments import gateway_capacity
from outfitter.plugins.payments.gateway import PaymentProvider
from outfitter.plugins.types import TenantContext


class NoPaymentProvider(DomainError):
    """The operator has switched on no plugin that can take cards."""

    code = "no_payment_provider"
    status = 409


def takes_cards(*, schema_name: str) -> bool:
    """Return whether the operator has switched on a plugin that can take cards; nearly free."""
    enabled = configs.enabled_slugs(schema_name=schema_name)
    return any(slug in enabled for slug, _ in registry.collect("payment_providers"))


def payment_provider(*, schema_name: str) -> tuple[TenantContext, PaymentProvider]:
    """
    Return the operator's gateway with its context; its calls end in time where people wait.

    :raises NoPaymentProvider: none is switched on
    """
    enabled = configs.enabled_slugs(schema_name=schema_name)
    for slug, provider in registry.collect("payment_providers"):
        if slug in enabled:
            ctx = contexts.context_for(schema_name=schema_name, slug=slug)
            return ctx, gateway_capacity.limit_calls(provider)
    raise NoPaymentProvider("Card payments are not set up here.")
