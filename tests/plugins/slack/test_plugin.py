"""Messages over the wire, to somebody who answers as Slack does."""

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from outfitter.sdk import Event, Permanent, Retryable, TenantContext
from outfitter_slack import client
from outfitter_slack.plugin import plugin
from tests.plugins.slack.test_serializers import PAYLOAD
from tests.stripe_double.local_double import serving


@pytest.fixture(autouse=True)
def rows(db: None) -> None:
    """What was posted is written down."""


class Channel(ThreadingHTTPServer):
    """An incoming webhook: keeps messages, answers with `answer`."""

    daemon_threads = True

    def __init__(self) -> None:
        """Listen on a free port."""
        super().__init__(("127.0.0.1", 0), _Handler)
        self.messages: list[dict[str, Any]] = []
        self.answer: tuple[int, str] = (200, "ok")
        self.location = ""
        self.wait = ""
        self.seconds = 0.0

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Some tests do not wait for the answer."""

    @property
    def url(self) -> str:
        """Return the address, which is a secret at Slack."""
        return f"http://127.0.0.1:{self.server_port}/services/T0/B0/s3cret"


class _Handler(BaseHTTPRequestHandler):
    server: Channel

    def do_POST(self) -> None:
        """Answer as Slack does."""
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        time.sleep(self.server.seconds)
        status, word = self.server.answer
        if status == 200 and not message:
            status, word = 400, "no_text"
        if status == 200:
            self.server.messages.append(message)
        self.send_response(status)
        if self.server.location:
            self.send_header("Location", self.server.location)
        if self.server.wait:
            self.send_header("Retry-After", self.server.wait)
        self.send_header("Content-Length", str(len(word)))
        self.end_headers()
        self.wfile.write(word.encode())

    def log_message(self, *_: Any) -> None:
        """Stay quiet."""


@pytest.fixture
def channel() -> Iterator[Channel]:
    """Return somebody who answers as Slack does."""
    found = Channel()
    with serving(found):
        yield found


def booked(channel: Channel, **config: Any) -> None:
    """Tell the plugin about a booking."""
    ctx = TenantContext(schema="reef", name="Reef", config={"webhook_url": channel.url, **config})
    plugin.on_event(ctx, Event("1", "trip.converted", PAYLOAD, datetime.now(UTC)))


def test_a_booking_is_posted_once(channel: Channel) -> None:
    booked(channel)
    booked(channel)
    assert len(channel.messages) == 1
    assert channel.messages[0]["blocks"][0]["text"]["text"] == "New booking OF-7QX2"


def test_nothing_is_posted_when_it_is_not_wanted(channel: Channel) -> None:
    booked(channel, is_on_trip_converted=False)
    booked(channel, webhook_url="")
    ctx = TenantContext(schema="reef", config={"webhook_url": channel.url})
    plugin.on_event(ctx, Event("1", "booking.changed", {}, datetime.now(UTC)))
    assert channel.messages == []


@pytest.mark.parametrize(
    ("status", "word", "kind"),
    [
        (429, "rate_limited", Retryable),
        (408, "request_timeout", Retryable),
        (500, "rollup_error", Retryable),
        (503, "", Retryable),
        (400, "invalid_payload", Permanent),
        (403, "invalid_token", Permanent),
        (403, "action_prohibited", Permanent),
        (404, "no_service", Permanent),
        (404, "channel_not_found", Permanent),
        (410, "channel_is_archived", Permanent),
    ],
)
def test_refusals(channel: Channel, status: int, word: str, kind: type[Exception]) -> None:
    channel.answer = (status, word)
    with pytest.raises(kind) as refused:
        booked(channel)
    assert str(status) in str(refused.value)
    assert word in str(refused.value)
    assert "s3cret" not in str(refused.value)


def test_how_long_slack_asks_to_wait_is_heard(channel: Channel) -> None:
    channel.answer, channel.wait = (429, "rate_limited"), "30"
    with pytest.raises(Retryable, match="asks to wait 30 s") as busy:
        booked(channel)
    assert busy.value.wait_seconds == 30


def test_redirects_are_not_followed(channel: Channel) -> None:
    other = Channel()
    with serving(other):
        for status in (301, 302, 307, 308):
            channel.answer, channel.location = (status, ""), other.url
            with pytest.raises(Permanent):
                booked(channel)
        assert other.messages == []


def test_slow_and_absent_answers_are_tried_again(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "TIMEOUT_SECONDS", 0.1)
    channel.seconds = 0.5
    with pytest.raises(Retryable):
        booked(channel)
    with pytest.raises(Retryable):
        booked(channel, webhook_url="http://127.0.0.1:9/services/x")


def test_an_address_that_is_no_longer_allowed(channel: Channel, settings: Any) -> None:
    settings.IS_DEVELOPMENT = False
    with pytest.raises(Permanent):
        booked(channel)
    assert channel.messages == []


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ((200, "ok"), "ok"),
        ((400, "invalid_payload"), "ok"),
        ((404, "no_service"), "no longer accepts this address (no_service)"),
        ((403, "invalid_token"), "no longer accepts this address (invalid_token)"),
        ((500, ""), "Slack answered 500"),
    ],
)
def test_health_asks_without_posting(channel: Channel, answer: tuple[int, str], expected: str) -> None:
    channel.answer = answer
    ctx = TenantContext(schema="reef", config={"webhook_url": channel.url})
    assert expected in plugin.health(ctx)
    assert channel.messages == []


def test_health_without_an_address_or_an_answer(settings: Any) -> None:
    assert "Connect Slack" in plugin.health(TenantContext(schema="reef"))
    gone = TenantContext(schema="reef", config={"webhook_url": "http://127.0.0.1:9/services/x"})
    assert plugin.health(gone) == "Slack is not reachable right now."
    settings.IS_DEVELOPMENT = False
    assert "hooks.slack.com only" in plugin.health(gone)
