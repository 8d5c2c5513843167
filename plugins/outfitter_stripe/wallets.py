"""Apple Pay, Google Pay and Link appear only on web addresses that Stripe has been told of."""

from typing import Any, Final

from outfitter.sdk import TenantContext
from outfitter_stripe.api_keys import keys_for
from outfitter_stripe.client import ask, each, with_key

_ENABLED: Final[Any] = {"enabled": True}


class Wallets:
    """Has wallets offered where customers pay."""

    def ensure_domain(self, ctx: TenantContext, *, domain: str, key: str) -> None:
        """
        Have wallets offered on a web address of the operator. Doing so twice is no error.

        :raises PaymentFailed: refused, such as for a name that is not public
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys = keys_for(ctx)
        wanted: Any = {"domain_name": domain}
        known = list(each(keys, lambda v1: v1.payment_method_domains.list(wanted)))
        options = with_key(ctx, key)
        if not known:
            ask(keys, lambda v1: v1.payment_method_domains.create(wanted, options))
            return
        if not known[0].get("enabled"):
            domain_id, change = str(known[0]["id"]), _ENABLED
            ask(keys, lambda v1: v1.payment_method_domains.update(domain_id, change, options))
