"""What a payment plugin does at the counter and for wallets: a part of `PaymentProvider`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from outfitter.plugins.payments.balance_types import ConnectionToken, GatewayLocation, GatewayReader

if TYPE_CHECKING:
    from outfitter.plugins.types import TenantContext


class TerminalCalls(Protocol):
    """Readers at the counter."""

    def connection_token(self, ctx: "TenantContext", *, location_id: str | None = None) -> ConnectionToken:
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
        self, ctx: "TenantContext", *, location_id: str, currency: str, percents: Sequence[int], key: str
    ) -> None:
        """Say which percentages readers of a location offer as tips, at most three; none: off."""
        ...

    def list_readers(
        self, ctx: "TenantContext", *, location_id: str | None = None
    ) -> Sequence[GatewayReader]:
        """Return the operator's readers."""
        ...

    def register_reader(
        self, ctx: "TenantContext", *, registration_code: str, label: str, location_id: str, key: str
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

    def cancel_reader_action(self, ctx: "TenantContext", *, reader_id: str, key: str) -> GatewayReader:
        """Stop asking for a card."""
        ...


class WalletCalls(Protocol):
    """Apple Pay, Google Pay and the like."""

    def ensure_domain(self, ctx: "TenantContext", *, domain: str, key: str) -> None:
        """Have wallets offered on a web address of the operator. Doing so twice is no error."""
        ...
