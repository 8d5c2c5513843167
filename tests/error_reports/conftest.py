"""A service that takes reports, inside the process."""

from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from outfitter.error_reports import client

DSN = "https://0123abcd@reports.example/7"
RELEASE = "outfitter@1.2.3+abc1234"


class Received(Transport):
    """Keeps what arrives, as it is sent."""

    bodies: list[str]

    def capture_envelope(self, envelope: Envelope) -> None:
        """Take an envelope."""
        type(self).bodies.append(envelope.serialize().decode())
        type(self).events += [item.payload.json for item in envelope.items if item.type == "event"]

    events: list[dict[str, Any]]


@pytest.fixture
def received() -> Iterator[type[Received]]:
    """Report errors to a service that keeps them, until the test ends."""
    Received.bodies, Received.events = [], []
    client.start(dsn=DSN, release=RELEASE, environment="testing", transport=Received)
    with sentry_sdk.isolation_scope() as scope:
        scope.clear()
        yield Received
    sentry_sdk.get_global_scope().set_client(None)
    client.start(dsn="", release="", environment="")
