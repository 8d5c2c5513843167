"""
All that a plugin may import from the platform.

Follows semantic versioning. Import-light: settings load plugin modules before Django is ready.
"""

from outfitter.kit.currencies import exponent
from outfitter.kit.money import Money, allocate, mul_ppm
from outfitter.plugins.hookspecs import hookimpl
from outfitter.plugins.types import (
    CheckoutClient,
    Event,
    GatewayIntent,
    GatewayRefund,
    GatewayUnavailable,
    InboundWebhook,
    Manifest,
    PaymentFailed,
    PaymentProvider,
    Permanent,
    PluginApiRouter,
    Retryable,
    SettingsSchema,
    TenantContext,
    Webhook,
    WebhookRefused,
)

__all__ = [
    "CheckoutClient",
    "Event",
    "GatewayIntent",
    "GatewayRefund",
    "GatewayUnavailable",
    "InboundWebhook",
    "Manifest",
    "Money",
    "PaymentFailed",
    "PaymentProvider",
    "Permanent",
    "PluginApiRouter",
    "Retryable",
    "SettingsSchema",
    "TenantContext",
    "Webhook",
    "WebhookRefused",
    "allocate",
    "exponent",
    "hookimpl",
    "mul_ppm",
]
