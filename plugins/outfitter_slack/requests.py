"""What Slack posts when somebody presses a button: verified on the raw body, read, never trusted."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs

from slack_sdk.signature import SignatureVerifier

from outfitter.sdk import InboundWebhook, WebhookRefused
from outfitter_slack.bot import app_settings

if TYPE_CHECKING:
    from django.http import HttpRequest

ACKNOWLEDGE: Final = "acknowledge"
OPEN: Final = "open_trip"
_MOST_BODY: Final = 200_000


def receive(request: "HttpRequest", secrets: Sequence[Mapping[str, Any]]) -> InboundWebhook:
    """
    Check the signature, which is good for five minutes, and say which button it was.

    :raises WebhookRefused: it is not Slack's, too old, or cannot be read
    """
    body = request.body
    secret = app_settings()["signing_secret"]
    headers = {name: str(text) for name, text in request.headers.items()}
    if not secret or len(body) > _MOST_BODY or not _is_genuine(secret, body, headers):
        raise WebhookRefused("The signature does not fit.")
    try:
        payload = json.loads(parse_qs(body.decode())["payload"][0])
        # The same press, however often it comes; another press has another trigger.
        press = hashlib.sha256(body).hexdigest()
        return _inbound(press, payload)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as problem:
        raise WebhookRefused("This cannot be read.") from problem


def _is_genuine(secret: str, body: bytes, headers: dict[str, str]) -> bool:
    try:
        return bool(SignatureVerifier(secret).is_valid_request(body, headers))
    except (ValueError, TypeError, UnicodeDecodeError):
        return False


def _inbound(press: str, payload: Mapping[str, Any]) -> InboundWebhook:
    action = payload["actions"][0] if payload.get("type") == "block_actions" else {}
    if action.get("action_id") != ACKNOWLEDGE:
        # A button that is a link tells of itself as well; there is nothing to do.
        return InboundWebhook(press, str(action.get("action_id") or payload.get("type"))[:100], None, {})
    schema, _, event_id = str(action["value"]).partition(":")
    user, message = payload["user"], payload["message"]
    return InboundWebhook(
        press,
        ACKNOWLEDGE,
        schema,
        {
            "event_id": event_id,
            "team": str((payload.get("team") or {}).get("id") or ""),
            "channel": str((payload.get("channel") or payload["container"]).get("id") or ""),
            "ts": str(message["ts"]),
            "user": str(user["id"]),
            "name": str(user.get("name") or user.get("username") or user["id"])[:80],
            "text": str(message.get("text") or "")[:3000],
            "blocks": list(message.get("blocks") or [])[:50],
        },
    )
