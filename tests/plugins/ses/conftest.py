"""An operator with an account at the stand-in."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from outfitter.plugins import configs
from ses_double.server import DoubleServer
from ses_double.sns_notices import TOPIC

KEY, SECRET, SENDER = "AKIA0000000000000001", "the-secret-of-the-account", "bookings@outfitter.example"
SETTINGS = {
    "region": "us-east-1",
    "access_key_id": KEY,
    "secret_access_key": SECRET,
    "from_address": SENDER,
    "topic_arn": TOPIC,
}


@pytest.fixture
def double(settings: Any) -> Iterator[DoubleServer]:
    """Run the stand-in, whose news nobody hears, and have the plugin talk to it."""
    server = DoubleServer(0, KEY, 1)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    settings.SES = {"api_base": server.base, "access_key_id": "", "secret_access_key": "", "sender": ""}
    # As in development: the stand-in is on this machine.
    settings.OUTSIDE_NETWORKS, settings.OUTSIDE_PORTS = ["127.0.0.0/8"], range(1024, 65_536)
    server.reports = server.courier.report  # type: ignore[attr-defined]
    server.courier.report = lambda mail: None  # type: ignore[method-assign]
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def account(reef: Any) -> None:
    """Switch the plugin on at Reef Runners; nothing was counted yet."""
    cache.clear()
    configs.enable(schema_name=reef.schema_name, slug="ses", values=SETTINGS)
