"""Presses of buttons, signed and posted to the product as Slack posts them."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from typing import Any
from urllib.parse import urlencode

from doubles import local_post
from slack_double.workspace import TEAM, USER, Posted


def signature(secret: str, at: int, body: bytes) -> str:
    """Return what Slack signs a request with (v0)."""
    made = hmac.new(secret.encode(), f"v0:{at}:".encode() + body, hashlib.sha256)
    return f"v0={made.hexdigest()}"


def press_body(message: Posted, action: dict[str, Any]) -> bytes:
    """Return the form that a press of a button posts."""
    payload = {
        "type": "block_actions",
        "team": TEAM,
        "user": USER,
        "trigger_id": secrets.token_hex(12),
        "container": {
            "type": "message",
            "message_ts": message.ts,
            "channel_id": message.channel,
            "is_ephemeral": False,
        },
        "channel": {"id": message.channel, "name": "bookings"},
        "message": {"ts": message.ts, "text": message.text, "blocks": message.blocks},
        "actions": [{**action, "action_ts": f"{time.time():.6f}"}],
    }
    return urlencode({"payload": json.dumps(payload)}).encode()


def post(product: str, secret: str, body: bytes, *, at: int | None = None) -> int:
    """Post a signed press; 0 when nobody answers."""
    when = int(time.time()) if at is None else at
    headers = {
        "Content-Type": local_post.FORM,
        "X-Slack-Request-Timestamp": str(when),
        "X-Slack-Signature": signature(secret, when, body),
        "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
    }
    return local_post.call("POST", f"{product}/partner/slack/actions", body, headers)
