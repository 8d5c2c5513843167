"""What the host asks of a way to reach phones."""

from outfitter.sdk import OutgoingText, TenantContext, TextChannel, TextLimits
from outfitter_twilio.settings import account_of


class TwilioTexts:
    """SMS through an operator's own account."""

    slug: str = "twilio"
    channel: TextChannel = "sms"
    # Twilio joins no more than ten parts of a text of GSM letters (error 21617).
    limits = TextLimits(most_characters=1600, per_second=10.0)

    def is_ready(self, ctx: TenantContext) -> bool:
        """Return whether the account and a sender are there."""
        return account_of(ctx.config).is_ready

    def send(self, ctx: TenantContext, outgoing: OutgoingText) -> str:
        """Hand one text over; raises as `outfitter_twilio.client.send` does."""
        from outfitter_twilio import client

        return client.send(ctx, outgoing)
