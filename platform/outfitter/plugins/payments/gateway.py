"""
What a payment plugin implements. Public through `outfitter.sdk`.

Every call happens outside transactions. Amounts are in the platform's minor units. Whatever changes
something carries an idempotency key: the same key with the same request happens once.

Every call raises `PaymentFailed` when it is refused for good and `GatewayUnavailable` when there
was no answer: then repeat it with the same key.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from outfitter.plugins.payments.balance_gateway import BalanceCalls, ConnectedAccountCalls, DisputeCalls
from outfitter.plugins.payments.balance_types import GatewayReader
from outfitter.plugins.payments.terminal_gateway import TerminalCalls, WalletCalls
from outfitter.plugins.payments.types import (
    Capability,
    CheckoutClient,
    GatewayCard,
    GatewayIntent,
    GatewayRefund,
    GatewaySetup,
    Terms,
)

if TYPE_CHECKING:
    from outfitter.plugins.types import InboundWebhook, TenantContext


class PaymentCalls(Protocol):
    """Payments and authorisations."""

    def checkout_client(self, ctx: "TenantContext") -> CheckoutClient:
        """Return what the browser needs; no network."""
        ...

    def create_intent(
        self,
        ctx: "TenantContext",
        *,
        amount: int,
        currency: str,
        key: str,
        description: str,
        metadata: Mapping[str, str],
        receipt_email: str | None = None,
        terms: Terms | None = None,
    ) -> GatewayIntent:
        """
        Begin to collect `amount`, tip and all; `metadata` names the `trip` and our `intent`.

        With `terms.is_confirmed` the card is charged at once: a refusal is a `PaymentFailed` that
        carries the intent.
        """
        ...

    def confirm_intent(
        self, ctx: "TenantContext", *, gateway_id: str, key: str, terms: Terms
    ) -> GatewayIntent:
        """Charge `terms.card_id` for an intent that is not yet paid."""
        ...

    def update_intent(
        self,
        ctx: "TenantContext",
        *,
        gateway_id: str,
        amount: int,
        currency: str,
        key: str,
        terms: Terms | None = None,
    ) -> GatewayIntent:
        """Change what an unpaid intent asks for; `terms` its tip, customer and saved card."""
        ...

    def get_intent(self, ctx: "TenantContext", *, gateway_id: str) -> GatewayIntent:
        """Read the intent as it is now, with its client secret."""
        ...

    def find_intent(
        self, ctx: "TenantContext", *, intent: str, since: datetime, until: datetime
    ) -> GatewayIntent | None:
        """
        Return what was created for our `intent` (its metadata) between two instants, or None.

        For an answer that got lost longer ago than a key is remembered (24 hours); before that,
        repeat `create_intent` with the same key.
        """
        ...

    def capture_intent(
        self,
        ctx: "TenantContext",
        *,
        gateway_id: str,
        amount: int,
        currency: str,
        key: str,
        tip_amount: int = 0,
        platform_fee_amount: int | None = None,
    ) -> GatewayIntent:
        """Take `amount` of an authorisation; the rest is released. The fee is as in `Terms`."""
        ...

    def cancel_intent(self, ctx: "TenantContext", *, gateway_id: str, key: str) -> GatewayIntent:
        """Give up an intent, or release an authorisation. Doing so twice is no error."""
        ...

    def parse_intent(self, inbound: "InboundWebhook") -> GatewayIntent | None:
        """Return the intent a webhook speaks of, None when it speaks of something else."""
        ...


class RefundCalls(Protocol):
    """Money back to where it came from."""

    def refund(
        self,
        ctx: "TenantContext",
        *,
        gateway_id: str,
        amount: int,
        currency: str,
        key: str,
        reason: str,
        metadata: Mapping[str, str] | None = None,
    ) -> GatewayRefund:
        """
        Give back `amount` of a paid intent.

        Codes to expect: `terminal_refund_required`, `insufficient_gateway_balance`,
        `charge_already_refunded`, `charge_disputed`, `amount_too_large`.
        """
        ...

    def get_refund(self, ctx: "TenantContext", *, gateway_id: str) -> GatewayRefund:
        """Read a refund as it is now."""
        ...

    def list_refunds(self, ctx: "TenantContext", *, gateway_id: str) -> Sequence[GatewayRefund]:
        """Return all refunds of an intent, also those made at the gateway's own pages."""
        ...

    def refund_on_reader(
        self,
        ctx: "TenantContext",
        *,
        reader_id: str,
        gateway_id: str,
        amount: int,
        currency: str,
        key: str,
        metadata: Mapping[str, str] | None = None,
    ) -> GatewayReader:
        """Ask for the card at a reader to give back `amount`; the reader's action tells how."""
        ...


class SavedCardCalls(Protocol):
    """Customers at the gateway and their saved cards."""

    def ensure_customer(
        self, ctx: "TenantContext", *, reference: str, name: str, email: str | None, key: str
    ) -> str:
        """Return the gateway's id for a customer or reseller of ours; `reference` names it."""
        ...

    def create_setup_intent(
        self,
        ctx: "TenantContext",
        *,
        customer_id: str,
        key: str,
        metadata: Mapping[str, str],
        description: str = "",
    ) -> GatewaySetup:
        """Begin to keep a card for later charges without the customer."""
        ...

    def get_setup_intent(self, ctx: "TenantContext", *, gateway_id: str) -> GatewaySetup:
        """Read how keeping a card stands, with the card when it is done."""
        ...

    def cancel_setup_intent(self, ctx: "TenantContext", *, gateway_id: str, key: str) -> GatewaySetup:
        """Give up keeping a card."""
        ...

    def list_cards(self, ctx: "TenantContext", *, customer_id: str) -> Sequence[GatewayCard]:
        """Return the cards kept for a customer, the newest first."""
        ...

    def get_card(self, ctx: "TenantContext", *, card_id: str) -> GatewayCard:
        """Read a card; `customer_id` is None when it is not kept any more."""
        ...

    def attach_card(self, ctx: "TenantContext", *, customer_id: str, card_id: str, key: str) -> GatewayCard:
        """Keep a card that a browser gave for a customer."""
        ...

    def detach_card(self, ctx: "TenantContext", *, card_id: str, key: str) -> GatewayCard:
        """Forget a card. Doing so twice is no error."""
        ...

    def set_default_card(self, ctx: "TenantContext", *, customer_id: str, card_id: str, key: str) -> None:
        """Say which card is charged when none is named."""
        ...


class PaymentProvider(
    PaymentCalls,
    RefundCalls,
    SavedCardCalls,
    TerminalCalls,
    BalanceCalls,
    DisputeCalls,
    ConnectedAccountCalls,
    WalletCalls,
    Protocol,
):
    """
    A gateway. `capabilities` says what it can do beyond taking and giving back payments.

    A call it has no capability for raises `PaymentFailed` with the code `unsupported`.
    """

    slug: str
    capabilities: frozenset[Capability]
