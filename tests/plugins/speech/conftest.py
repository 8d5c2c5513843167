"""Providers of speech on this machine."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from speech_double.server import DoubleServer


@pytest.fixture
def speech_double(settings: Any) -> Iterator[DoubleServer]:
    """Run the stand-in, and have the plugins talk to it."""
    server = DoubleServer(0)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    settings.OUTSIDE_NETWORKS, settings.OUTSIDE_PORTS = ["127.0.0.0/8"], range(1024, 65_536)
    settings.SPEECH_API_BASE = server.base
    yield server
    server.shutdown()
    server.server_close()
