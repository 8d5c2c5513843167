"""
What a payment plugin implements. Public through `outfitter.sdk`.

Every call happens outside transactions. Amounts are in the platform's minor units. Whatever changes
something carries an idempotency key: the same key with the same request happens once.

Every call raises `PaymentFailed` when it is refused for good and `GatewayUnavailable` when there
was no answer: then repeat it with the same key.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from outfitter.plugins.gateway import (
    Capability,
    CheckoutClient,
    GatewayCard,
    GatewayIntent,
    GatewayRefund,
    GatewaySetup,
    Terms,
)
from outfitter.plugins.gateway_books import (
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
)

if TYPE_CHECKING:
    from outfitter.plugins.types import InboundWebhook, TenantContext


class Collecting(Protocol):
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
    ) -> GatewayIntent:
        """Take `amount` of an authorisation; the rest is released."""
        ...

    def cancel_intent(self, ctx: "TenantContext", *, gateway_id: str, key: str) -> GatewayIntent:
        """Give up an intent, or release an authorisation. Doing so twice is no error."""
        ...

    def parse_intent(self, inbound: "InboundWebhook") -> GatewayIntent | None:
        """Return the intent a webhook speaks of, None when it speaks of something else."""
        ...


class Refunding(Protocol):
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


class KeepingCards(Protocol):
    """Customers at the gateway and their saved cards."""

    def ensure_customer(
        self,
        ctx: "TenantContext",
        *,
        reference: str,
        name: str,
        email: str | None,
        key: str,
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

    def cancel_setup_intent(
        self, ctx: "TenantContext", *, gateway_id: str, key: str
    ) -> GatewaySetup:
        """Give up keeping a card."""
        ...

    def list_cards(self, ctx: "TenantContext", *, customer_id: str) -> Sequence[GatewayCard]:
        """Return the cards kept for a customer, the newest first."""
        ...

    def get_card(self, ctx: "TenantContext", *, card_id: str) -> GatewayCard:
        """Read a card; `customer_id` is None when it is not kept any more."""
        ...

    def attach_card(
        self, ctx: "TenantContext", *, customer_id: str, card_id: str, key: str
    ) -> GatewayCard:
        """Keep a card that a browser gave for a customer."""
        ...

    def detach_card(self, ctx: "TenantContext", *, card_id: str, key: str) -> GatewayCard:
        """Forget a card. Doing so twice is no error."""
        ...

    def set_default_card(
        self, ctx: "TenantContext", *, customer_id: str, card_id: str, key: str
    ) -> None:
        """Say which card is charged when none is named."""
        ...


class CardPresent(Protocol):
    """Readers at the counter."""

    def connection_token(
        self, ctx: "TenantContext", *, location_id: str | None = None
    ) -> ConnectionToken:
        """Return a secret that lets a till talk to readers (of one location), once."""
        ...

    def ensure_location(
        self, ctx: "TenantContext", *, name: str, address: Mapping[str, str], key: str
    ) -> GatewayLocation:
        """Make a place for readers; `address` has line1, city, postal_code, state and country."""
        ...

    def list_locations(self, ctx: "TenantContext") -> Sequence[GatewayLocation]:
        """Return the operator's places for readers."""
        ...

    def set_tip_suggestions(
        self,
        ctx: "TenantContext",
        *,
        location_id: str,
        currency: str,
        percents: Sequence[int],
        key: str,
    ) -> None:
        """Say which percentages readers of a location offer as tips, at most three; none: off."""
        ...

    def list_readers(
        self, ctx: "TenantContext", *, location_id: str | None = None
    ) -> Sequence[GatewayReader]:
        """Return the operator's readers."""
        ...

    def register_reader(
        self,
        ctx: "TenantContext",
        *,
        registration_code: str,
        label: str,
        location_id: str,
        key: str,
    ) -> GatewayReader:
        """Take a reader into use with the code it shows."""
        ...

    def remove_reader(self, ctx: "TenantContext", *, reader_id: str, key: str) -> None:
        """Take a reader out of use. Doing so twice is no error."""
        ...

    def get_reader(self, ctx: "TenantContext", *, reader_id: str) -> GatewayReader:
        """Read whether a reader is there and what it does."""
        ...

    def process_on_reader(
        self,
        ctx: "TenantContext",
        *,
        reader_id: str,
        gateway_id: str,
        key: str,
        currency: str,
        tip_on: int | None = None,
    ) -> GatewayReader:
        """
        Ask for the card at a reader to pay an intent of the channel `card_present`.

        The reader suggests tips as parts of `tip_on`; None asks for no tip.
        """
        ...

    def cancel_reader_action(
        self, ctx: "TenantContext", *, reader_id: str, key: str
    ) -> GatewayReader:
        """Stop asking for a card."""
        ...


class KeepingBooks(Protocol):
    """What the gateway has booked. Iterators read page by page as they are used."""

    def get_transaction(self, ctx: "TenantContext", *, charge_id: str) -> GatewayTransaction:
        """Read a charge with its fees, risk and checks."""
        ...

    def list_payouts(
        self, ctx: "TenantContext", *, since: datetime | None = None
    ) -> Iterator[GatewayPayout]:
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


class Disputing(Protocol):
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


class Connecting(Protocol):
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
        self,
        ctx: "TenantContext",
        *,
        account_id: str,
        return_url: str,
        refresh_url: str,
    ) -> OnboardingLink:
        """Return where the operator tells who it is; it comes back to `return_url`."""
        ...

    def account_status(self, ctx: "TenantContext", *, account_id: str) -> GatewayAccount:
        """Read whether an account may charge and is paid out, and what is missing."""
        ...


class PaymentProvider(
    Collecting,
    Refunding,
    KeepingCards,
    CardPresent,
    KeepingBooks,
    Disputing,
    Connecting,
    Protocol,
):
    """
    A gateway. `capabilities` says what it can do beyond taking and giving back payments.

    A call it has no capability for raises `PaymentFailed` with the code `unsupported`.
    """

    slug: str
    capabilities: frozenset[Capability]
