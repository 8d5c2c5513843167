"""A model on this machine."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from assistant_double.server import DoubleServer

KEY = "sk-test-0123456789"


@pytest.fixture
def double(settings: Any) -> Iterator[DoubleServer]:
    """Run the stand-in, and let calls reach this machine."""
    server = DoubleServer(0)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    settings.OUTSIDE_NETWORKS, settings.OUTSIDE_PORTS = ["127.0.0.0/8"], range(1024, 65_536)
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def server_settings(double: DoubleServer) -> dict[str, str]:
    """Return the settings of an operator whose model is the stand-in."""
    return {"address": double.base, "api_key": KEY, "model": "small-1"}
