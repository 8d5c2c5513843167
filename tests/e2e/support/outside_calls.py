"""Calls of the product by programs that are no browser: signed webhooks, agents, apps."""

import http.client
import json
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests.e2e.support.shop import Shop


class Answered(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: dict[str, Any]


def send(shop: Shop, method: str, path: str, body: Any = None, **headers: str) -> Answered:
    """Call an operator's host; a mapping is sent as JSON."""
    content = {"Content-Type": "application/json"} if body is not None else {}
    raw = json.dumps(body).encode() if body is not None else None
    return _send(shop, method, path, raw, {**content, **headers})


def send_form(shop: Shop, path: str, form: dict[str, str]) -> Answered:
    """Post a form to an operator's host."""
    content = {"Content-Type": "application/x-www-form-urlencoded"}
    return _send(shop, "POST", path, urlencode(form).encode(), content)


def _send(shop: Shop, method: str, path: str, raw: bytes | None, headers: dict[str, str]) -> Answered:
    line = http.client.HTTPConnection("127.0.0.1", shop.stack.port, timeout=30)
    line.request(method, path, raw, {"Host": shop.url.split("/")[2], **headers})
    answer = line.getresponse()
    text = answer.read()
    return Answered(answer.status, dict(answer.headers), json.loads(text) if text.startswith(b"{") else {})
