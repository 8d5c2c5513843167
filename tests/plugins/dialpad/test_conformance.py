"""Dialpad does what every provider of calls has to, over the wire to its stand-in."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import pytest

from dialpad_double.server import DoubleServer
from outfitter.plugins.types import TenantContext
from outfitter.testing.call_conformance import CallConformance
from outfitter_dialpad import client
from outfitter_dialpad.reported_states import STATES, subscribe_action
from outfitter_dialpad.serializers import notice_of
from outfitter_dialpad.telephony import DialpadCalls
from tests.plugins.dialpad.conftest import SECRET, event, ms


@pytest.fixture
def double() -> Iterator[DoubleServer]:
    """Run the stand-in, with a call that is over."""
    server = DoubleServer(0, "key-of-the-company")
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    call = server.board.begin({"from": "+14155550100"})
    call.connected, call.ended = call.started + 1000, call.started + 5000
    yield server
    server.shutdown()
    server.server_close()


class TestDialpad(CallConformance):
    provider = DialpadCalls()
    settings: ClassVar = {"secret": SECRET, "api_key": "key-of-the-company"}
    secrets = ("key-of-the-company", SECRET)
    recording_url = "https://dialpad.com/r/1"

    @pytest.fixture(autouse=True)
    def _network(self, double: DoubleServer, settings: Any) -> None:
        settings.DIALPAD = {"api_base": double.base}
        settings.OUTSIDE_NETWORKS, settings.OUTSIDE_PORTS = ["127.0.0.0/8"], range(1024, 65_536)
        self.double, self.django = double, settings

    @contextmanager
    def answers(self, mood: str) -> Iterator[None]:
        if mood == "refusing":
            self.double.api_key = "another"
        elif mood == "busy":
            self.double.busy = True
        elif mood == "away":
            self.django.DIALPAD = {"api_base": "http://127.0.0.1:1"}
        yield

    def notices(self) -> list[Any]:
        start = ms()
        said = [
            event("ringing", date_started=start),
            event("connected", 4, date_started=start, date_connected=ms(4)),
            event("hangup", 30, date_started=start, date_connected=ms(4), date_ended=ms(30)),
        ]
        return [notice_of(one) for one in said]

    def test_health(self, ctx: TenantContext) -> None:
        assert client.probe(ctx) == "ok"
        with self.answers("refusing"):
            assert client.probe(ctx) == "Dialpad doesn't accept this API key."
        with self.answers("away"):
            assert client.probe(ctx) == "Dialpad can't be reached right now."
        assert client.probe(TenantContext(schema="t_reef")) == "The webhook secret is missing."

    def test_calls_are_connected_once(self, ctx: TenantContext) -> None:
        for _ in range(2):
            assert subscribe_action().run(ctx, "").message == "Calls are connected."
        board = self.double.board
        assert {one["hook_url"] for one in board.webhooks.values()} == {
            f"https://reef.example/partner/{path}" for path in STATES
        }
        assert len(board.subscriptions) == 2
        assert {one["webhook"]["signature"]["secret"] for one in board.subscriptions} == {SECRET}

    def test_calls_are_not_connected_without_keys(self) -> None:
        said = subscribe_action().run(TenantContext(schema="t_reef"), "").message
        assert said == "Enter the webhook secret and the API key first."
