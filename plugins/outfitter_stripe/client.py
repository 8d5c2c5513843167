"""The only module that talks to Stripe."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, cast

import stripe

from outfitter.sdk import TenantContext, is_someone_waiting
from outfitter_stripe import livemode
from outfitter_stripe.api_keys import ApiKeys
from outfitter_stripe.errors import translated

Thing = dict[str, Any]
Services = stripe.V1Services

CONNECT_SECONDS: Final = 4.0
READ_SECONDS: Final = 15.0
# One more try inside the call: its idempotency key makes that safe.
RETRIES: Final = 1
# Where people wait, once and shorter: they, a webhook or the reconciler come again with that key.
SHORT_READ_SECONDS: Final = 6.0
PAGE: Final = 100


@lru_cache(maxsize=64)
def _client(
    secret_key: str, account: str | None, api_base: str, is_waited_for: bool = False
) -> stripe.StripeClient:
    # Kept for its connections; an operator's new keys make a new client.
    bases: Any = {"api": api_base}
    if api_base != livemode.REAL_API:
        bases["files"] = api_base
    return stripe.StripeClient(
        secret_key,
        stripe_account=account,
        base_addresses=bases,
        max_network_retries=0 if is_waited_for else RETRIES,
        http_client=stripe.RequestsClient(
            timeout=(CONNECT_SECONDS, SHORT_READ_SECONDS if is_waited_for else READ_SECONDS),
            session=_session(api_base),
        ),
    )


def _session(api_base: str) -> Any:
    """Return a session that reaches this machine without a proxy; None is the usual one."""
    if api_base.startswith("https://"):
        return None
    import requests

    session = requests.Session()
    session.trust_env = False
    return session


def _services(keys: ApiKeys) -> Services:
    return _client(keys.secret_key, keys.account, keys.api_base, is_someone_waiting()).v1


def ask(keys: ApiKeys, call: Callable[[Services], Any]) -> Thing:
    """
    Make one call and return Stripe's object as plain data.

    :raises PaymentFailed: refused
    :raises GatewayUnavailable: no answer; repeat with the same idempotency key
    """
    try:
        found: Thing = call(_services(keys)).to_dict()
    except stripe.StripeError as problem:
        raise translated(problem) from problem
    return found


def each(keys: ApiKeys, call: Callable[[Services], Any]) -> Iterator[Thing]:
    """Give the objects of a list, reading page after page; raises as `ask` does."""
    try:
        for thing in call(_services(keys)).auto_paging_iter():
            yield thing.to_dict()
    except stripe.StripeError as problem:
        raise translated(problem) from problem


def with_key(ctx: TenantContext, key: str) -> Any:
    """Return the options of a call that changes something; operators may share an account."""
    return {"idempotency_key": f"{ctx.schema}/{key}"[:255]}


def params(**given: Any) -> dict[str, Any]:
    """Return the parameters of a call without those that are None."""
    return {name: value for name, value in given.items() if value is not None}


def merged(*parts: Mapping[str, Any]) -> Any:
    """Return several sets of parameters as one."""
    whole: dict[str, Any] = {}
    for part in parts:
        whole |= part
    return cast(Any, whole)


def balance(keys: ApiKeys) -> Thing:
    """Read the balance, the cheapest proof that the keys work; raises as `ask` does."""
    return ask(keys, lambda v1: v1.balance.retrieve())
