"""The real server, a real broker: streams hold no thread, cross no wall, keep no worker alive."""

import http.client
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import redis

from bench._slow_clients import HOST, free_port, served
from launcher.binaries import valkey_program
from outfitter.live import events
from outfitter.live.events import Audience

SERVE: Final = (
    "import sys; from granian.server import Server; from granian.constants import Interfaces;"
    " Server(target='tests.shield.live_app:application', factory=True, interface=Interfaces.ASGINL,"
    " address='127.0.0.1', port=int(sys.argv[1]), websockets=False).serve()"
)


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Valkey of this module's own."""
    path = Path(tmp_path_factory.mktemp("v")) / "v.sock"
    argv = [str(valkey_program()), "--port", "0", "--unixsocket", str(path), "--save", "", "--dir"]
    with subprocess.Popen([*argv, str(path.parent)], stdout=subprocess.DEVNULL) as server:
        url = f"unix://{path}"
        while not path.exists() or not redis.Redis.from_url(url).ping():
            assert server.poll() is None
            time.sleep(0.02)
        yield url
        server.terminate()


@pytest.fixture
def port(broker: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A worker with one thread."""
    settings.LIVE_URL = broker
    monkeypatch.setattr(events, "BROKER", events.Broker())
    chosen = free_port()
    with served([sys.executable, "-c", SERVE, str(chosen)], chosen, {"LIVE_TEST_BROKER": broker}) as ready:
        yield ready


def listen(port: int, schema: str) -> http.client.HTTPResponse:
    """Open a stream."""
    line = http.client.HTTPConnection(HOST, port, timeout=20)
    line.request("GET", f"/stream?{schema}")
    answer = line.getresponse()
    assert answer.status == 200
    assert "event: hello" in _next(answer)
    return answer


def _next(answer: http.client.HTTPResponse) -> str:
    """Return the next event of a stream."""
    found = ""
    while not found.endswith("\n\n"):
        line = answer.readline()
        if not line:
            return found
        found += line.decode()
    return found


def test_streams_of_two_operators(port: int) -> None:
    reef, bay = listen(port, "reef"), [listen(port, "bay") for _ in range(9)]
    # One thread, ten streams, and it is free.
    line = http.client.HTTPConnection(HOST, port, timeout=5)
    line.request("GET", "/other")
    assert line.getresponse().read() == b"ok"

    began = time.monotonic()
    events.BROKER.send(events.channel_of("bay"), events._text("inbox.changed", Audience(), {"n": 1}))
    events.BROKER.send(events.channel_of("reef"), events._text("call.changed", Audience(), {"n": 2}))
    assert ["inbox.changed" in _next(one) for one in bay] == [True] * 9
    seconds = time.monotonic() - began
    # The wall: what comes next here is this operator's own, nothing came before.
    assert "event: call.changed\n" in (said := _next(reef))
    assert 'data: {"n": 2}' in said
    assert seconds < 2, "events are heard within milliseconds"


def test_a_worker_that_is_told_to_end_ends_its_streams(broker: str) -> None:
    chosen = free_port()
    argv = [sys.executable, "-c", SERVE, str(chosen)]
    with served(argv, chosen, {"LIVE_TEST_BROKER": broker}) as ready:
        stream = listen(ready, "reef")
        began = time.monotonic()
    # Waited for, and never killed: that takes ten seconds.
    assert _next(stream) == ""
    assert time.monotonic() - began < 8
