"""A socket that ends in a test: it takes a request as bytes and gives the answer as bytes."""

import http.client
import io
import socket
import ssl
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from outfitter.testing.http_recorder import Transport

_connect, _wrap = socket.create_connection, ssl.SSLContext.wrap_socket
_connect_plain, _look_up = socket.socket.connect, socket.getaddrinfo
_GARBAGE: Final = b"\x00\xff this is no answer\r\n\r\n"


class FakeSocket:
    """What the plugin's HTTP client takes for a connected socket."""

    def __init__(self, transport: "Transport", host: str, port: int) -> None:
        self.transport, self.host, self.port = transport, host, port
        self.is_secure = False
        self.sent = b""

    def sendall(self, data: Any, *_flags: Any) -> None:
        """Take a part of the request."""
        self.sent += bytes(data)

    def makefile(self, mode: str = "rb", *_rest: Any, **_named: Any) -> io.BufferedIOBase:
        """Give the answer to what was sent; the request is complete when somebody reads."""
        from outfitter.testing.http_recorder import Response

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
        from outfitter.testing.http_recorder import Request, UnexpectedRequest

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


def pass_on(raw: bytes, wire: FakeSocket) -> tuple[int, dict[str, str], bytes]:
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
