"""What a payment plugin tells of its books: a part of `PaymentProvider`."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from outfitter.plugins.payments.balance_types import (
    EvidenceFile,
    GatewayAccount,
    GatewayDispute,
    GatewayPayout,
    GatewayPayoutTransaction,
    GatewayTransaction,
    GatewayTransfer,
    OnboardingLink,
)

if TYPE_CHECKING:
    from outfitter.plugins.types import InboundWebhook, TenantContext


class BalanceCalls(Protocol):
    """What the gateway has booked. Iterators read page by page as they are used."""

    def get_transaction(self, ctx: "TenantContext", *, charge_id: str) -> GatewayTransaction:
        """Read a charge with its fees, risk and checks."""
        ...

    def list_payouts(self, ctx: "TenantContext", *, since: datetime | None = None) -> Iterator[GatewayPayout]:
        """Give payouts created since, the newest first."""
        ...

    def get_payout(self, ctx: "TenantContext", *, gateway_id: str) -> GatewayPayout:
        """Read a payout as it is now."""
        ...

    def list_transactions(
        self, ctx: "TenantContext", *, since: datetime, until: datetime
    ) -> Iterator[GatewayPayoutTransaction]:
        """
        Give the lines of the books made between two instants, in a payout or not, newest first.

        Only the operator's own where several share an account.
        """
        ...

    def list_payout_transactions(
        self, ctx: "TenantContext", *, gateway_id: str
    ) -> Iterator[GatewayPayoutTransaction]:
        """Give the lines of a payout, without the payout itself."""
        ...

    def list_transfers(
        self, ctx: "TenantContext", *, since: datetime | None = None
    ) -> Iterator[GatewayTransfer]:
        """Give what the platform moved to the operator's account, the newest first."""
        ...

    def get_transfer(self, ctx: "TenantContext", *, gateway_id: str) -> GatewayTransfer:
        """Read a transfer as it is now."""
        ...

    def list_events(self, ctx: "TenantContext", *, since: datetime) -> "Iterator[InboundWebhook]":
        """Give the events since, the oldest first: what a lost webhook would have told."""
        ...


class DisputeCalls(Protocol):
    """Payments that a customer's bank takes back."""

    def get_dispute(self, ctx: "TenantContext", *, gateway_id: str) -> GatewayDispute:
        """Read a dispute as it is now."""
        ...

    def list_disputes(
        self, ctx: "TenantContext", *, since: datetime | None = None
    ) -> Iterator[GatewayDispute]:
        """Give disputes created since, the newest first."""
        ...

    def submit_evidence(
        self,
        ctx: "TenantContext",
        *,
        gateway_id: str,
        texts: Mapping[str, str],
        files: Sequence[EvidenceFile],
        is_final: bool,
        key: str,
    ) -> GatewayDispute:
        """Hand in evidence; `is_final` sends it to the bank, which reads it once."""
        ...

    def accept_dispute(self, ctx: "TenantContext", *, gateway_id: str, key: str) -> GatewayDispute:
        """Give a dispute up: the money stays with the customer."""
        ...


class ConnectedAccountCalls(Protocol):
    """The operator's own account below the platform's."""

    def create_account(
        self,
        ctx: "TenantContext",
        *,
        key: str,
        country: str,
        email: str | None,
        business_name: str,
        business_url: str | None,
    ) -> GatewayAccount:
        """Make an account for the operator; it collects nothing until it is onboarded."""
        ...

    def onboarding_link(
        self, ctx: "TenantContext", *, account_id: str, return_url: str, refresh_url: str
    ) -> OnboardingLink:
        """Return where the operator tells who it is; it comes back to `return_url`."""
        ...

    def account_status(self, ctx: "TenantContext", *, account_id: str) -> GatewayAccount:
        """Read whether an account may charge and is paid out, and what is missing."""
        ...
