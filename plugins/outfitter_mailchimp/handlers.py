"""What Mailchimp's news make us tell the platform. They may come twice."""

from typing import Final

from outfitter.sdk import InboundWebhook, TenantContext
from outfitter_mailchimp.settings import SLUG, settings_of

# Who has unsubscribed, and whose address does not work: neither wants, or gets, news.
_LEFT: Final = frozenset({"unsubscribe", "cleaned"})


def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Note that somebody left the audience; news of another audience are nobody's business."""
    news = inbound.payload
    if inbound.kind not in _LEFT or news["audience"] != settings_of(ctx).audience_id or not news["email"]:
        return
    from outfitter.sdk import customers

    customers.opted_out(ctx, email=str(news["email"]).lower(), source=SLUG)
