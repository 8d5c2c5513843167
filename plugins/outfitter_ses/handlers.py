"""What Amazon's notices make us tell the platform. They come late, twice and in any order."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from outfitter.sdk import InboundWebhook, Retryable, TenantContext
from outfitter_ses.requests import BOUNCE, COMPLAINT, DELIVERY, SUBSCRIBE

SLUG: Final = "ses"


def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Tell the platform what a notice says; what is of no matter is let be."""
    act = _HANDLERS.get(inbound.kind)
    if act is not None:
        act(ctx, inbound.payload)


def _subscribe(ctx: TenantContext, news: Mapping[str, Any]) -> None:
    """
    Say that we want the notices of the operator's own topic, whose address was checked when it came.

    :raises Retryable: Amazon doesn't answer
    """
    from outfitter.sdk.http import NoAnswer, OutboundRequest, send_request

    try:
        answer = send_request(OutboundRequest("subscribe", "GET", str(news["url"])))
    except NoAnswer as problem:
        raise Retryable(f"Amazon was not reached: {problem.reason}") from None
    if answer.status >= 500:
        raise Retryable(f"Amazon answered {answer.status}")


def _delivery(ctx: TenantContext, news: Mapping[str, Any]) -> None:
    from outfitter.sdk import messages

    messages.mail_delivered(
        ctx, source=SLUG, provider_id=str(news["mail_id"]), reference=news["reference"] or None
    )


def _bounce(ctx: TenantContext, news: Mapping[str, Any]) -> None:
    from outfitter.sdk import messages

    for one in news["people"]:
        messages.bounced(
            ctx,
            source=SLUG,
            provider_id=str(news["mail_id"]),
            reference=news["reference"] or None,
            address=str(one["address"]),
            bounce="permanent" if news["is_permanent"] else "transient",
            key=str(news["key"]) or BOUNCE,
            detail=str(one["said"] or news["sort"]),
        )


def _complaint(ctx: TenantContext, news: Mapping[str, Any]) -> None:
    from outfitter.sdk import messages

    for one in news["people"]:
        messages.complained(
            ctx,
            source=SLUG,
            provider_id=str(news["mail_id"]),
            reference=news["reference"] or None,
            address=str(one["address"]),
            key=str(news["key"]) or COMPLAINT,
            detail=str(news["sort"]),
        )


_HANDLERS: Final[Mapping[str, Callable[[TenantContext, Mapping[str, Any]], None]]] = {
    SUBSCRIBE: _subscribe,
    DELIVERY: _delivery,
    BOUNCE: _bounce,
    COMPLAINT: _complaint,
}
