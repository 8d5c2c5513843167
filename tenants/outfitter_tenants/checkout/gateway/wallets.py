"""Wallets are offered where their makers know the web address."""

import logging
from urllib.parse import urlsplit

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.payments.types import PaymentFailed

log = logging.getLogger(__name__)


def offer() -> None:
    """
    Tell the operator's gateway of the address where its customers pay.

    Once a day, as an operator may have moved to another account since.

    :raises GatewayUnavailable: no answer; the due work comes again
    """
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
    except NoPaymentProvider:
        return
    address = urlsplit(ctx.base_url)
    if address.scheme != "https" or address.hostname is None:
        return
    if "wallets" not in provider.capabilities:
        return
    try:
        provider.ensure_domain(ctx, domain=address.hostname, key=f"domain:{address.hostname}")
    except PaymentFailed as problem:
        # Cards are taken all the same.
        log.warning("no wallets on %s: %s", address.hostname, problem.code)
