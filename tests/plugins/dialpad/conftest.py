"""An operator whose calls Dialpad carries."""

from datetime import UTC, datetime
from typing import Any

import jwt
import pytest
from django.core.cache import cache
from django.test import Client

from outfitter.plugins import configs, fair_queue, webhooks
from outfitter.plugins.models import WebhookEvent

SECRET = "dialpad-secret-at-least-32-bytes-long!!"
SETTINGS = {"secret": SECRET, "api_key": "key-of-the-company"}
GUEST, LINE = "+14155550100", "+14155550199"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was counted yet, and jobs are started by hand."""
    cache.clear()
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)


@pytest.fixture
def account(reef: Any) -> None:
    """Switch the plugin on at Reef Runners."""
    configs.enable(schema_name=reef.schema_name, slug="dialpad", values=SETTINGS)


@pytest.fixture
def host(account: None, client_for: Any) -> Client:
    return client_for("reef")  # type: ignore[no-any-return]


def ms(after: float = 0) -> int:
    """Return Dialpad's clock: milliseconds, so many seconds from a minute ago."""
    return int((datetime.now(UTC).timestamp() - 60 + after) * 1000)


def event(state: str, after: float = 0, **changes: Any) -> dict[str, Any]:
    """Return what Dialpad tells of a call that began a minute ago."""
    return {
        "call_id": 4923740000,
        "state": state,
        "direction": "inbound",
        "external_number": GUEST,
        "internal_number": LINE,
        "date_started": ms(),
        "event_timestamp": ms(after),
        "contact": {"type": "local", "name": "Kaylah Mills", "phone": GUEST},
        "target": {"type": "office", "name": "Front desk"},
        **changes,
    }


def token(claims: Any, secret: str = SECRET, algorithm: str = "HS256") -> str:
    """Return claims as Dialpad signs them."""
    return jwt.encode(claims, secret, algorithm=algorithm)


def post(client: Client, path: str, body: Any, **how: Any) -> Any:
    """Post what Dialpad would and let the product handle it."""
    raw = body if isinstance(body, str | bytes) else token(body, **how)
    answer = client.post(f"/partner/dialpad/{path}", raw, "application/jwt")
    for row in WebhookEvent.objects.filter(status="waiting").order_by("pk"):
        webhooks.handle.run(webhook_id=row.pk)
    return answer
