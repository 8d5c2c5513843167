"""The operator's account at its gateway: whose it is, and what stands between it and its money."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django.db import transaction

from outfitter.plugins import configs, partner_accounts
from outfitter.plugins.payments import providers
from outfitter.plugins.payments.balance_types import GatewayAccount
from outfitter.plugins.payments.types import GatewayUnavailable, PaymentFailed
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.gateway import account as gateway_account
from outfitter_tenants.checkout.gateway.errors import GatewayError, Unsupported, refusal

if TYPE_CHECKING:
    from outfitter.plugins.payments.gateway import PaymentProvider
    from outfitter.plugins.types import TenantContext

Answer = TypeVar("Answer")
_BELOW: Final = frozenset({"shared", "connecting", "connected"})
SILENT: Final = "The payment service isn't responding. Please try again."


def read_account(call: Callable[[], Answer]) -> Answer:
    """
    Return what a gateway answers.

    :raises DomainError: it refuses, or does not answer
    """
    try:
        return call()
    except PaymentFailed as problem:
        raise refusal(problem) from problem
    except GatewayUnavailable as problem:
        raise GatewayError(SILENT) from problem


def state(*, schema_name: str, at: datetime) -> dict[str, Any]:
    """
    Return how cards are collected for an operator and what is still missing.

    `mode` is own (keys of its own), connected (an account below the platform's), connecting (there
    is one that may not collect yet, so the platform does), shared (the platform collects) or none.
    `problem` is set when the gateway could not be asked. What the gateway says of the account is
    kept: its own news of it may be late.
    """
    try:
        ctx, provider = providers.payment_provider(schema_name=schema_name)
    except providers.NoPaymentProvider:
        return _nothing()
    status = _status(ctx, provider, at) if _has_account(ctx, provider) else {}
    if status.get("account"):
        ctx, provider = providers.payment_provider(schema_name=schema_name)
    mode = _mode(ctx, provider)
    return {
        **_nothing(),
        "provider": provider.slug,
        "mode": mode,
        **_client(ctx, provider),
        "can_connect": mode in _BELOW and "connect" in provider.capabilities,
        "has_readers": "terminal" in provider.capabilities,
        **status,
    }


def _has_account(ctx: "TenantContext", provider: "PaymentProvider") -> bool:
    return _mode(ctx, provider) in {"connected", "connecting"}


def _nothing() -> dict[str, Any]:
    return {
        "provider": None,
        "mode": "none",
        "is_test": None,
        "can_connect": False,
        "has_readers": False,
        "account": None,
        "problem": None,
    }


def _mode(ctx: "TenantContext", provider: "PaymentProvider") -> str:
    schema = configs.schema_of(provider.slug)
    if schema and any(ctx.config.get(name) for name in schema.secret):
        return "own"
    if not ctx.config.get("account"):
        return "shared"
    return "connected" if ctx.config.get("is_account_ready") else "connecting"


def _client(ctx: "TenantContext", provider: "PaymentProvider") -> dict[str, Any]:
    try:
        return {"is_test": provider.checkout_client(ctx).is_test}
    except PaymentFailed as problem:
        return {"is_test": None, "problem": problem.code}


def _status(ctx: "TenantContext", provider: "PaymentProvider", at: datetime) -> dict[str, Any]:
    try:
        found = provider.account_status(ctx, account_id=str(ctx.config["account"]))
    except PaymentFailed as problem:
        return {"problem": problem.code}
    except GatewayUnavailable:
        return {"problem": "gateway_error"}
    gateway_account.account_changed(
        schema_name=ctx.schema,
        gateway=provider.slug,
        account_id=str(ctx.config["account"]),
        account=found,
        at=at,
    )
    return {"account": asdict(found)}


def able(*, schema_name: str, capability: str, said: str) -> "tuple[TenantContext, PaymentProvider]":
    """
    Return the operator's gateway when it can do something beyond payments.

    :raises NoPaymentProvider: no gateway is switched on
    :raises Unsupported: it cannot, in the words of `said`
    """
    ctx, provider = providers.payment_provider(schema_name=schema_name)
    if capability not in provider.capabilities:
        raise Unsupported(said)
    return ctx, provider


def onboard(*, schema_name: str, country: str, email: str | None, page: str, at: datetime) -> str:
    """
    Return where the operator tells the gateway who it is; makes its account the first time.

    `page` is the address at the operator that the gateway leads back to. The account is asked for
    under one key and written down afterwards, so that whoever presses twice gets the same one.

    :raises NoPaymentProvider: no gateway is switched on
    :raises Unsupported: operators have no accounts at this gateway
    :raises DomainError: the gateway refuses or does not answer; the operator has own keys
    """
    ctx, provider = able(
        schema_name=schema_name,
        capability="connect",
        said="The payment service of this operator has no accounts below ours.",
    )
    account = ctx.config.get("account")
    if not account:
        made = read_account(
            lambda: provider.create_account(
                ctx,
                key=_key(provider.slug, schema_name),
                country=country,
                email=email,
                business_name=ctx.name,
                business_url=ctx.base_url or None,
            )
        )
        account = made.account_id
        _keep(provider.slug, schema_name, made, at)
    back = f"{ctx.base_url}{page}"
    link = read_account(
        lambda: provider.onboarding_link(
            ctx,
            account_id=str(account),
            return_url=f"{back}?onboarding=done",
            refresh_url=f"{back}?onboarding=again",
        )
    )
    return link.url


def _key(slug: str, schema_name: str) -> str:
    """Return what an account is asked for under: after one was cut off, another one is meant."""
    return f"connect:{schema_name}:{partner_accounts.ended_cnt(slug=slug, schema_name=schema_name)}"


def _keep(slug: str, schema_name: str, made: GatewayAccount, at: datetime) -> None:
    account, known = made.account_id, gateway_account.state_of(made)
    with transaction.atomic():
        partner_accounts.bind_account(slug=slug, schema_name=schema_name, account=account, at=at)
        partner_accounts.note_state(slug=slug, schema_name=schema_name, account=account, state=known, at=at)
        record(
            entity_type="plugin",
            entity_id=0,
            action="plugin.account_made",
            at=at,
            after={"slug": slug, "account": account},
        )
