"""What the stand-in posts is what the plugin believes: from the press of a button to a call."""

import http.client
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from dialpad_double.server import DoubleServer
from doubles import local_post
from outfitter_tenants.calls.models import Call
from tests.plugins.dialpad.conftest import SECRET, post

STATES = ["ringing", "connected", "hangup", "recording", "voicemail_uploaded"]


@pytest.fixture
def double(monkeypatch: pytest.MonkeyPatch) -> Iterator[DoubleServer]:
    """Run the stand-in, whose posts are kept instead of sent."""
    server = DoubleServer(0, "key")
    hook = server.board.add_webhook("http://reef.localhost/partner/dialpad/postcall", SECRET)
    server.board.subscribe(int(hook["id"]), STATES)
    server.sent = []  # type: ignore[attr-defined]

    def keep(method: str, url: str, body: str, headers: dict[str, str]) -> int:
        server.sent.append(body)  # type: ignore[attr-defined]
        return 200

    monkeypatch.setattr(local_post, "call", keep)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def press(double: DoubleServer, path: str, **asked: Any) -> Any:
    wire = http.client.HTTPConnection("127.0.0.1", double.server_port, timeout=5)
    wire.request("POST", path, json.dumps(asked), {"Content-Type": "application/json"})
    said = json.loads(wire.getresponse().read())
    wire.close()
    return said


@pytest.mark.parametrize(("end", "status"), [("/hangup", "completed"), ("/voicemail", "voicemail")])
def test_a_call_from_ring_to_recording(host, double, end, status):
    key = press(double, "/ring", **{"from": "+14155550100", "name": "Kaylah"})["id"]
    if end == "/hangup":
        press(double, "/answer", id=key)
    press(double, end, id=key)
    for body in double.sent:
        assert post(host, "postcall", body).status_code == 200
    row = Call.objects.get()
    assert (row.status, row.caller_name) == (status, "Kaylah")
    assert row.recording_url == f"{double.base}/recordings/{key}.wav"


def test_the_page(double):
    press(double, "/ring", **{"from": "<b>"})
    wire = http.client.HTTPConnection("127.0.0.1", double.server_port, timeout=5)
    wire.request("GET", "/")
    page = wire.getresponse().read()
    wire.close()
    assert b"&lt;b&gt;" in page
    assert b"<b>" not in page
