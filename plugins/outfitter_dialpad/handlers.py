"""What Dialpad's events make us tell the platform. They come late, twice and in any order."""

from typing import Final

from outfitter.sdk import InboundWebhook, TenantContext
from outfitter_dialpad.serializers import notice_of

SLUG: Final = "dialpad"


def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell the platform what an event says; a state that nobody knows says nothing."""
    from outfitter.sdk import calls

    notice = notice_of(inbound.payload)
    if notice is None:
        return
    if notice.is_alive:
        calls.ringing(ctx, source=SLUG, notice=notice)
    elif notice.ended_at is not None:
        calls.ended(ctx, source=SLUG, notice=notice)
    else:
        calls.modified(ctx, source=SLUG, notice=notice)
