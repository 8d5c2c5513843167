"""An account at the stand-in, and an operator whose owner connects it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from mailchimp_double import courier
from mailchimp_double.server import App, DoubleServer
from outfitter.plugins import fair_queue, isolated_call
from tests.plugins.oauth_flow import connect
from tests.stripe_double.local_double import serving
from tests.support.due_jobs import run_due
from tests.support.owner_client import owner_of

APP = App("333444", "mailchimp-client-secret")
GUESTS, LOCALS = "a1b2c3d4e5", "f6a7b8c9d0"


@pytest.fixture
def double(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[DoubleServer]:
    """Run the stand-in; it believes that every address answers, and tells nobody by itself."""
    monkeypatch.setattr(courier, "call", lambda method, url, body=None: 200)
    server = DoubleServer(0, APP)
    settings.MAILCHIMP = {
        "api_base": server.base,
        "client_id": APP.client_id,
        "client_secret": APP.client_secret,
    }
    with serving(server):
        yield server


@pytest.fixture
def owner(reef: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return the browser of Reef Runners' owner; jobs are started by hand."""
    cache.clear()
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)
    # Another connection does not see what a test has written.
    monkeypatch.setattr(isolated_call, "call_isolated", lambda call, **_: call())
    return owner_of(client_for)


@pytest.fixture
def connected(owner: Client, double: DoubleServer) -> Client:
    """Return the owner's browser once the account is connected."""
    answer = connect(owner, "/api/mailchimp/oauth2", double.account.grant)
    assert answer["Location"] == "/setup/plugin/mailchimp?connection=connected"
    run_due("plugin.set_up")
    return owner


def choose(owner: Client, audience: str = GUESTS, **more: Any) -> None:
    """Save the form, and do what follows."""
    values = {"audience_id": audience, "is_tagged": True, "is_double_opt_in": False, **more}
    answer = owner.post(
        "/api/plugin/mailchimp/settings/save", {"values": values}, content_type="application/json"
    )
    assert answer.status_code == 200, answer.content
    run_due("plugin.set_up")


@pytest.fixture
def chosen(connected: Client) -> Client:
    """Return the owner's browser once an audience is chosen."""
    choose(connected)
    return connected
