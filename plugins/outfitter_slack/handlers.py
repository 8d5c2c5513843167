"""What a press of a button in Slack comes to."""

from datetime import UTC, datetime

from outfitter.sdk import InboundWebhook, TenantContext
from outfitter_slack import bot, serializers
from outfitter_slack.oauth import told_when_broken
from outfitter_slack.posts import SLUG, key_of
from outfitter_slack.requests import ACKNOWLEDGE


def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """
    Note who acknowledged a message, the first of them, and show it there.

    A message that this operator did not post is nobody's business: nothing happens.

    :raises Retryable: Slack did not answer
    :raises Permanent: Slack refuses
    """
    if inbound.kind != ACKNOWLEDGE or ctx.oauth is None:
        return
    from outfitter.sdk import records

    pressed = inbound.payload
    with records.change(ctx, plugin=SLUG, key=key_of(str(pressed["event_id"]))) as kept:
        is_ours = kept is not None and (kept.get("channel"), kept.get("ts"), ctx.oauth.account) == (
            pressed["channel"],
            pressed["ts"],
            pressed["team"],
        )
        if kept is None or not is_ours:
            return
        if "acknowledged_by" not in kept:
            kept["acknowledged_by"] = pressed["user"]
            kept["acknowledged_name"] = pressed["name"]
            kept["acknowledged_at"] = datetime.now(UTC).isoformat()
        user = str(kept["acknowledged_by"])
    shown = serializers.acknowledged(ctx, pressed["text"], pressed["blocks"], user=user)
    with told_when_broken(ctx):
        bot.update(ctx, str(pressed["channel"]), str(pressed["ts"]), shown)
