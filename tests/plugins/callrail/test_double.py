"""What the stand-in posts is what the plugin believes: from the press of a button to a call."""

import http.client
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from callrail_double.server import DoubleServer
from doubles import local_post
from outfitter_tenants.calls.models import Call
from tests.plugins.callrail.conftest import KEY, post


@pytest.fixture
def double(monkeypatch: pytest.MonkeyPatch) -> Iterator[DoubleServer]:
    """Run the stand-in, whose posts are kept instead of sent."""
    server = DoubleServer(0, "ACC1", "key", KEY)
    server.book.addresses = {
        one: f"http://reef.localhost/{one}" for one in ("precall", "postcall", "webhook")
    }
    server.sent = []  # type: ignore[attr-defined]

    def keep(method: str, url: str, body: bytes, headers: dict[str, str]) -> int:
        server.sent.append((url.rpartition("/")[2], body, headers))  # type: ignore[attr-defined]
        return 200

    monkeypatch.setattr(local_post, "call", keep)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def press(double: DoubleServer, path: str, **asked: str) -> Any:
    wire = http.client.HTTPConnection("127.0.0.1", double.server_port, timeout=5)
    wire.request("POST", path, json.dumps(asked), {"Content-Type": "application/json"})
    answer = wire.getresponse()
    said = json.loads(answer.read())
    wire.close()
    return said


def test_a_call_from_ring_to_tag(host, double):
    key = press(double, "/ring", **{"from": "+12148654559", "name": "Kaylah"})["id"]
    press(double, "/hangup", id=key, how="answered", seconds="42")
    press(double, "/change", id=key, tags="lead, vip")
    for path, body, headers in double.sent:
        answer = post(host, path, body)
        assert answer.status_code == 200, (path, answer.content)
        assert headers["Signature"]
    row = Call.objects.get()
    assert (row.status, row.duration_s, row.tags) == ("completed", 42, ["lead", "vip"])
    assert row.recording_url.startswith(double.base)


def test_what_is_not_there(double):
    assert "error" in press(double, "/hangup", id="CAL9")
    wire = http.client.HTTPConnection("127.0.0.1", double.server_port, timeout=5)
    wire.request("GET", "/")
    assert b"<h1>Phones</h1>" in wire.getresponse().read()
    wire.close()
