"""The gateway as the platform sees it."""

from typing import Final

from outfitter.sdk import Capability, GatewayUnavailable, PaymentFailed, TenantContext
from outfitter_stripe import client
from outfitter_stripe.books import KeepingBooks
from outfitter_stripe.cards import KeepingCards
from outfitter_stripe.collecting import Collecting
from outfitter_stripe.connecting import Connecting
from outfitter_stripe.disputing import Disputing
from outfitter_stripe.keys import keys_for, webhook_secrets
from outfitter_stripe.refunding import Refunding
from outfitter_stripe.terminal import CardPresent
from outfitter_stripe.wallets import Wallets

CAPABILITIES: Final[frozenset[Capability]] = frozenset(
    ["holds", "saved_cards", "terminal", "books", "disputes", "connect", "wallets"]
)


class StripeProvider(
    Collecting, Refunding, KeepingCards, CardPresent, KeepingBooks, Disputing, Connecting, Wallets
):
    """Everything that a `PaymentProvider` can be asked for. Amounts are in our minor units."""

    slug = "stripe"
    capabilities = CAPABILITIES


def health(ctx: TenantContext) -> str:
    """Return "ok" or what is wrong with the keys, in words for the settings page."""
    try:
        client.balance(keys_for(ctx))
    except GatewayUnavailable:
        return "Stripe is not reachable right now."
    except PaymentFailed as problem:
        if problem.code == "not_configured":
            return problem.message
        return "Stripe refuses the secret key. Check it in the settings."
    if not webhook_secrets(ctx.config):
        return "The webhook's signing secret is missing, so payments are noticed late."
    return "ok"
