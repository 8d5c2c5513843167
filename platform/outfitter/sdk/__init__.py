"""
All that a plugin may import from the platform.

Follows semantic versioning. Import-light: settings load plugin modules before Django is ready.
"""

from outfitter.kit.currencies import exponent
from outfitter.kit.errors import DomainError
from outfitter.kit.money import Money, allocate, mul_ppm
from outfitter.plugins.hookspecs import hookimpl
from outfitter.plugins.label_files import read_labels
from outfitter.plugins.payments.balance_types import (
    ConnectionToken,
    EvidenceFile,
    GatewayAccount,
    GatewayDispute,
    GatewayLocation,
    GatewayPayout,
    GatewayPayoutTransaction,
    GatewayReader,
    GatewayTransaction,
    GatewayTransfer,
    OnboardingLink,
    ReaderAction,
)
from outfitter.plugins.payments.gateway import PaymentProvider
from outfitter.plugins.payments.gateway_capacity import is_someone_waiting
from outfitter.plugins.payments.types import (
    Capability,
    Capture,
    CardChecks,
    Channel,
    CheckoutClient,
    FailureCode,
    FeeLine,
    GatewayCard,
    GatewayFee,
    GatewayIntent,
    GatewayRefund,
    GatewayRisk,
    GatewaySetup,
    GatewayUnavailable,
    IntentStatus,
    PaidWith,
    PaymentFailed,
    Terms,
)
from outfitter.plugins.types import (
    Event,
    InboundWebhook,
    Manifest,
    Permanent,
    PluginApiRouter,
    Retryable,
    SettingsSchema,
    TenantContext,
    Webhook,
    WebhookRefused,
)

__all__ = [
    "Capability",
    "Capture",
    "CardChecks",
    "Channel",
    "CheckoutClient",
    "ConnectionToken",
    "DomainError",
    "Event",
    "EvidenceFile",
    "FailureCode",
    "FeeLine",
    "GatewayAccount",
    "GatewayCard",
    "GatewayDispute",
    "GatewayFee",
    "GatewayIntent",
    "GatewayLocation",
    "GatewayPayout",
    "GatewayPayoutTransaction",
    "GatewayReader",
    "GatewayRefund",
    "GatewayRisk",
    "GatewaySetup",
    "GatewayTransaction",
    "GatewayTransfer",
    "GatewayUnavailable",
    "InboundWebhook",
    "IntentStatus",
    "Manifest",
    "Money",
    "OnboardingLink",
    "PaidWith",
    "PaymentFailed",
    "PaymentProvider",
    "Permanent",
    "PluginApiRouter",
    "ReaderAction",
    "Retryable",
    "SettingsSchema",
    "TenantContext",
    "Terms",
    "Webhook",
    "WebhookRefused",
    "allocate",
    "exponent",
    "hookimpl",
    "is_someone_waiting",
    "mul_ppm",
    "read_labels",
]
