"""What CallRail posts: to the right address, signed and recent, or refused; then what we need of it."""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.sdk import InboundWebhook, WebhookRefused, WebhookUnknown, WebhookUnreadable
from outfitter_callrail.serializers import Moment, ended_in, is_call, notice_payload, started_in
from outfitter_callrail.settings import Account, account_of

if TYPE_CHECKING:
    from django.http import HttpRequest

RINGING, ENDED, MODIFIED, TEXT, OTHER = "ringing", "ended", "modified", "text", "other"
# How old a notice may be. Its time is that of the call: what ends is told up to twenty minutes late,
# what is changed can be of any day, and changes nothing when it is told again.
_RINGS_FOR: Final = timedelta(minutes=15)
_TOLD_WITHIN: Final = timedelta(hours=1)
_FORGOTTEN_AFTER: Final = timedelta(days=31)
_AHEAD: Final = timedelta(minutes=5)
# The body does not name the event. These are there once a call is over.
_OVER: Final = ("recording_duration", "recording_player", "call_highlights")


def receive_precall(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Return a call that begins to ring.

    :raises WebhookUnknown: the address is nobody's
    :raises WebhookRefused: not signed by CallRail, too old, or no call
    """
    body = _verified(request, secrets)
    _require_call(body)
    _require_recent(started_in(body), _RINGS_FOR)
    return _inbound(request, RINGING, notice_payload(body, Moment.RINGING))


def receive_postcall(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Return a call that is over.

    :raises WebhookUnknown: the address is nobody's
    :raises WebhookRefused: not signed by CallRail, too old, or no call
    """
    body = _verified(request, secrets)
    _require_call(body)
    _require_recent(ended_in(body), _TOLD_WITHIN)
    return _inbound(request, ENDED, notice_payload(body, Moment.ENDED))


def receive_other(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Return what else CallRail tells: a call that was put through or changed, one that staff made, a text.

    :raises WebhookUnknown: the address is nobody's
    :raises WebhookRefused: not signed by CallRail, or too old
    """
    body = _verified(request, secrets)
    if "message_type" in body and "content" in body:
        return _text(request, body)
    if not is_call(body):
        return _inbound(request, OTHER, {"id": str(body.get("resource_id") or body.get("id") or "")})
    _require_recent(ended_in(body), _FORGOTTEN_AFTER)
    if "changes" in body:
        return _inbound(request, MODIFIED, notice_payload(body, Moment.MODIFIED))
    if any(name in body for name in _OVER):
        return _inbound(request, ENDED, notice_payload(body, Moment.ENDED))
    return _inbound(request, RINGING, notice_payload(body, Moment.ROUTED))


def _text(request: "HttpRequest", body: Mapping[str, Any]) -> InboundWebhook:
    if "agent" in body:
        # What staff wrote from CallRail.
        return _inbound(request, OTHER, {"id": str(body.get("resource_id", ""))})
    media = body.get("media_urls")
    payload = {
        "id": str(body.get("resource_id") or body.get("id") or ""),
        "from": str(body.get("source_number") or ""),
        "text": str(body.get("content") or "").replace("\x00", "")[:10_000],
        "media": [one for one in media if isinstance(one, str) and one.startswith("https://")][:10]
        if isinstance(media, list)
        else [],
    }
    if not payload["id"] or not payload["from"]:
        raise WebhookUnreadable("This is no text message.")
    return _inbound(request, TEXT, payload)


def _verified(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    schema = getattr(getattr(request, "tenant", None), "schema_name", "")
    account = account_of(next(iter(secrets), {}), schema=schema)
    match = request.resolver_match
    given = str(match.kwargs.get("hash", "")) if match else ""
    if not schema or not hmac.compare_digest(given.encode(), account.address_key.encode()):
        raise WebhookUnknown("This address isn't known.")
    if not is_genuine(request.body, request.headers.get("Signature", ""), account):
        raise WebhookRefused("The signature does not fit.")
    try:
        body = json.loads(request.body)
    except ValueError:
        raise WebhookUnreadable("This is no JSON.") from None
    if not isinstance(body, dict):
        raise WebhookUnreadable("This is no object.")
    return body


def is_genuine(body: bytes, signature: str, account: Account) -> bool:
    """Return whether one of an account's keys made this signature of a raw body."""
    return any(
        hmac.compare_digest(signature.encode(), signature_of(body, key).encode())
        for key in account.signing_keys
    )


def signature_of(body: bytes, key: str) -> str:
    """Return what CallRail sends along with a body: base64 of its HMAC-SHA1."""
    return base64.b64encode(hmac.new(key.encode(), body, hashlib.sha1).digest()).decode()


def _require_call(body: Mapping[str, Any]) -> None:
    if not is_call(body):
        raise WebhookUnreadable("This is no call.")


def _require_recent(moment: datetime | None, longest: timedelta) -> None:
    now = datetime.now(UTC)
    if moment is None or not now - longest <= moment <= now + _AHEAD:
        raise WebhookRefused("This is too old.")


def _inbound(request: "HttpRequest", kind: str, payload: Mapping[str, Any]) -> InboundWebhook:
    # The same bytes at another address are another event; said again at the same one they are not.
    digest = hashlib.sha256(request.body).hexdigest()[:24]
    return InboundWebhook(f"{kind}:{str(payload.get('id', ''))[:60]}:{digest}", kind, None, payload)
