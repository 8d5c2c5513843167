"""The way an owner connects an account: to the partner, back over the platform's host, and home."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

BASE = "localhost"


def asked_of(answer: Any) -> dict[str, str]:
    """Return what the address that an answer leads to asks for."""
    assert answer.status_code == 303, answer.content
    return {name: values[0] for name, values in parse_qs(urlsplit(answer["Location"]).query).items()}


def begin(owner: Client, path: str) -> dict[str, str]:
    """Leave for the partner; returns what it is asked with."""
    return asked_of(owner.get(path))


def hand_on(path: str, **given: str) -> Any:
    """Come back to the platform's own host."""
    return Client(HTTP_HOST=BASE).get(f"{path}?{urlencode(given)}")


def come_back(owner: Client, path: str, **given: str) -> Any:
    """Come back from the partner, over the platform's host; returns the operator's answer."""
    handed = hand_on(path, **given)
    if handed.status_code != 303:
        return handed
    parts = urlsplit(handed["Location"])
    assert parts.hostname == "reef.localhost"
    return owner.get(f"{parts.path}?{parts.query}")


def connect(owner: Client, path: str, grant: Callable[[str], str]) -> Any:
    """Connect an account; `grant` is the partner's yes: from a redirect address to a code."""
    asked = begin(owner, path)
    return come_back(owner, path, code=grant(asked["redirect_uri"]), state=asked["state"])
