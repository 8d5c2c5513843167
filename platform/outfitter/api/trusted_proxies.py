"""
Whom a request comes from and which headers on it count.

What a reverse proxy says of the browser (`X-Forwarded-*`) counts only from an address of
`OUTFITTER_TRUSTED_PROXIES`; from anybody else it is taken off before anything reads it, in every
environment.
"""

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import parse_qsl

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from outfitter.api import errors

SAID_BY_PROXIES: Final = (
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_PORT",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_SERVER",
    "HTTP_X_REAL_IP",
    "HTTP_FORWARDED",
)
PARTNERS: Final = ("/partner/", "/redeam/")
# As many as any chain of proxies has; the rest is somebody's invention.
_MOST_HOPS: Final = 20


class RequestMiddleware:
    """Stands before everything: drops what strangers say as if they were proxies, and NUL."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_trusted(request.META.get("REMOTE_ADDR")):
            for name in SAID_BY_PROXIES:
                request.META.pop(name, None)
        request.META["OUTFITTER_SCHEME"] = settings.SCHEME
        # Channels are answered in their own protocols, and read what they are sent by themselves.
        if request.path_info.startswith(PARTNERS):
            return self.get_response(request)
        # No file, no row and no route has it in its name.
        if "\0" in request.path_info:
            return errors.error(404)
        odd = _odd_parameter(request.META.get("QUERY_STRING", ""))
        if odd is not None:
            return errors.odd_text(odd)
        return self.get_response(request)


def _odd_parameter(query: str) -> str | None:
    """Return the name of a parameter that holds NUL, None when none does."""
    if "%00" not in query and "\0" not in query:
        return None
    pairs = parse_qsl(query, keep_blank_values=True)
    return next((name for name, value in pairs if "\0" in name + value), "query")


def is_trusted(address: str | None) -> bool:
    """Return whether what comes from this address is believed about others."""
    return _is_within(address, tuple(settings.TRUSTED_PROXIES))


def client_ip(request: HttpRequest) -> str | None:
    """
    Return the browser's address, None where there is none.

    Read from the right: each proxy of ours vouches for the one before it, nobody for the rest.
    """
    found: str | None = plain_address(request.META.get("REMOTE_ADDR"))
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", _MOST_HOPS)[-_MOST_HOPS:]
    for hop in reversed(hops):
        before = plain_address(hop)
        if before is None or not is_trusted(found):
            break
        found = before
    return found


def plain_address(text: str | None) -> str | None:
    """Return an address in its one spelling, None for what is none."""
    try:
        found = ip_address((text or "").strip())
    except ValueError:
        return None
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped or found)


@lru_cache(maxsize=8)
def _networks(words: tuple[str, ...]) -> list[IPv4Network | IPv6Network]:
    return [ip_network(word, strict=False) for word in words]


@lru_cache(maxsize=1_000)
def _is_within(address: str | None, words: tuple[str, ...]) -> bool:
    plain = plain_address(address)
    if plain is None:
        return False
    return any(ip_address(plain) in network for network in _networks(words))
