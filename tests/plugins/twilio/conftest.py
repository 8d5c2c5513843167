"""An operator with an account at the stand-in."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from outfitter.plugins import configs
from twilio_double.server import DoubleServer

SID, TOKEN, SENDER = f"AC{'1' * 32}", "token-of-the-account", "+15550100000"
SETTINGS = {"account_sid": SID, "auth_token": TOKEN, "sender": SENDER}


@pytest.fixture
def double(settings: Any) -> Iterator[DoubleServer]:
    """Run the stand-in, whose news nobody hears, and have the plugin talk to it."""
    server = DoubleServer(0, SID, TOKEN)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    settings.TWILIO = {"api_base": server.base, "account_sid": "", "auth_token": "", "sender": ""}
    server.courier.report = lambda text: None  # type: ignore[method-assign]
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def account(reef: Any) -> None:
    """Switch the plugin on at Reef Runners."""
    configs.enable(schema_name=reef.schema_name, slug="twilio", values=SETTINGS)
