"""The only module that talks to Stripe."""

import logging
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, cast

import stripe

from outfitter.sdk import GatewayUnavailable, PaymentFailed
from outfitter_stripe.keys import Keys

log = logging.getLogger(__name__)
Thing = dict[str, Any]

CONNECT_SECONDS: Final = 4.0
READ_SECONDS: Final = 15.0
# One more try inside the call: its idempotency key makes that safe, and customers are waiting.
RETRIES: Final = 1
_EXPAND: Final = ["latest_charge"]


@lru_cache(maxsize=64)
def _client(secret_key: str, account: str | None, api_base: str) -> stripe.StripeClient:
    # Kept for its connections; an operator's new keys make a new client.
    return stripe.StripeClient(
        secret_key,
        stripe_account=account,
        base_addresses={"api": api_base},
        max_network_retries=RETRIES,
        http_client=stripe.RequestsClient(
            timeout=(CONNECT_SECONDS, READ_SECONDS), session=_session(api_base)
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


def _ask(keys: Keys, call: Callable[[stripe.V1Services], stripe.StripeObject]) -> Thing:
    try:
        answer = call(_client(keys.secret_key, keys.account, keys.api_base).v1)
    except stripe.StripeError as problem:
        raise _translated(problem) from problem
    return answer.to_dict()


def _translated(problem: stripe.StripeError) -> Exception:
    if isinstance(problem, stripe.CardError):
        word = problem.error.decline_code if problem.error else None
        message = problem.user_message or "The card was declined."
        return PaymentFailed("card_declined", message, word or problem.code)
    if isinstance(problem, stripe.RateLimitError | stripe.APIConnectionError | stripe.APIError):
        log.warning("Stripe did not answer as it should: %r", problem)
        return GatewayUnavailable("Stripe is not reachable right now.")
    # What is wrong with the request or the keys is for the log, not for a customer's eyes.
    log.error("Stripe refused a request: %r code=%s", problem, problem.code)
    return PaymentFailed("gateway_refused", "The payment could not be processed.", problem.code)


def create_intent(keys: Keys, params: Mapping[str, Any], *, key: str) -> Thing:
    """
    Create a payment intent.

    :raises PaymentFailed: refused
    :raises GatewayUnavailable: no answer; repeat with the same `key`
    """
    wanted = cast(Any, {**params, "expand": _EXPAND})
    return _ask(keys, lambda v1: v1.payment_intents.create(wanted, {"idempotency_key": key}))


def update_intent(keys: Keys, gateway_id: str, params: Mapping[str, Any], *, key: str) -> Thing:
    """Change an open payment intent; raises as `create_intent` does."""
    wanted = cast(Any, {**params, "expand": _EXPAND})
    return _ask(
        keys, lambda v1: v1.payment_intents.update(gateway_id, wanted, {"idempotency_key": key})
    )


def get_intent(keys: Keys, gateway_id: str) -> Thing:
    """Read a payment intent with its latest charge; raises as `create_intent` does."""
    return _ask(keys, lambda v1: v1.payment_intents.retrieve(gateway_id, {"expand": _EXPAND}))


def cancel_intent(keys: Keys, gateway_id: str, *, key: str) -> Thing:
    """Give up a payment intent; raises as `create_intent` does."""
    return _ask(
        keys,
        lambda v1: v1.payment_intents.cancel(
            gateway_id, {"expand": _EXPAND}, {"idempotency_key": key}
        ),
    )


def refund(keys: Keys, params: Mapping[str, Any], *, key: str) -> Thing:
    """Give money back; raises as `create_intent` does."""
    wanted = cast(Any, dict(params))
    return _ask(keys, lambda v1: v1.refunds.create(wanted, {"idempotency_key": key}))


def balance(keys: Keys) -> Thing:
    """Read the balance, the cheapest proof that the keys work; raises as `create_intent` does."""
    return _ask(keys, lambda v1: v1.balance.retrieve())
