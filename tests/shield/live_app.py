"""A shield around an application that lets anybody listen to the operator in the query."""

import os
from collections.abc import Callable
from typing import Any

from outfitter.live.stream_grants import StreamGrant, hand_over
from outfitter.shield.application import Shield
from outfitter.shield.request_limits import Limits
from outfitter.shield.server import refuse


def _inner(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    if environ["PATH_INFO"] == "/stream":
        hand_over(environ, StreamGrant(environ["QUERY_STRING"], 1, 1))
    start("200 OK", [("Content-Type", "text/event-stream")])
    return [b"ok"]


def _connect() -> Any:
    from redis.asyncio import Redis

    return Redis.from_url(os.environ["LIVE_TEST_BROKER"])


def application() -> Shield:
    """Return what a worker serves."""
    limits = Limits(web_threads=1, live_streams_per_person=50)
    return Shield(_inner, limits, proxies=[], refuse=refuse, connect=_connect)
