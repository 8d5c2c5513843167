"""An operator whose calls CallRail tracks."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from outfitter.plugins import configs, fair_queue, webhooks
from outfitter.plugins.models import WebhookEvent
from outfitter_callrail.requests import signature_of

KEY, ADDRESS = "072e77e426f92738a72fe23c4d1953b4", "address-key-of-reef"
SETTINGS = {"signing_key": KEY, "address_key": ADDRESS, "account_id": "ACC1", "api_key": "key-of-the-account"}


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was counted yet, and jobs are started by hand."""
    cache.clear()
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)


@pytest.fixture
def account(reef: Any) -> None:
    """Switch the plugin on at Reef Runners."""
    configs.enable(schema_name=reef.schema_name, slug="callrail", values=SETTINGS)


@pytest.fixture
def host(account: None, client_for: Any) -> Client:
    return client_for("reef")  # type: ignore[no-any-return]


def call_body(**changes: Any) -> dict[str, Any]:
    """Return a call as CallRail tells it, begun a minute ago."""
    start = (datetime.now(UTC) - timedelta(minutes=1)).isoformat(timespec="milliseconds")
    return {
        "resource_id": "CAL0001",
        "answered": False,
        "call_type": "missed",
        "direction": "inbound",
        "customer_name": "Kaylah Mills",
        "customer_phone_number": "+12148654559",
        "tracking_phone_number": "+14045558514",
        "source_name": "Google Ads",
        "start_time": start,
        "duration": "0",
        "voicemail": False,
        "timestamp": start,
        **changes,
    }


def post(
    client: Client,
    path: str,
    body: Any,
    *,
    key: str = KEY,
    address: str = ADDRESS,
    signed: bytes | None = None,
) -> Any:
    """Post a signed body and let the product handle it."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    signature = signature_of(raw if signed is None else signed, key)
    answer = client.post(
        f"/partner/callrail/{path}/{address}", raw, "application/json", HTTP_SIGNATURE=signature
    )
    for row in WebhookEvent.objects.filter(status="waiting").order_by("pk"):
        webhooks.handle.run(webhook_id=row.pk)
    return answer
