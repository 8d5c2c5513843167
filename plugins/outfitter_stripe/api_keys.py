"""Which Stripe account collects for an operator: its own keys, or the platform's."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from outfitter.sdk import PaymentFailed, TenantContext, mul_ppm
from outfitter_stripe import livemode
from outfitter_stripe.amounts import floor_to_gateway
from outfitter_stripe.livemode import platform
from outfitter_stripe.settings import signing_secrets

Model = Literal["none", "direct", "destination"]
MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class ApiKeys:
    """
    What is needed to talk to Stripe for one operator.

    `account` is sent as Stripe-Account. `connected` is the operator's account below the platform's;
    the `model` says whether it collects itself (direct) or is handed what the platform collects
    (destination). `is_shared` tells that several operators' objects lie in the same account.
    """

    secret_key: str
    publishable_key: str
    account: str | None
    api_base: str
    script_url: str
    is_test: bool
    connected: str | None = None
    model: Model = "none"
    fee_ppm: int = 0
    is_fee_refunded: bool = True
    is_shared: bool = False
    is_moto_enabled: bool = False

    def books(self) -> "ApiKeys":
        """Return the keys that read the operator's own balance, payouts and transfers."""
        return replace(self, account=self.connected or self.account)

    def bare(self) -> "ApiKeys":
        """Return the keys of the platform itself, for what it does about accounts."""
        return replace(self, account=None)

    def fee_on(self, currency: str, amount: int, agreed: int | None = None) -> int:
        """
        Return the platform's fee on `amount` (our minor units), in Stripe's smallest unit.

        What the operator's plan leaves to be taken (`agreed`) comes before any share of all.
        """
        fee = mul_ppm(max(amount, 0), self.fee_ppm) if agreed is None else agreed
        if self.model == "none" or fee <= 0 or amount <= 0:
            return 0
        return floor_to_gateway(currency, min(fee, amount))


def keys_for(ctx: TenantContext) -> ApiKeys:
    """
    Return the operator's own keys when it has some, else the platform's.

    :raises PaymentFailed: `not_configured`, there are neither, or test and live keys are mixed;
        `account_not_ready`, the operator's account was cut off from the platform
    """
    if ctx.config.get("is_disconnected") and not ctx.config.get("secret_key"):
        # The platform must not collect what was meant for an account it may not use any more.
        raise PaymentFailed("account_not_ready", "The Stripe account here was disconnected.")
    return _keys(ctx)


def _keys(ctx: TenantContext) -> ApiKeys:
    shared, own = platform(), ctx.config
    is_own = bool(own.get("secret_key"))
    source = own if is_own else shared
    secret_key, publishable_key = source.get("secret_key"), source.get("publishable_key")
    if not (secret_key and publishable_key):
        raise PaymentFailed("not_configured", "Card payments are not set up here yet.")
    wrong = livemode.find_mode_conflict(str(secret_key), str(publishable_key), shared)
    if wrong:
        raise PaymentFailed("not_configured", wrong)
    # Until Stripe has let the account collect once, the platform goes on: no guest is turned away.
    is_ready = own.get("is_account_ready", True)
    connected = own.get("account") or None if is_ready and not is_own else None
    model = configured_model() if connected else "none"
    return ApiKeys(
        secret_key=str(secret_key),
        publishable_key=str(publishable_key),
        account=connected if model == "direct" else None,
        api_base=str(shared["api_base"]),
        script_url=str(shared["script_url"]),
        is_test=livemode.is_test(str(secret_key)),
        connected=connected,
        model=model,
        fee_ppm=_fee_ppm(shared, own) if connected else 0,
        is_fee_refunded=bool(shared.get("is_fee_refunded", True)),
        is_shared=not is_own and model != "direct",
        is_moto_enabled=bool(own.get("is_moto_enabled")),
    )


def configured_model() -> Model:
    """Return how the platform charges for operators that have an account below its own."""
    return "destination" if platform().get("connect_model") == "destination" else "direct"


def _fee_ppm(shared: Mapping[str, Any], own: Mapping[str, Any]) -> int:
    # What the platform agreed with one operator comes before what it asks of all.
    agreed = own.get("platform_fee_ppm")
    return min(MILLION, max(0, int(shared.get("fee_ppm", 0) if agreed is None else agreed)))


def platform_keys(ctx: TenantContext) -> ApiKeys:
    """
    Return the platform's keys, to make and look after the operator's account below it.

    :raises PaymentFailed: `unsupported`, the operator brings keys of its own; `not_configured`
    """
    if ctx.config.get("secret_key"):
        raise PaymentFailed(
            "unsupported", "This operator uses its own Stripe keys, so there is nothing to connect."
        )
    return _keys(ctx).bare()


def webhook_secrets(own: Mapping[str, Any]) -> list[str]:
    """Return the secrets that may have signed a delivery: the operator's, or the platform's."""
    text = own.get("webhook_secret") or platform().get("webhook_secret") or ""
    return signing_secrets(str(text))
