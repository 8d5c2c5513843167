"""What the host asks of a way to WhatsApp."""

from outfitter.sdk import OutgoingText, TenantContext, TextChannel, TextLimits, TextTemplate
from outfitter_twilio.settings import account_of


class TwilioWhatsApp:
    """WhatsApp through an operator's own account, with a number of its own."""

    slug: str = "twilio"
    channel: TextChannel = "whatsapp"
    limits = TextLimits(most_characters=1600, per_second=20.0)

    def is_ready(self, ctx: TenantContext) -> bool:
        """Return whether the account and a WhatsApp number are there: without one it is off."""
        account = account_of(ctx.config)
        return account.is_ready and bool(account.whatsapp)

    def number(self, ctx: TenantContext) -> str:
        """Return the number that guests write to."""
        return account_of(ctx.config).whatsapp

    def approved_id(self, ctx: TenantContext, template: TextTemplate) -> str:
        """Return the content SID that the settings name for a template."""
        return account_of(ctx.config).approved_id(template)

    def send(self, ctx: TenantContext, outgoing: OutgoingText) -> str:
        """Hand one text over; raises as `outfitter_twilio.client.send_whatsapp` does."""
        from outfitter_twilio import client

        return client.send_whatsapp(ctx, outgoing)
