"""A stand-in for Stripe that runs inside the test process, and somebody it may call."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import stripe

from stripe_double import webhook_queue
from stripe_double.delivery import Courier, Receiver
from stripe_double.server import DoubleServer
from stripe_double.store import Store
from stripe_double.world import World

SECRET = "whsec_of_a_test"


class Inbox(ThreadingHTTPServer):
    """A webhook address: keeps what it gets; answers with `statuses` first, then with 200."""

    daemon_threads = True

    def __init__(self) -> None:
        """Listen on a free port."""
        super().__init__(("127.0.0.1", 0), _InboxHandler)
        self.got: list[tuple[bytes, str]] = []
        self.statuses: list[int] = []

    @property
    def url(self) -> str:
        """Return the address to post to."""
        return f"http://127.0.0.1:{self.server_port}/partner/stripe/webhook"

    def kinds(self) -> list[str]:
        """Return the types of the accepted events, in order of arrival."""
        return [json.loads(body)["type"] for body, _ in self.got]


class _InboxHandler(BaseHTTPRequestHandler):
    server: Inbox

    def do_POST(self) -> None:
        """Keep a delivery."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.statuses.pop(0) if self.server.statuses else 200
        if status == 200:
            self.server.got.append((body, self.headers["Stripe-Signature"]))
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Stay quiet."""


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[None]:
    """Serve in the background for the time of a test."""
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)


class Running:
    """A running stand-in and what tests ask of it."""

    def __init__(self, server: DoubleServer, inbox: Inbox) -> None:
        """Wrap what `running` has started."""
        self.server, self.inbox, self.world = server, inbox, server.world
        self.base = server.base

    def library(self, key: str = "sk_test_x", **options: Any) -> stripe.StripeClient:
        """Return the official library, pointed at the stand-in."""
        options.setdefault("max_network_retries", 0)
        bases: Any = {"api": self.base, "files": self.base}
        return stripe.StripeClient(key, base_addresses=bases, **options)

    def control(self, what: str, /, **body: Any) -> Any:
        """Ask the stand-in itself for something."""
        request = urllib.request.Request(
            f"{self.base}/_control/{what}",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())

    def state(self) -> Any:
        """Return everything the stand-in knows."""
        with urllib.request.urlopen(f"{self.base}/_control/state") as answer:
            return json.loads(answer.read())


def eventually(check: Callable[[], Any], seconds: float = 10.0) -> Any:
    """Wait until `check` returns something true, and return that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = check()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")


@contextmanager
def running(state: Path | None = None) -> Iterator[Running]:
    """Start a stand-in on a free port together with its webhook address."""
    inbox, world = Inbox(), World(Store(state), webhook_queue.schedule)
    server = DoubleServer(0, world, is_quiet=True)
    courier = Courier(world, Receiver(inbox.url, SECRET))
    with serving(inbox), serving(server):
        courier.start()
        yield Running(server, inbox)
        courier.end()
        courier.join(timeout=5)
