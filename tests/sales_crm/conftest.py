"""HubSpot's stand-in, and the platform's desk connected to it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from hubspot_double import courier
from hubspot_double.server import App, DoubleServer
from outfitter.sales_crm import tasks
from outfitter.sales_crm.overview import webhook_url
from tests.stripe_double.local_double import serving
from tests.support.platform_desk import platform_admin_of

TOKEN, SECRET = "pat-eu1-token-of-the-stand-in", "client-secret-of-the-stand-in"


@pytest.fixture
def double(settings: Any) -> Iterator[DoubleServer]:
    """Run the stand-in; it tells nobody by itself."""
    cache.clear()
    server = DoubleServer(0, App(TOKEN, SECRET))
    settings.HUBSPOT = {"api_base": server.base}
    with serving(server):
        yield server


@pytest.fixture
def desk(apex_client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Somebody who runs the platform; jobs are started by hand."""
    monkeypatch.setattr(tasks.keep_alike, "after_commit", lambda: None)
    return platform_admin_of(apex_client)


@pytest.fixture
def connected(desk: Client, double: DoubleServer) -> Client:
    """Return the desk once the account is connected."""
    answer = connect(desk)
    assert answer.status_code == 200, answer.content
    return desk


def connect(desk: Client, **more: str) -> Any:
    """Connect the account as the screen does."""
    body = {"access_token": TOKEN, "client_secret": SECRET, **more}
    return post(desk, "/api/platform/hubspot/connect", body)


def post(desk: Client, path: str, body: Any) -> Any:
    """Post JSON."""
    return desk.post(path, body, content_type="application/json")


def hear(client: Client, *events: dict[str, Any], at: float | None = None, secret: str = SECRET) -> Any:
    """Deliver news as HubSpot does it."""
    body = json.dumps(list(events)).encode()
    signed = courier.signed(secret, webhook_url(), body, at)
    headers = {f"HTTP_{name.upper().replace('-', '_')}": text for name, text in signed.items()}
    kind = headers.pop("HTTP_CONTENT_TYPE")
    return client.generic("POST", "/partner/hubspot/webhook", body, content_type=kind, **headers)


def work() -> None:
    """Do what the beat has done every few seconds."""
    tasks.keep_alike.run()
