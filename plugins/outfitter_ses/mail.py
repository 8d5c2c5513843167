"""What the host asks of who carries mail."""

from typing import Literal

from outfitter.sdk import MailLimits, OutgoingMail, TenantContext
from outfitter_ses.settings import account_of

# What SES takes of one message, encoded (SESv2, SendEmail).
MOST_BYTES = 40_000_000


class SesMail:
    """Mail through an operator's own account."""

    slug: str = "ses"
    channel: Literal["email"] = "email"

    def is_ready(self, ctx: TenantContext) -> bool:
        """Return whether the account and a sender are there."""
        return account_of(ctx.config).is_ready

    def limits(self, ctx: TenantContext) -> MailLimits:
        """Return what SES takes, at the account's own rate."""
        return MailLimits(most_bytes=MOST_BYTES, per_second=account_of(ctx.config).per_second)

    def sender(self, ctx: TenantContext) -> str:
        """Return the verified address."""
        return account_of(ctx.config).sender

    def send(self, ctx: TenantContext, outgoing: OutgoingMail) -> str:
        """Hand one mail over; raises as `outfitter_ses.client.send` does."""
        from outfitter_ses import client

        return client.send(ctx, outgoing)
