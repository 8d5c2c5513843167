"""Pages of other people's servers: whom we call, and what we take from them."""

import gzip
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from outfitter.outbound import Unreachable, addresses, fetch, web_page

LOOPBACK = ["127.0.0.0/8"]


@pytest.mark.parametrize(
    "text",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "::1",
        "::",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
    ],
)
def test_what_is_not_the_open_internet(text: str) -> None:
    assert not addresses.is_public(text)


@pytest.mark.parametrize("text", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:8.8.8.8"])
def test_what_is(text: str) -> None:
    assert addresses.is_public(text)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://kayak.example/", "bad_address"),
        ("file:///etc/passwd", "bad_address"),
        ("gopher://kayak.example/", "bad_address"),
        ("https://me@kayak.example/", "bad_address"),
        ("https://me:x@kayak.example/", "bad_address"),
        ("https:///nothing", "bad_address"),
        ("https://kayak.example/\r\nHost: x", "bad_address"),
        ("https://kayak.example:99999/", "bad_address"),
        ("https://kayak.example:22/", "refused_address"),
        ("http://kayak.example:6379/", "refused_address"),
        ("https://" + "a" * 3000, "bad_address"),
    ],
)
def test_what_may_not_be_asked(url: str, reason: str) -> None:
    with pytest.raises(Unreachable) as problem:
        addresses.checked(url)
    assert problem.value.reason == reason


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "[::1]", "0177.0.0.1"]
)
def test_this_machine_is_never_called_whatever_it_is_called(host: str) -> None:
    with pytest.raises(Unreachable) as problem:
        fetch(f"http://{host}/")
    assert problem.value.reason in {"refused_address", "not_found"}


def test_one_private_address_among_public_ones_is_enough(monkeypatch: Any) -> None:
    def lookup(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", (one, 80)) for one in ("93.184.216.34", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(Unreachable) as problem:
        addresses.resolve("kayak.example", 80)
    assert problem.value.reason == "refused_address"


Serve = Callable[[BaseHTTPRequestHandler], None]


@pytest.fixture
def site(settings: Any) -> Iterator[Callable[[Serve], str]]:
    """A server of this machine that may be called; what it answers is the test's."""
    servers: list[ThreadingHTTPServer] = []
    settings.OUTSIDE_NETWORKS, settings.OUTSIDE_PORTS = LOOPBACK, range(1024, 65_536)

    def start(serve: Serve) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                serve(self)

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def answer(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, **headers: str) -> None:
    handler.send_response(status)
    for name, value in {"Content-Type": "text/html", **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def reason_of(url: str) -> str:
    with pytest.raises(Unreachable) as problem:
        fetch(url)
    return problem.value.reason


def test_a_page_is_read(site: Any) -> None:
    asked: list[tuple[str, str | None]] = []

    def serve(handler: BaseHTTPRequestHandler) -> None:
        asked.append((handler.path, handler.headers["Host"]))
        answer(handler, gzip.compress("<h1>Käyak</h1>".encode()), Content_Encoding="gzip")

    url = site(serve)
    found = fetch(f"{url}/a?b=ü")
    assert (found.status, found.text, found.url) == (200, "<h1>Käyak</h1>", f"{url}/a?b=ü")
    assert asked == [("/a?b=%C3%BC", url.removeprefix("http://"))]


def test_a_redirect_is_looked_at_like_any_address(site: Any, settings: Any) -> None:
    def serve(handler: BaseHTTPRequestHandler) -> None:
        answer(handler, b"", 302, Location="http://169.254.169.254/latest/meta-data/")

    assert reason_of(site(serve)) == "refused_address"
    assert reason_of(site(lambda h: answer(h, b"", 301, Location="file:///etc/passwd"))) == "bad_address"
    assert reason_of(site(lambda h: answer(h, b"", 302, Location="/again"))) == "too_many_redirects"


def test_what_is_sent_is_bounded(site: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(web_page, "MOST_BYTES", 10_000)
    bomb = gzip.compress(b"0" * 5_000_000)
    assert reason_of(site(lambda h: answer(h, b"0" * 50_000))) == "too_large"
    assert reason_of(site(lambda h: answer(h, bomb, Content_Encoding="gzip"))) == "too_large"
    assert reason_of(site(lambda h: answer(h, b"{}", Content_Type="application/json"))) == "no_page"


def test_a_server_that_trickles_is_left(site: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(web_page, "SECONDS", 0.4)
    done = threading.Event()

    def serve(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        with suppress(OSError):
            while not done.wait(0.1):
                handler.wfile.write(b"X-More: 1\r\n")

    assert reason_of(site(serve)) == "no_answer"
    done.set()


def test_nobody_there(settings: Any) -> None:
    settings.OUTSIDE_NETWORKS, settings.OUTSIDE_PORTS = LOOPBACK, range(1, 65_536)
    assert reason_of("http://127.0.0.1:9/") == "no_answer"
    assert reason_of("https://no-such-host.invalid/") == "not_found"
