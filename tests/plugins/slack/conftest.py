"""A workspace at the stand-in, and an operator whose owner connects it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from outfitter.plugins import fair_queue, isolated_call
from slack_double.server import App, DoubleServer
from tests.plugins.oauth_flow import connect
from tests.stripe_double.local_double import serving
from tests.support.owner_client import owner_of

APP = App("111.222", "slack-client-secret", "slack-signing-secret")


@pytest.fixture
def double(settings: Any) -> Iterator[DoubleServer]:
    """Run the stand-in and have the plugin talk to it."""
    server = DoubleServer(0, APP, "http://localhost:1")
    settings.SLACK = {
        "api_base": server.base,
        "client_id": APP.client_id,
        "client_secret": APP.client_secret,
        "signing_secret": APP.signing_secret,
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
    """Return the owner's browser once the workspace is connected."""
    answer = connect(owner, "/api/slack", double.workspace.grant)
    assert answer["Location"] == "/setup/plugin/slack?connection=connected"
    return owner
