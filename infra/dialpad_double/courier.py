"""Events of calls, signed and posted to the product as Dialpad posts them: the body is a token."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any

from dialpad_double.switchboard import Switchboard
from doubles import local_post


def token(claims: dict[str, Any], secret: str) -> str:
    """Return claims as a JSON Web Token (HS256)."""
    head = _plain({"alg": "HS256", "typ": "JWT"})
    body = _plain(claims)
    made = hmac.new(secret.encode(), f"{head}.{body}".encode(), hashlib.sha256).digest()
    return f"{head}.{body}.{_url_safe(made)}"


def _plain(value: dict[str, Any]) -> str:
    return _url_safe(json.dumps(value, separators=(",", ":")).encode())


def _url_safe(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Courier:
    """Posts each state to the webhooks that were subscribed to it."""

    def __init__(self, board: Switchboard) -> None:
        """Post on behalf of one company."""
        self.board = board

    def tell(self, event: dict[str, Any]) -> int:
        """Post an event; returns the product's last status, 0 where nobody is told."""
        status = 0
        for hook in self.board.endpoints(str(event["state"])):
            body = token(event, hook["signature"]["secret"])
            status = local_post.call("POST", hook["hook_url"], body, {"Content-Type": "application/jwt"})
        return status
