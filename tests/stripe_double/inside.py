"""The official library wired straight to a stand-in in the same process: no sockets, no waiting."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import stripe

from stripe_double import api, control, webhook_queue
from stripe_double.store import Store
from stripe_double.world import World

BASE = "http://127.0.0.1"


class Wire(stripe.HTTPClient):
    """Carries the library's requests to `api.handle`, and breaks when it was asked to."""

    name = "inside"

    def __init__(self, world: World) -> None:
        """Prepare."""
        super().__init__()
        self.world = world

    def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None,
        post_data: Any = None,
        *,
        _usage: Any = None,
    ) -> tuple[str, int, Any]:
        """Answer a request as the stand-in's server does."""
        parts = urlsplit(url)
        target = f"{parts.path}?{parts.query}"
        body = post_data.encode() if isinstance(post_data, str) else post_data or b""
        found = api.handle(self.world, method.upper(), target, dict(headers or {}), body)
        api.sent(self.world, found)
        if found.is_lost:
            raise stripe.APIConnectionError("The connection broke before the answer came.")
        return json.dumps(found.body), found.status, dict(found.headers)

    def _sleep_time_seconds(self, num_retries: int) -> float:
        return 0.0

    def close(self) -> None:
        """Do nothing: there is no connection."""


class Inside:
    """A stand-in without a server, and what tests ask of it."""

    def __init__(self, world: World | None = None) -> None:
        """Start empty, or around a world that is there."""
        self.world = world or World(Store(), webhook_queue.schedule)

    def library(self, account: str | None = None, **options: Any) -> stripe.StripeClient:
        """Return the official library, wired to the stand-in."""
        options.setdefault("max_network_retries", 0)
        return stripe.StripeClient(
            "sk_test_x",
            stripe_account=account,
            base_addresses={"api": BASE, "files": BASE},
            http_client=Wire(self.world),
            **options,
        )

    def control(self, what: str, /, **body: Any) -> Any:
        """Ask the stand-in itself for something; a refusal fails the test."""
        status, answer = control.handle(self.world, "POST", f"/_control/{what}", body)
        assert status == 200, answer
        return answer

    def refused(self, what: str, /, **body: Any) -> int:
        """Ask for something that must be refused, and return the status."""
        return control.handle(self.world, "POST", f"/_control/{what}", body)[0]

    def kinds(self) -> list[str]:
        """Return the types of all events, oldest first."""
        return [event["type"] for _, event in self.world.store.rows("event")]
