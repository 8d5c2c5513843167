"""The operator's own account below the platform's: Stripe Connect."""

from datetime import UTC, datetime
from typing import Any

from outfitter.sdk import GatewayAccount, OnboardingLink, TenantContext
from outfitter_stripe import balance_serializers, serializers
from outfitter_stripe.api_keys import configured_model, platform_keys
from outfitter_stripe.client import ask, merged, params, with_key


class ConnectedAccounts:
    """Makes and looks after operators' accounts."""

    def create_account(
        self,
        ctx: TenantContext,
        *,
        key: str,
        country: str,
        email: str | None,
        business_name: str,
        business_url: str | None,
    ) -> GatewayAccount:
        """
        Make an account for the operator; it collects nothing until it is onboarded.

        :raises PaymentFailed: refused, such as for a country Stripe does not serve; `unsupported`
            when the operator brings keys of its own
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys = platform_keys(ctx)
        kinds: dict[str, Any] = {"type": "standard"}
        if configured_model() == "destination":
            # The platform collects and answers to Stripe; the operator gets a simple dashboard.
            asked = {"card_payments": {"requested": True}, "transfers": {"requested": True}}
            kinds = {"type": "express", "capabilities": asked}
        wanted = merged(
            kinds,
            params(
                country=country.upper(),
                email=email or None,
                business_profile=params(name=business_name or None, url=business_url or None),
                metadata=serializers.tagged(ctx.schema),
            ),
        )
        return balance_serializers.account(
            ask(keys, lambda v1: v1.accounts.create(wanted, with_key(ctx, key)))
        )

    def onboarding_link(
        self, ctx: TenantContext, *, account_id: str, return_url: str, refresh_url: str
    ) -> OnboardingLink:
        """
        Return where the operator tells who it is; a link is good once, for minutes.

        :raises PaymentFailed: refused, such as when the account has been closed
        :raises GatewayUnavailable: no answer
        """
        wanted: Any = {
            "account": account_id,
            "type": "account_onboarding",
            "return_url": return_url,
            "refresh_url": refresh_url,
            "collection_options": {"fields": "eventually_due"},
        }
        made = ask(platform_keys(ctx), lambda v1: v1.account_links.create(wanted))
        ends = datetime.fromtimestamp(int(made["expires_at"]), UTC)
        return OnboardingLink(str(made["url"]), ends)

    def account_status(self, ctx: TenantContext, *, account_id: str) -> GatewayAccount:
        """
        Read whether an account may charge and is paid out, and what is missing.

        :raises PaymentFailed: `account_not_ready` when it is closed or cut off from the platform
        :raises GatewayUnavailable: no answer
        """
        return balance_serializers.account(
            ask(platform_keys(ctx), lambda v1: v1.accounts.retrieve(account_id))
        )
