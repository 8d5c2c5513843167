"""
Payments that lie where the operator no longer collects.

An operator begins on the platform's account, connects one of its own, or brings keys of its own.
What was paid before stays where it was: it is still read, refunded and disputed there. What lies on
the platform's account has to name the operator, as many operators' payments lie there.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, TypeVar

from outfitter.sdk import PaymentFailed, TenantContext
from outfitter_stripe.api_keys import ApiKeys, keys_for
from outfitter_stripe.client import Thing, ask
from outfitter_stripe.webhook_owner import owner_of

Answer = TypeVar("Answer")
_MISSING: Final = frozenset({"not_found", "account_not_ready"})
_WITHOUT_OWN_KEYS: Final = {"secret_key": "", "publishable_key": "", "is_disconnected": False}


def call_where_intent_lies(ctx: TenantContext, gateway_id: str, work: Callable[[ApiKeys], Answer]) -> Answer:
    """
    Do something with an intent where it lies.

    :raises PaymentFailed: refused; `not_found` when it lies nowhere
    :raises GatewayUnavailable: no answer
    """

    def read(keys: ApiKeys) -> Thing:
        return ask(keys, lambda v1: v1.payment_intents.retrieve(gateway_id))

    try:
        return work(keys_for(ctx))
    except PaymentFailed as problem:
        found = _formerly(ctx, read, problem)
        if found is None:
            raise
    return work(found[0])


def find_where_it_lies(ctx: TenantContext, read: Callable[[ApiKeys], Thing]) -> tuple[ApiKeys, Thing]:
    """
    Read something where it lies, and return the keys to that place with it.

    :raises PaymentFailed: refused; `not_found` when it lies nowhere
    :raises GatewayUnavailable: no answer
    """
    try:
        keys = keys_for(ctx)
        return keys, read(keys)
    except PaymentFailed as problem:
        former = _formerly(ctx, read, problem)
        if former is None:
            raise
        return former


def _formerly(
    ctx: TenantContext, read: Callable[[ApiKeys], Thing], problem: PaymentFailed
) -> tuple[ApiKeys, Thing] | None:
    if problem.code not in _MISSING:
        return None
    for keys in _former(ctx):
        try:
            thing = read(keys)
        except PaymentFailed:
            continue
        if not keys.is_shared or owner_of(keys, thing) == ctx.schema:
            return keys, thing
    return None


def _former(ctx: TenantContext) -> Iterator[ApiKeys]:
    """Give the keys to where the operator may have collected before, the latest first."""
    accounts = [ctx.config.get("account"), None] if ctx.config.get("secret_key") else [None]
    for account in accounts:
        config = {**ctx.config, **_WITHOUT_OWN_KEYS, "account": account}
        try:
            yield keys_for(replace(ctx, config=config))
        except PaymentFailed:
            continue
