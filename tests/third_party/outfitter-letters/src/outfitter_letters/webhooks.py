"""What the newsletter tells us: who does not want its letters any more."""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from outfitter.sdk import InboundWebhook, TenantContext, WebhookRefused


def receive(request: HttpRequest, secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Check the signature on the raw body and say what it is. No network here: they are waiting.

    :raises WebhookRefused: it is not theirs
    """
    given = request.headers.get("X-Signature", "")
    if not any(hmac.compare_digest(_sign(one, request.body), given) for one in secrets):
        raise WebhookRefused("The signature does not fit.")
    try:
        body = json.loads(request.body)
        event_id, kind = str(body["id"]), str(body["type"])
    except (ValueError, KeyError, TypeError) as problem:
        raise WebhookRefused("This cannot be read.") from problem
    return InboundWebhook(event_id, kind, None, {"email": str(body.get("email", ""))})


def _sign(settings: Mapping[str, Any], body: bytes) -> str:
    secret = str(settings.get("signing_secret") or "")
    if not secret:
        return "no secret, no signature"
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def handle(ctx: TenantContext, inbound: InboundWebhook) -> None:
    """Act on it, in a job. May be called twice with the same delivery."""
    from outfitter.sdk.customers import opted_out

    if inbound.kind in {"unsubscribe", "cleaned"}:
        opted_out(ctx, email=inbound.payload["email"], source="letters")
