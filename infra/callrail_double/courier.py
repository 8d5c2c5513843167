"""Notices of calls, signed and posted to the product as CallRail posts them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any

from callrail_double.tracked_calls import CallBook
from doubles import local_post


def signature(key: str, body: bytes) -> str:
    """Return what CallRail signs a body with: HMAC-SHA1 of it, in base64."""
    return base64.b64encode(hmac.new(key.encode(), body, hashlib.sha1).digest()).decode()


class Courier:
    """Posts each event where the operator entered its address; CallRail posts nothing twice."""

    def __init__(self, signing_key: str, book: CallBook) -> None:
        """Post on behalf of one company."""
        self.signing_key, self.book = signing_key, book

    def tell(self, event: str, told: dict[str, Any]) -> int:
        """Post an event; returns the product's status, 0 where no address was entered."""
        url = self.book.addresses.get(event, "")
        if not url:
            return 0
        body = json.dumps(told, separators=(",", ":")).encode()
        headers = {"Content-Type": "application/json", "Signature": signature(self.signing_key, body)}
        return local_post.call("POST", url, body, headers)
