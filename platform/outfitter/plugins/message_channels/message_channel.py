"""
What a provider of text messages implements. Public through `outfitter.sdk`.

Every call happens outside transactions.
"""

from typing import TYPE_CHECKING, Protocol

from outfitter.plugins.message_channels.types import OutgoingText, TextChannel, TextLimits, TextTemplate

if TYPE_CHECKING:
    from outfitter.plugins.types import TenantContext


class MessageChannel(Protocol):
    """One way to reach phones, such as SMS."""

    slug: str
    channel: TextChannel
    limits: TextLimits

    def is_ready(self, ctx: "TenantContext") -> bool:
        """Return whether the settings are complete; no network. Without it nothing is queued."""
        ...

    def send(self, ctx: "TenantContext", outgoing: OutgoingText) -> str:
        """
        Hand one text over and return the provider's id of it.

        :raises TextRefused: it was refused for good and did not go out
        :raises Retryable: it surely did not go out, and may later: too many at once, no connection
        :raises TextAnswerLost: nobody knows
        """
        ...


class WhatsAppChannel(MessageChannel, Protocol):
    """
    A way to WhatsApp.

    The host sends free words only within a day after the guest wrote; later it needs an approved text.
    """

    def number(self, ctx: "TenantContext") -> str:
        """Return the number that guests write to (E.164), "" where there is none; no network."""
        ...

    def approved_id(self, ctx: "TenantContext", template: TextTemplate) -> str:
        """Return the provider's id of the approved text for a template, "" without one; no network."""
        ...
