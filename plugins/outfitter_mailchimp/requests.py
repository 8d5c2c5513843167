"""What Mailchimp posts: proved by the secret in the address, and by its signature where it signs."""

import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs

from outfitter.sdk import InboundWebhook, WebhookRefused

if TYPE_CHECKING:
    from django.http import HttpRequest

SIGNATURE: Final = "X-Mailchimp-Signature"
TOLERANCE_SECONDS: Final = 300
_MOST_BODY: Final = 100_000


def is_probed(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether this is the address that we gave to Mailchimp, which tries it first."""
    return _secret_of(request, secrets) is not None


def receive(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Check whose post it is and say what it tells. No network here: they are waiting.

    :raises WebhookRefused: it is not theirs, too old, or cannot be read
    """
    secret = _secret_of(request, secrets)
    body = request.body
    if secret is None or len(body) > _MOST_BODY:
        raise WebhookRefused("Not found.")
    signature = request.headers.get(SIGNATURE)
    if signature is not None and not _is_signed(signature, secret, body):
        raise WebhookRefused("The signature does not fit.")
    try:
        form = {name: values[0] for name, values in parse_qs(body.decode(), max_num_fields=200).items()}
        kind, audience, email = form["type"], form["data[list_id]"], form.get("data[email]", "")
    except (ValueError, KeyError) as problem:
        raise WebhookRefused("This cannot be read.") from problem
    facts = {"audience": audience[:80], "email": email[:254], "reason": form.get("data[reason]", "")[:80]}
    # The same news again has the same body; news of another time says so itself (`fired_at`).
    return InboundWebhook(hashlib.sha256(body).hexdigest(), kind[:100], None, facts)


def _secret_of(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> str | None:
    given = request.GET.get("secret", "")
    for one in secrets:
        wanted = str(one.get("webhook_secret") or "")
        if wanted and hmac.compare_digest(wanted.encode(), given.encode()):
            return wanted
    return None


def _is_signed(header: str, secret: str, body: bytes) -> bool:
    parts = dict(part.strip().partition("=")[::2] for part in header.split(",")[:10])
    at, given = parts.get("t", ""), parts.get("v1", "")
    if not (at.isascii() and at.isdecimal() and len(at) < 12):
        return False
    if abs(time.time() - int(at)) > TOLERANCE_SECONDS:
        return False
    made = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(made, given)
