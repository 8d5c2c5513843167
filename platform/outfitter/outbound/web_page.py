"""
One page of somebody else's server, read on a person's wish.

The person names the address, the server makes the call: so the name is looked up once, every
address behind it has to be public, and the connection goes to the very address that was looked at.
Redirects are looked at the same way. What comes back is bounded in time and size, and only pages
are read; nobody is shown what they say.
"""

import http.client
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urljoin, urlunsplit

from django.conf import settings

from outfitter.outbound.addresses import PORTS, Unreachable, checked, resolve

__all__ = ["Answer", "Unreachable", "fetch"]

SECONDS: Final = 8.0
MOST_BYTES: Final = 2 * 1024 * 1024
MOST_REDIRECTS: Final = 4
_CHUNK: Final = 32 * 1024
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_KINDS: Final = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True)
class Answer:
    """A page as its server sent it; `url` is where redirects led, `headers` are in lower case."""

    url: str
    status: int
    headers: Mapping[str, str]
    text: str


def fetch(url: str) -> Answer:
    """
    Return a page of the open internet.

    :raises Unreachable: it cannot be read, or may not be called; see its `reason`
    """
    end = time.monotonic() + SECONDS
    for _ in range(MOST_REDIRECTS + 1):
        parts = checked(url, ports=settings.OUTSIDE_PORTS)
        answer = _ask(parts, end)
        target = answer.headers.get("location")
        if answer.status not in _REDIRECTS or not target:
            return answer
        url = urljoin(url, target)
    raise Unreachable("too_many_redirects")


def _ask(parts: SplitResult, end: float) -> Answer:
    host = str(parts.hostname)
    port = parts.port or PORTS[parts.scheme]
    address = resolve(host, port, allowed=settings.OUTSIDE_NETWORKS)
    connection = connect(parts.scheme, host, port, address, end)
    # A server that sends a byte now and then keeps every single wait short: this ends them all.
    watch = threading.Timer(left_until(end), cut, (connection.sock,))
    watch.daemon = True
    watch.start()
    try:
        target = urlunsplit(("", "", parts.path or "/", parts.query, ""))
        connection.request(
            "GET",
            quoted(target),
            headers={
                "Host": ascii_name(parts.netloc),
                "User-Agent": "Outfitter-Check/1.0 (looks for a booking calendar)",
                "Accept": "text/html,application/xhtml+xml",
                "Accept-Encoding": "gzip, identity",
            },
        )
        response = connection.getresponse()
        headers = {name.lower(): value for name, value in response.getheaders()}
        body = b"" if response.status in _REDIRECTS else _read(response, headers, end)
        # What was cut off looks like a short answer.
        left_until(end)
    except ssl.SSLError:
        raise Unreachable("not_secure") from None
    except (OSError, http.client.HTTPException, ValueError):
        raise Unreachable("no_answer") from None
    finally:
        watch.cancel()
        connection.close()
    return Answer(urlunsplit(parts), response.status, headers, body.decode("utf-8", "replace"))


def quoted(target: str) -> str:
    """Return the part of an address after the host, in ASCII."""
    return "".join(
        letter if letter.isascii() else "".join(f"%{byte:02X}" for byte in letter.encode())
        for letter in target
    )


def connect(scheme: str, host: str, port: int, address: str, end: float) -> http.client.HTTPConnection:
    """
    Return a connection to an address that was looked at; the host is what it is asked for.

    :raises Unreachable: there is nobody, or it is not who it says
    """
    connection = http.client.HTTPConnection(host, port, timeout=left_until(end))
    try:
        plain = socket.create_connection((address, port), timeout=left_until(end))
    except OSError:
        raise Unreachable("no_answer") from None
    if scheme == "http":
        connection.sock = plain
        return connection
    try:
        name = ascii_name(host)
        connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=name)
    except (ssl.SSLError, ssl.CertificateError, UnicodeError):
        plain.close()
        raise Unreachable("not_secure") from None
    except OSError:
        plain.close()
        raise Unreachable("no_answer") from None
    return connection


def cut(connection: socket.socket) -> None:
    """End a connection whoever waits for it."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def ascii_name(name: str) -> str:
    """Return the name of a host as servers know it."""
    return name if name.isascii() else name.encode("idna").decode()


def left_until(end: float) -> float:
    """
    Return the seconds that are left.

    :raises Unreachable: none are
    """
    left = end - time.monotonic()
    if left <= 0:
        raise Unreachable("no_answer")
    return left


def _read(response: http.client.HTTPResponse, headers: Mapping[str, str], end: float) -> bytes:
    kind = headers.get("content-type", "text/html").partition(";")[0].strip().lower()
    if kind not in _KINDS:
        raise Unreachable("no_page")
    # A gzip member of a few bytes can be a gigabyte: counted is what comes out.
    packed = headers.get("content-encoding", "").lower() == "gzip"
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 16) if packed else None
    found = bytearray()
    while chunk := response.read1(_CHUNK):
        left_until(end)
        try:
            found += unpack.decompress(chunk, MOST_BYTES + 1) if unpack else chunk
        except zlib.error:
            raise Unreachable("no_answer") from None
        if len(found) > MOST_BYTES or (unpack and unpack.unconsumed_tail):
            raise Unreachable("too_large")
    return bytes(found)
