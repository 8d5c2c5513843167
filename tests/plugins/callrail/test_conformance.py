"""CallRail does what every provider of calls has to, over the wire to its stand-in."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import pytest

from callrail_double.server import DoubleServer
from outfitter.plugins.types import TenantContext
from outfitter.testing.call_conformance import CallConformance
from outfitter_callrail import client
from outfitter_callrail.handlers import addresses_action
from outfitter_callrail.serializers import Moment, notice_of
from outfitter_callrail.telephony import CallRailCalls
from tests.plugins.callrail.conftest import KEY, call_body


@pytest.fixture
def double() -> Iterator[DoubleServer]:
    """Run the stand-in, with a call that is over."""
    server = DoubleServer(0, "ACC1", "key-of-the-account", KEY)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    server.book.end(server.book.begin({"from": "+12148654559"}), {"how": "answered", "seconds": "5"})
    yield server
    server.shutdown()
    server.server_close()


class TestCallRail(CallConformance):
    provider = CallRailCalls()
    settings: ClassVar = {"signing_key": KEY, "account_id": "ACC1", "api_key": "key-of-the-account"}
    secrets = ("key-of-the-account", KEY)
    recording_url = "https://app.callrail.com/calls/1/recording/redirect?access_key=a"

    @pytest.fixture(autouse=True)
    def _network(self, double: DoubleServer, settings: Any) -> None:
        settings.CALLRAIL = {"api_base": double.base}
        settings.OUTSIDE_NETWORKS, settings.OUTSIDE_PORTS = ["127.0.0.0/8"], range(1024, 65_536)
        self.double, self.django = double, settings

    @contextmanager
    def answers(self, mood: str) -> Iterator[None]:
        if mood == "refusing":
            self.double.api_key = "another"
        elif mood == "busy":
            self.double.busy = True
        elif mood == "away":
            self.django.CALLRAIL = {"api_base": "http://127.0.0.1:1"}
        yield

    def notices(self) -> list[Any]:
        over = call_body(answered=True, duration="42")
        return [notice_of(call_body(), Moment.RINGING), notice_of(over, Moment.ENDED)]

    def test_health(self, ctx: TenantContext) -> None:
        assert client.probe(ctx) == "ok"
        with self.answers("refusing"):
            assert client.probe(ctx) == "CallRail doesn't accept this account ID and API key."
        with self.answers("away"):
            assert client.probe(ctx) == "CallRail can't be reached right now."
        assert client.probe(TenantContext(schema="t_reef")) == "The signing key is missing."

    def test_a_recording_of_its_interface_is_resolved(self, ctx: TenantContext) -> None:
        key = next(iter(self.double.book.calls))
        url = f"{self.double.base}/v3/a/ACC1/calls/{key}/recording.json"
        assert self.provider.recording(ctx, url).url == f"{self.double.base}/recordings/{key}.wav"

    def test_the_addresses_to_enter(self, ctx: TenantContext) -> None:
        said = addresses_action().run(ctx, "").message
        assert said.count("https://reef.example/partner/callrail/") == 3
        assert len({line.rpartition("/")[2] for line in said.splitlines()}) == 1
        other = TenantContext(schema="t_peak", config=self.settings, base_url="https://reef.example")
        assert addresses_action().run(other, "").message != said
