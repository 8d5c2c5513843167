"""News of an audience, tried and posted to the product as Mailchimp does it."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from urllib.parse import urlencode

from doubles import local_post


def call(method: str, url: str, body: bytes | None = None) -> int:
    """Call the product, which runs on this machine under the host of the address; 0 without an answer."""
    headers = {"User-Agent": "MailChimp"}
    if body is not None:
        headers["Content-Type"] = local_post.FORM
    return local_post.call(method, url, body, headers)


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
