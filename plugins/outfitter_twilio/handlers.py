"""What Twilio's news make us tell the platform. They come late, twice and in any order."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from outfitter.sdk import InboundWebhook, IncomingText, TenantContext, TextRequest, TextStatus
from outfitter_twilio.addresses import channel_of, number_of
from outfitter_twilio.errors import refusal_of
from outfitter_twilio.requests import REPLY, STATUS

SLUG: Final = "twilio"
# What is told of a text on its way; `queued`, `accepted` and `sending` say nothing new.
_REACHED: Final[dict[str, TextStatus]] = {"sent": "sent", "delivered": "delivered", "read": "read"}
_LOST: Final = frozenset({"failed", "undelivered", "canceled"})
_ASKED: Final[dict[str, TextRequest]] = {"stop": "stop", "start": "start"}


def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell the platform what a delivery says."""
    _HANDLERS[inbound.kind](ctx, inbound.payload)


def _status(ctx: TenantContext, news: Mapping[str, Any]) -> None:
    from outfitter.sdk import messages

    sid, reference, status = str(news["sid"]), news["reference"] or None, news["status"]
    if status in _REACHED:
        messages.delivered(ctx, provider_id=sid, reference=reference, status=_REACHED[status])
    elif status in _LOST:
        code = refusal_of(news["error"])
        messages.failed(ctx, source=SLUG, provider_id=sid, reference=reference, code=code)


def _reply(ctx: TenantContext, news: Mapping[str, Any]) -> None:
    from outfitter.sdk import messages

    sender = str(news["from"])
    text = IncomingText(
        provider_id=str(news["sid"]),
        sender=number_of(sender),
        text=str(news["text"]),
        request=_ASKED.get(news["request"]),
        media_urls=tuple(news["media"]),
    )
    messages.received(ctx, source=SLUG, channel=channel_of(sender), text=text)


_HANDLERS: Final[Mapping[str, Callable[[TenantContext, Mapping[str, Any]], None]]] = {
    STATUS: _status,
    REPLY: _reply,
}
