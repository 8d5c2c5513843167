"""Presses of buttons, signed and posted to the product as Slack posts them."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import secrets
import sys
import time
from typing import Any
from urllib.parse import urlencode, urlsplit

from slack_double.workspace import TEAM, USER, Posted

HOST = "127.0.0.1"
SECONDS = 15


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
    parts = urlsplit(product)
    when = int(time.time()) if at is None else at
    call = http.client.HTTPConnection(HOST, parts.port or 80, timeout=SECONDS)
    headers = {
        "Host": parts.netloc,
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Slack-Request-Timestamp": str(when),
        "X-Slack-Signature": signature(secret, when, body),
        "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
    }
    try:
        call.request("POST", "/partner/slack/actions", body, headers)
        return call.getresponse().status
    except OSError as problem:
        print(f"slack-double: {product}: {problem}", file=sys.stderr, flush=True)
        return 0
    finally:
        call.close()
