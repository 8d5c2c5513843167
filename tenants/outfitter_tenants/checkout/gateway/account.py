"""What a gateway says the operator's account may do: kept, and told where cards stop working."""

import logging
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import outbox, partner_accounts, registry
from outfitter.plugins.payments.balance_types import GatewayAccount
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.audit.operations import record

# Of these the log tells when they change; the rest is for whoever looks at the settings.
_FLAGS: Final = ("is_charges_enabled", "is_payouts_enabled", "disabled_reason")


def account_changed(
    *, schema_name: str, gateway: str, account_id: str, account: GatewayAccount | None, at: datetime
) -> None:
    """
    Keep how the operator's account stands; None cuts it off: cards are off until another is there.

    Staff hear when charges stop and when the account is gone, once for each time it happens.
    """
    with atomic():
        if account is None:
            if partner_accounts.end_account(slug=gateway, schema_name=schema_name, account=account_id, at=at):
                _record("plugin.account_ended", gateway, at, before={"account": account_id})
                _tell(gateway, "disconnected", at)
            return
        now = state_of(account)
        before = partner_accounts.note_state(
            slug=gateway, schema_name=schema_name, account=account_id, state=now, at=at
        )
        if before is None or all(before.get(name) == now[name] for name in _FLAGS):
            return
        _record(
            "plugin.account_changed",
            gateway,
            at,
            before={name: before.get(name) for name in _FLAGS},
            after={name: now[name] for name in _FLAGS},
        )
        if before.get("is_charges_enabled") and not account.is_charges_enabled:
            _tell(gateway, "payments_off", at)


def state_of(account: GatewayAccount) -> dict[str, object]:
    """Return what is kept of how an account stands."""
    return {
        "is_charges_enabled": account.is_charges_enabled,
        "is_payouts_enabled": account.is_payouts_enabled,
        "is_details_submitted": account.is_details_submitted,
        "requirements_due": list(account.requirements_due),
        "requirements_past_due": list(account.requirements_past_due),
        "disabled_reason": account.disabled_reason,
        "due_at": account.due_at and account.due_at.isoformat(),
    }


def _record(
    action: str, slug: str, at: datetime, *, before: dict[str, Any], after: dict[str, Any] | None = None
) -> None:
    record(
        entity_type="plugin",
        entity_id=0,
        action=action,
        at=at,
        before=before,
        after={"slug": slug, **(after or {})},
    )


def _tell(slug: str, reason: str, at: datetime) -> None:
    manifest = registry.manifests().get(slug)
    title = manifest.title if manifest else slug
    outbox.publish(outbox.PLUGIN_FAILING, at=at, slug=slug, title=title, reason=reason)


log = logging.getLogger(__name__)


def offer_wallets() -> None:
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
