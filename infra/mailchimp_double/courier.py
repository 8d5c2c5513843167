"""News of an audience, tried and posted to the product as Mailchimp does it."""

from __future__ import annotations

import hashlib
import http.client
import sys
from datetime import UTC, datetime
from urllib.parse import urlencode, urlsplit

HOST = "127.0.0.1"
SECONDS = 10


def call(method: str, url: str, body: bytes | None = None) -> int:
    """Call the product, which runs on this machine under the host of the address; 0 without an answer."""
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    port = parts.port or (443 if parts.scheme == "https" else 80)
    opened = http.client.HTTPConnection(HOST, port, timeout=SECONDS)
    headers = {"Host": parts.netloc, "User-Agent": "MailChimp"}
    if body is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        opened.request(method, path, body, headers)
        return opened.getresponse().status
    except OSError as problem:
        print(f"mailchimp-double: {url.partition('?')[0]}: {problem}", file=sys.stderr, flush=True)
        return 0
    finally:
        opened.close()


def news(kind: str, list_id: str, email: str) -> bytes:
    """Return the form that tells of somebody."""
    form = {
        "type": kind,
        "fired_at": f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S.%f}",
        "data[action]": "unsub",
        "data[reason]": "manual",
        "data[id]": hashlib.md5(email.lower().encode(), usedforsecurity=False).hexdigest()[:10],
        "data[list_id]": list_id,
        "data[email]": email,
        "data[email_type]": "html",
    }
    return urlencode(form).encode()
