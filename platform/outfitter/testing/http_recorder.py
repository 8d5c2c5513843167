"""
A network that is not there: what a plugin sends is kept, what it gets was written down before.

It stands in for sockets, not for a library: `urllib`, `http.client` and `outfitter.sdk.channels.
call` need no change. Any other way out is refused, so no test ever reaches a real server.
"""

import http.client
import io
import json
import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal
from unittest import mock
from urllib.parse import urlsplit

Failure = Literal["timeout", "refused", "reset", "garbage"]
# Any name leads here; nobody is asked for it. It has to look like the open internet.
ADDRESS: Final = "93.184.216.34"
_LOOPBACK: Final = ("127.", "::1", "localhost")
_connect, _wrap = socket.create_connection, ssl.SSLContext.wrap_socket
_connect_plain, _look_up = socket.socket.connect, socket.getaddrinfo
_GARBAGE: Final = b"\x00\xff this is no answer\r\n\r\n"


class UnexpectedRequest(AssertionError):
    """A plugin sent something that the test has no answer for."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a plugin sent. Header names are in lower case."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the body as JSON; None when it is empty."""
        return json.loads(self.body) if self.body else None

    @property
    def path(self) -> str:
        """Return the path with the query."""
        parts = urlsplit(self.url)
        return f"{parts.path}?{parts.query}" if parts.query else parts.path


@dataclass(frozen=True, slots=True)
class Response:
    """What the plugin gets back."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(slots=True)
class _Rule:
    method: str
    url: str
    answer: Response | Failure | Callable[[Request], Response]
    left: int | None

    def fits(self, request: Request) -> bool:
        """Tell whether this rule answers a request."""
        is_prefix = self.url.endswith("*")
        same = request.url.startswith(self.url[:-1]) if is_prefix else request.url == self.url
        return same and self.method in {"*", request.method} and self.left != 0


class Wire:
    """What the plugin's HTTP client takes for a connected socket: a request as bytes, an answer as bytes."""

    def __init__(self, transport: "Transport", host: str, port: int) -> None:
        self.transport, self.host, self.port = transport, host, port
        self.is_secure = False
        self.sent = b""

    def sendall(self, data: Any, *_flags: Any) -> None:
        """Take a part of the request."""
        self.sent += bytes(data)

    def makefile(self, mode: str = "rb", *_rest: Any, **_named: Any) -> io.BufferedIOBase:
        """Give the answer to what was sent; the request is complete when somebody reads."""
        raw, self.sent = self.sent, b""
        answer = self.transport.respond(self._parsed(raw), raw, self)
        if isinstance(answer, Response):
            return io.BytesIO(_wire_form(answer.status, answer.headers, answer.body))
        if answer == "timeout":
            raise TimeoutError("timed out")
        if answer == "refused":
            raise ConnectionRefusedError("connection refused")
        if answer == "reset":
            raise ConnectionResetError("connection reset")
        return io.BytesIO(_GARBAGE)

    def _parsed(self, raw: bytes) -> Any:
        head, _, body = raw.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        if first.count(" ") != 2:
            raise UnexpectedRequest(f"a plugin sent {first[:80]!r} to {self.host}, which is not HTTP")
        method, target, _version = first.split(" ")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        if headers.get("transfer-encoding", "").lower() == "chunked":
            body = _joined(body)
        scheme = "https" if self.is_secure else "http"
        host = headers.get("host", self.host)
        return Request(method, f"{scheme}://{host}{target}", headers, body)

    def settimeout(self, _seconds: float | None) -> None:
        """Every answer is there at once, or never."""

    def setsockopt(self, *_arguments: Any) -> None:
        """There is nothing to set."""

    def shutdown(self, _how: int) -> None:
        """There is nothing to shut."""

    def close(self) -> None:
        """There is nothing to close."""


def _joined(chunks: bytes) -> bytes:
    found, rest = b"", chunks
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        length = int(size.split(b";")[0] or b"0", 16)
        if not length:
            break
        found, rest = found + rest[:length], rest[length + 2 :]
    return found


def _wire_form(status: int, headers: Any, body: bytes) -> bytes:
    reason = http.client.responses.get(status, "")
    given = {name.lower(): value for name, value in headers.items()}
    for name in ("content-length", "transfer-encoding", "connection", "content-encoding"):
        given.pop(name, None)
    given |= {"content-length": str(len(body)), "connection": "close"}
    lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {text}" for name, text in given.items())]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def pass_on(raw: bytes, wire: Wire) -> tuple[int, dict[str, str], bytes]:
    """Send a request to the real server and return its whole answer; for recordings only."""
    family, kind, protocol, _, address = _look_up(_host(raw), wire.port, type=socket.SOCK_STREAM)[0]
    plain = socket.socket(family, kind, protocol)
    plain.settimeout(30)
    _connect_plain(plain, address)
    sock: Any = plain
    if wire.is_secure:
        sock = _wrap(ssl.create_default_context(), plain, server_hostname=_host(raw))
    with sock:
        sock.sendall(raw)
        response = http.client.HTTPResponse(sock, method=raw.split(b" ", 1)[0].decode())
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return response.status, headers, response.read()


def _host(raw: bytes) -> str:
    for line in raw.partition(b"\r\n\r\n")[0].split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"host":
            return value.strip().decode("latin-1").rsplit(":", 1)[0]
    return ""


class Transport:
    """
    Answers for a plugin's requests, and the requests themselves in `requests`, oldest first.

    Rules are looked at from the latest to the oldest; what no rule fits is `UnexpectedRequest`.
    """

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.exchanges: list[tuple[Request, Response]] = []
        self._rules: list[_Rule] = []
        self._lock = threading.Lock()
        self._is_live = False

    def on(
        self,
        method: str,
        url: str,
        *,
        status: int = 200,
        json: Any = None,
        body: bytes | str = b"",
        headers: Mapping[str, str] | None = None,
        fails: Failure | None = None,
        answer: Callable[[Request], Response] | None = None,
        times: int | None = None,
    ) -> None:
        """
        Say what is answered to a method ("*": any) at an address; one that ends in * begins so.

        `answer(request)` decides itself; `fails` breaks the connection; `times` ends the rule.
        """
        given = body.encode() if isinstance(body, str) else body
        found = dict(headers or {})
        if json is not None:
            given = _dump(json)
            found.setdefault("Content-Type", "application/json")
        self._rules.append(
            _Rule(method.upper(), url, fails or answer or Response(status, found, given), times)
        )

    def replay(self, tape: Path) -> None:
        """Answer as a tape says, each exchange once and in its order for the same request."""
        for one in reversed(json.loads(tape.read_text(encoding="utf-8"))):
            asked, told = one["request"], one["response"]
            self.on(
                asked["method"],
                asked["url"],
                status=told["status"],
                headers=told["headers"],
                body=told["body"],
                times=1,
            )

    def save(self, tape: Path, *, hide: tuple[str, ...] = ()) -> None:
        """Write what was exchanged to a tape, without these secrets and without our headers."""
        rows = [
            {
                "request": {"method": asked.method, "url": asked.url, "body": _text(asked.body)},
                "response": {"status": told.status, "headers": dict(told.headers), "body": _text(told.body)},
            }
            for asked, told in self.exchanges
        ]
        text = json.dumps(rows, indent=1, ensure_ascii=False)
        for secret in hide:
            text = text.replace(json.dumps(secret, ensure_ascii=False)[1:-1], "***")
        tape.write_text(text + "\n", encoding="utf-8")

    def tape(self, path: Path, *, hide: tuple[str, ...] = ()) -> "Iterator[None] | Any":
        """
        Replay a tape; with OUTFITTER_RECORD=1 ask the real servers and write the tape anew.

        A context manager. Only a recording touches the network.
        """
        return self._recording(path, hide) if _is_recording() else self._replaying(path)

    @contextmanager
    def _recording(self, path: Path, hide: tuple[str, ...]) -> Iterator[None]:
        self._is_live = True
        try:
            yield
        finally:
            self._is_live = False
        self.save(path, hide=hide)

    @contextmanager
    def _replaying(self, path: Path) -> Iterator[None]:
        self.replay(path)
        yield

    def respond(self, request: Request, raw: bytes, wire: Wire) -> Response | Failure:
        """Keep a request and return its answer. The wires call this."""
        with self._lock:
            self.requests.append(request)
            if self._is_live:
                answer: Any = Response(*pass_on(raw, wire))
            else:
                answer = self._find(request)
        if callable(answer):
            answer = answer(request)
        if isinstance(answer, Response):
            self.exchanges.append((request, answer))
        return answer  # type: ignore[no-any-return]  # a Response or a Failure by now

    def _find(self, request: Request) -> Any:
        for rule in reversed(self._rules):
            if rule.fits(request):
                rule.left = None if rule.left is None else rule.left - 1
                return rule.answer
        raise UnexpectedRequest(f"nothing is expected at {request.method} {request.url}")


def _is_recording() -> bool:
    return os.environ.get("OUTFITTER_RECORD") == "1"


def _dump(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _text(body: bytes) -> str:
    return body.decode("utf-8", "replace")


@contextmanager
def installed() -> Iterator[Transport]:
    """Put a transport between this process and the network."""
    transport = Transport()
    connect, look_up, wrap = (socket.create_connection, socket.getaddrinfo, ssl.SSLContext.wrap_socket)
    plain = socket.socket.connect

    def create_connection(address: Any, *arguments: Any, **named: Any) -> Any:
        host, port = str(address[0]), int(address[1])
        if host.startswith(_LOOPBACK):
            return connect(address, *arguments, **named)
        return Wire(transport, host, port)

    def getaddrinfo(host: Any, port: Any, *arguments: Any, **named: Any) -> Any:
        if host is None or str(host).startswith(_LOOPBACK):
            return look_up(host, port, *arguments, **named)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ADDRESS, int(port or 0)))]

    def wrap_socket(self: ssl.SSLContext, sock: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(sock, Wire):
            sock.is_secure = True
            return sock
        return wrap(self, sock, *arguments, **named)

    def refuse(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and not str(address[0]).startswith(_LOOPBACK):
            raise UnexpectedRequest(f"a plugin reached for {address} past the recorded transport")
        plain(self, address)

    with (
        mock.patch.object(socket, "create_connection", create_connection),
        mock.patch.object(socket, "getaddrinfo", getaddrinfo),
        mock.patch.object(ssl.SSLContext, "wrap_socket", wrap_socket),
        mock.patch.object(socket.socket, "connect", refuse),
    ):
        yield transport
