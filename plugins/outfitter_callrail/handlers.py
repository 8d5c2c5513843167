"""What CallRail's notices make us tell the platform. They come late, twice and in any order."""

from collections.abc import Mapping
from typing import Any, Final

from outfitter.sdk import ActionStep, InboundWebhook, IncomingText, PluginAction, TenantContext
from outfitter_callrail.requests import ENDED, MODIFIED, RINGING, TEXT
from outfitter_callrail.serializers import Moment, notice_of
from outfitter_callrail.settings import account_of

SLUG: Final = "callrail"


def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell the platform what a delivery says; forms and what staff wrote themselves say nothing."""
    if inbound.kind == TEXT:
        _text(ctx, inbound.payload)
    elif inbound.kind in {RINGING, ENDED, MODIFIED}:
        _call(ctx, inbound)


def _call(ctx: TenantContext, inbound: InboundWebhook) -> None:
    from outfitter.sdk import calls

    tell = {RINGING: calls.ringing, ENDED: calls.ended, MODIFIED: calls.modified}[inbound.kind]
    tell(ctx, source=SLUG, notice=notice_of(inbound.payload, Moment(inbound.payload["moment"])))


def _text(ctx: TenantContext, payload: Mapping[str, Any]) -> None:
    from outfitter.sdk import messages

    text = IncomingText(
        provider_id=str(payload["id"]),
        sender=str(payload["from"]),
        text=str(payload["text"]),
        media_urls=tuple(payload["media"]),
    )
    messages.received(ctx, source=SLUG, channel="sms", text=text)


def addresses_action() -> PluginAction:
    """Return the button that shows what to enter at CallRail."""
    return PluginAction(
        "addresses",
        "Show the addresses for CallRail",
        "Enter them in CallRail: Settings, Integrations, Webhooks.",
        _show_addresses,
    )


def _show_addresses(ctx: TenantContext, _cursor: str) -> ActionStep:
    key = account_of(ctx.config, schema=ctx.schema).address_key
    base = f"{ctx.base_url}/partner/callrail"
    lines = (
        f"Pre-Call: {base}/precall/{key}",
        f"Post-Call: {base}/postcall/{key}",
        f"*: {base}/webhook/{key}",
    )
    return ActionStep("\n".join(lines))
