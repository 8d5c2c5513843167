"""
Calls to partners' servers: any method, one answer, no redirects.

Bounded in time and size and kept from our own network like `fetching`. What goes over the wire can
be replaced by a recording (`through`), for tests of whoever calls.
"""

import http.client
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlunsplit

from django.conf import settings
from django.db import connection as database

from outfitter.outbound import web_page
from outfitter.outbound.addresses import PORTS, Unreachable, checked, resolve

_CHUNK: Final = 32 * 1024
_AGENT: Final = "Outfitter/1.0"


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it goes out; `seconds` for all of it."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None
    seconds: float
    most_bytes: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back; `headers` are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


Transport = Callable[[Call], Reply]
_instead: ContextVar[Transport | None] = ContextVar("transport", default=None)


@contextmanager
def through(transport: Transport) -> Iterator[None]:
    """Let calls inside go through a recording instead of the network."""
    token = _instead.set(transport)
    try:
        yield
    finally:
        _instead.reset(token)


def send(call: Call) -> Reply:
    """
    Return what a server answers, whatever its status.

    :raises Unreachable: there was no answer in time, or it may not be called
    :raises RuntimeError: inside a transaction: nobody waits for a network with rows locked
    """
    if database.in_atomic_block and settings.IS_STRICT_ABOUT_NETWORK:
        raise RuntimeError("a call to a partner inside a transaction")
    transport = _instead.get()
    return transport(call) if transport is not None else _ask(call)


def _ask(call: Call) -> Reply:
    end = time.monotonic() + call.seconds
    parts = checked(call.url, ports=settings.OUTSIDE_PORTS)
    host = str(parts.hostname)
    port = parts.port or PORTS[parts.scheme]
    address = resolve(host, port, allowed=settings.OUTSIDE_NETWORKS)
    wire = web_page.connect(parts.scheme, host, port, address, end)
    watch = threading.Timer(web_page.left_until(end), web_page.cut, (wire.sock,))
    watch.daemon = True
    watch.start()
    try:
        target = urlunsplit(("", "", parts.path or "/", parts.query, ""))
        named = {"Host": web_page.ascii_name(parts.netloc), "User-Agent": _AGENT, **call.headers}
        wire.request(call.method, web_page.quoted(target), body=call.content, headers=named)
        response = wire.getresponse()
        body = _read(response, call.most_bytes, end)
        web_page.left_until(end)
    except ssl.SSLError:
        raise Unreachable("not_secure") from None
    except ConnectionRefusedError:
        # Only a connection that never came about is refused.
        raise Unreachable("no_answer") from None
    except (OSError, http.client.HTTPException, ValueError):
        raise Unreachable("no_answer", was_sent=True) from None
    except Unreachable as problem:
        raise Unreachable(problem.reason, was_sent=True) from None
    finally:
        watch.cancel()
        wire.close()
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Reply(response.status, headers, body)


def _read(response: http.client.HTTPResponse, most_bytes: int, end: float) -> bytes:
    found = bytearray()
    while chunk := response.read1(_CHUNK):
        web_page.left_until(end)
        found += chunk
        if len(found) > most_bytes:
            raise Unreachable("too_large")
    return bytes(found)
