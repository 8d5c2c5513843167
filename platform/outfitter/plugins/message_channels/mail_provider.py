"""
What a provider of mail implements. Public through `outfitter.sdk`.

Every call happens outside transactions.
"""

from typing import TYPE_CHECKING, Literal, Protocol

from outfitter.plugins.message_channels.mail_types import MailLimits, OutgoingMail

if TYPE_CHECKING:
    from outfitter.plugins.types import TenantContext


class MailProvider(Protocol):
    """Who carries an operator's mail, instead of the platform's own mail server."""

    slug: str
    channel: Literal["email"]

    def is_ready(self, ctx: "TenantContext") -> bool:
        """Return whether the settings are complete; no network. Without it our mail server sends."""
        ...

    def limits(self, ctx: "TenantContext") -> MailLimits:
        """Return what this operator's account takes; no network."""
        ...

    def sender(self, ctx: "TenantContext") -> str:
        """Return the address mails come from; "" for the platform's own. No network."""
        ...

    def send(self, ctx: "TenantContext", outgoing: OutgoingMail) -> str:
        """
        Hand one mail over and return the provider's id of it.

        :raises MailRefused: it did not go out
        :raises Retryable: it surely did not go out, and may later: too many at once, no connection
        :raises MailAnswerLost: nobody knows
        """
        ...
