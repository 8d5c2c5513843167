"""News of deals, signed and posted to the product as HubSpot does it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import itertools
import json
import time
from typing import Any

from doubles import local_post
from hubspot_double.account import APP, PORTAL

PATH = "/partner/hubspot/webhook"
_ids = itertools.count(1000)


def event(
    deal_id: str, stage: str, occurred_at: float, *, is_integration: bool = False, event_id: int = 0
) -> dict[str, Any]:
    """Return the news that a deal came into a stage."""
    return {
        "eventId": event_id or next(_ids),
        "subscriptionId": 25,
        "portalId": PORTAL,
        "appId": APP,
        "occurredAt": int(occurred_at * 1000),
        "subscriptionType": "deal.propertyChange",
        "attemptNumber": 0,
        "objectId": int(deal_id),
        "propertyName": "dealstage",
        "propertyValue": stage,
        "changeSource": "INTEGRATION" if is_integration else "CRM_UI",
        "sourceId": str(APP) if is_integration else "userId:42",
    }


def signed(secret: str, url: str, body: bytes, at: float | None = None) -> dict[str, str]:
    """Return the headers of a delivery to an address."""
    millis = str(int((time.time() if at is None else at) * 1000))
    text = b"POST" + url.encode() + body + millis.encode()
    made = hmac.new(secret.encode(), text, hashlib.sha256).digest()
    return {
        "Content-Type": "application/json",
        "X-HubSpot-Signature-v3": base64.b64encode(made).decode(),
        "X-HubSpot-Request-Timestamp": millis,
    }


def deliver(product: str, secret: str, events: list[dict[str, Any]]) -> int:
    """Post news to the product; returns what it answered, 0 when no one answers."""
    url, body = f"{product}{PATH}", json.dumps(events).encode()
    return local_post.call("POST", url, body, signed(secret, url, body))
