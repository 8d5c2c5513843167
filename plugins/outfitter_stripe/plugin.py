"""Card payments through Stripe. Import-light: settings load this module before Django is ready."""

from collections.abc import Mapping, Sequence

from outfitter.sdk import (
    Manifest,
    PaymentProvider,
    SettingsSchema,
    TenantContext,
    Webhook,
    hookimpl,
    read_labels,
)


class StripePlugin:
    """Collects money with PaymentIntents and believes Stripe's webhooks."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("stripe", "Stripe", "1.0.0", "payment", enabled_by_default=True)

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_stripe")

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        """Return the keys an operator may bring; empty ones mean the platform's own."""
        from outfitter_stripe.settings import HELP, SECRET, StripeSettings

        return SettingsSchema(StripeSettings, secret=SECRET, help=HELP)

    @hookimpl
    def webhooks(self) -> Sequence[Webhook]:
        """Return the one address that Stripe posts events to."""
        from outfitter_stripe.webhook_owner import find_owner
        from outfitter_stripe.webhooks import handle, receive

        return [Webhook("stripe/webhook", receive, handle, find_owner)]

    @hookimpl
    def payment_providers(self) -> Sequence[PaymentProvider]:
        """Return the gateway."""
        from outfitter_stripe.provider import StripeProvider

        return [StripeProvider()]

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok" or what is wrong with the keys."""
        from outfitter_stripe.provider import health

        return health(ctx)


plugin = StripePlugin()
