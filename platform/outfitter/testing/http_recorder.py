"""
A network that is not there: what a plugin sends is kept, what it gets was written down before.

It stands in for sockets, not for a library: `urllib`, `http.client` and `outfitter.sdk.channels.
call` need no change. Any other way out is refused, so no test ever reaches a real server.
"""

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

from outfitter.testing.fake_socket import FakeSocket, pass_on

Failure = Literal["timeout", "refused", "reset", "garbage"]
# Any name leads here; nobody is asked for it. It has to look like the open internet.
ADDRESS: Final = "93.184.216.34"
_LOOPBACK: Final = ("127.", "::1", "localhost")


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

    def respond(self, request: Request, raw: bytes, wire: FakeSocket) -> Response | Failure:
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
        return FakeSocket(transport, host, port)

    def getaddrinfo(host: Any, port: Any, *arguments: Any, **named: Any) -> Any:
        if host is None or str(host).startswith(_LOOPBACK):
            return look_up(host, port, *arguments, **named)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ADDRESS, int(port or 0)))]

    def wrap_socket(self: ssl.SSLContext, sock: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(sock, FakeSocket):
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
