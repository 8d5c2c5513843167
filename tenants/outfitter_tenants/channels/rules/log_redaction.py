"""What the log of calls shows: enough to find a fault, nothing to harm a guest with. Pure."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

import orjson

HIDDEN: Final = "•••"
# Longer texts are cut, much longer ones are not even read.
MOST_SHOWN: Final = 8_000
_MOST_READ: Final = 64 * 1024
# As names are compared: without case, spaces and punctuation.
_SECRET: Final = re.compile(
    r"authorization|cookie|apikey|apisecret|password|secret|token|credential|email|phone|"
    r"firstname|lastname|givenname|surname|fullname|contactname|contactvalue|passport|birth|"
    r"address|ticketcode|barcode|deliveryvalue|pickup|hotel"
)
_PLAIN: Final = re.compile(r"[^a-z0-9]")
_MAIL: Final = re.compile(r"[^\s@\"'<>]+@[^\s@\"'<>]+\.[a-zA-Z]{2,}")
_HEADERS: Final = frozenset(
    {"content-type", "accept", "accept-language", "octo-capabilities", "octo-env", "user-agent"}
)


def is_secret(name: str, more: Iterable[str] = ()) -> bool:
    """Return whether what goes by a name is not shown; `more` are a plugin's own names."""
    plain = _plain(name)
    return bool(_SECRET.search(plain)) or plain in {_plain(one) for one in more}


def body(content: bytes, *, secrets: Iterable[str] = ()) -> str:
    """Return a body as the log keeps it: JSON without secrets, of anything else its size."""
    if not content:
        return ""
    if len(content) > _MOST_READ:
        return f"({len(content)} bytes)"
    try:
        found = orjson.loads(content)
    except orjson.JSONDecodeError:
        return f"({len(content)} bytes, no JSON)"
    shown = orjson.dumps(_shown(found, tuple(secrets), 0)).decode()
    return shown if len(shown) <= MOST_SHOWN else shown[:MOST_SHOWN] + "…"


def address(path: str, query: str, *, secrets: Iterable[str] = ()) -> str:
    """Return a path with its query, without secrets, at most 500 letters."""
    pairs = [
        (name, HIDDEN if is_secret(name, secrets) else _without_mail(value))
        for name, value in parse_qsl(query, keep_blank_values=True)[:50]
    ]
    return (path + (f"?{urlencode(pairs, safe='•')}" if pairs else ""))[:500]


def headers(found: Mapping[str, str]) -> dict[str, str]:
    """Return the few headers that tell what was meant."""
    return {name.lower(): text[:200] for name, text in found.items() if name.lower() in _HEADERS}


def _shown(value: Any, secrets: tuple[str, ...], depth: int) -> Any:
    if depth > 20:
        return HIDDEN
    if isinstance(value, dict):
        return {
            name: _hidden(inner) if is_secret(name, secrets) else _shown(inner, secrets, depth + 1)
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [_shown(inner, secrets, depth + 1) for inner in value]
    return _without_mail(value) if isinstance(value, str) else value


def _hidden(value: Any) -> Any:
    """Hide what is there, so that what is missing can still be told apart."""
    return value if value in (None, "", [], {}) else HIDDEN


def _without_mail(text: str) -> str:
    return _MAIL.sub(HIDDEN, text)


def _plain(name: str) -> str:
    return _PLAIN.sub("", name.lower())
