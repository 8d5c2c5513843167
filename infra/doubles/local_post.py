"""Calls of the product, which runs on this machine under the host it is known by."""

from __future__ import annotations

import http.client
import sys
from collections.abc import Mapping
from urllib.parse import urlsplit

from doubles.loopback_server import HOST

SECONDS = 15
FORM = "application/x-www-form-urlencoded"


def call(
    method: str,
    url: str,
    body: bytes | str | None = None,
    headers: Mapping[str, str] | None = None,
    *,
    port: int = 0,
) -> int:
    """
    Call an address of the product as a partner would; returns its status, 0 when no one answers.

    `port` counts before the address's own, for a product behind a proxy that isn't there.
    """
    parts = urlsplit(url)
    path = (f"{parts.path}?{parts.query}" if parts.query else parts.path) or "/"
    at = port or parts.port or (443 if parts.scheme == "https" else 80)
    opened = http.client.HTTPConnection(HOST, at, timeout=SECONDS)
    try:
        opened.request(method, path, body, {"Host": parts.netloc, **(headers or {})})
        return opened.getresponse().status
    except OSError as problem:
        # Without its query, which may hold a secret.
        print(f"double: {url.partition('?')[0]}: {problem}", file=sys.stderr, flush=True)
        return 0
    finally:
        opened.close()
