"""The gateway as the platform sees it."""

from typing import Final

from outfitter.sdk import Capability, GatewayUnavailable, PaymentFailed, TenantContext
from outfitter_stripe import client
from outfitter_stripe.api_keys import ApiKeys, keys_for, webhook_secrets
from outfitter_stripe.balance_transactions import BalanceTransactions
from outfitter_stripe.cards import SavedCards
from outfitter_stripe.connected_accounts import ConnectedAccounts
from outfitter_stripe.disputes import Disputes
from outfitter_stripe.payment_intents import PaymentIntents
from outfitter_stripe.refunds import Refunds
from outfitter_stripe.terminal import Terminal
from outfitter_stripe.wallets import Wallets

CAPABILITIES: Final[frozenset[Capability]] = frozenset(
    ["holds", "saved_cards", "terminal", "books", "disputes", "connect", "wallets"]
)


class StripeProvider(
    PaymentIntents, Refunds, SavedCards, Terminal, BalanceTransactions, Disputes, ConnectedAccounts, Wallets
):
    """Everything that a `PaymentProvider` can be asked for. Amounts are in our minor units."""

    slug = "stripe"
    capabilities = CAPABILITIES


def health(ctx: TenantContext) -> str:
    """Return "ok" or what is wrong with the keys or the account, for the settings page."""
    try:
        keys = keys_for(ctx)
        client.balance(keys.bare())
        wrong = _account_health(ctx, keys)
    except GatewayUnavailable:
        return "Stripe is not reachable right now."
    except PaymentFailed as problem:
        if problem.code in {"not_configured", "account_not_ready"}:
            return problem.message
        return "Stripe refuses the secret key. Check it in the settings."
    if wrong is None and not webhook_secrets(ctx.config):
        wrong = "The webhook's signing secret is missing, so payments are noticed late."
    return wrong or "ok"


def _account_health(ctx: TenantContext, keys: ApiKeys) -> str | None:
    """Return what keeps the operator's account below the platform's from its money."""
    if keys.connected is None:
        return None
    account = StripeProvider().account_status(ctx, account_id=keys.connected)
    if not account.is_charges_enabled:
        return "Your Stripe account cannot take payments yet: Stripe still has questions."
    if not account.is_payouts_enabled:
        return "Stripe does not pay out to your account yet: it still has questions."
    return None
