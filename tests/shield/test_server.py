"""The real server: two hundred clients that never finish, and everybody else is answered."""

import http.client
import os
import socket
import time
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.db import connection

from bench._slow_clients import BODY, CHUNKED, HEAD, HOST, Ask, ask, besieged, free_port, p95, served
from bench._slow_clients import shielded as command

SITE = "localhost"
# Through every middleware and a thread, and a health question.
ASKS = [Ask("GET", "/api/no-such-thing"), Ask("GET", "/healthz")]
READER = "GET /api/no-such-thing HTTP/1.1\r\nHost: {host}\r\n\r\n" * 20
# A machine that is busy answers late now and then; a thread that waits for a body never does.
FLOOR_MS = 500
TRIES = 3


def server_environment() -> dict[str, str]:
    """Return what the product's own web server needs to run over the test database."""
    found = connection.settings_dict
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "outfitter.settings.dev",
        "OUTFITTER_SECRET_KEY": "k" * 50,
        "OUTFITTER_FIELD_KEYS": "dGVzdC1vbmx5LWtleS10aGF0LXByb3RlY3RzLW5vdGg=",
        "DATABASE_URL": f"postgresql://{found['USER']}@{quote(found['HOST'], safe='')}"
        f":{found['PORT'] or 5432}/{found['NAME']}",
        "REDIS_URL": "redis://127.0.0.1:1",
        "OUTFITTER_BODY_GRACE_SECONDS": "2",
        "OUTFITTER_HEAD_SECONDS": "2",
        "OUTFITTER_LOG_LEVEL": "ERROR",
    }


@pytest.fixture(scope="module")
def port(django_db_setup: None) -> Iterator[int]:
    """The product's own web server over the test database."""
    chosen, env = free_port(), server_environment()
    with served(command(chosen), chosen, env) as ready:
        ask(ready, SITE, ASKS, times=5, are_refusals_fine=True)
        yield ready


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param((BODY, CHUNKED), id="bodies"),
        pytest.param((HEAD,), id="heads"),
        pytest.param((READER,), id="readers"),
    ],
)
def test_two_hundred_that_never_finish_stop_nobody(port: int, lines: tuple[str, ...]) -> None:
    for _ in range(TRIES):
        before = p95(ask(port, SITE, ASKS, times=25, are_refusals_fine=True))
        with besieged(port, SITE, lines):
            beside = p95(ask(port, SITE, ASKS, times=25, are_refusals_fine=True))
        if beside <= max(2 * before, FLOOR_MS):
            return
    pytest.fail(f"p95 was {before:.0f} ms and is {beside:.0f} ms beside them")


def _talk(port: int, text: bytes) -> tuple[bytes, float]:
    """Send something and read until the server ends the connection; returns both."""
    began = time.monotonic()
    with socket.create_connection((HOST, port), timeout=30) as line:
        line.sendall(text)
        found = b""
        while part := line.recv(65536):
            found += part
    return found, time.monotonic() - began


@pytest.mark.parametrize(
    ("text", "start", "least"),
    [
        (BODY.format(host=SITE), b"HTTP/1.1 408 ", 2),
        (CHUNKED.format(host=SITE), b"HTTP/1.1 408 ", 2),
        (BODY.format(host=SITE).replace("900", "90000000"), b"HTTP/1.1 413 ", 0),
        (HEAD.format(host=SITE), b"", 2),
        ("", b"", 2),
        # Whoever speaks HTTP/2 at once is told no, and holds nothing.
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"", 0),
    ],
    ids=["body", "chunks", "large", "head", "silence", "http2"],
)
def test_the_server_ends_what_does_not_finish(port: int, text: str, start: bytes, least: float) -> None:
    found, seconds = _talk(port, text.encode())
    assert found.startswith(start)
    assert least - 0.5 <= seconds < least + 15


def test_a_large_upload_is_asked_for_and_read_whole(port: int) -> None:
    head = (
        f"POST /api/no-such-thing HTTP/1.1\r\nHost: {SITE}\r\nContent-Length: 1000000\r\n"
        "Expect: 100-continue\r\nConnection: close\r\n\r\n"
    )
    with socket.create_connection((HOST, port), timeout=30) as line:
        line.sendall(head.encode())
        assert line.recv(64).startswith(b"HTTP/1.1 100 Continue")
        line.sendall(b"x" * 1_000_000)
        assert line.recv(64).startswith(b"HTTP/1.1 404 ")


def test_a_connection_serves_again_after_an_answer(port: int) -> None:
    line = http.client.HTTPConnection(HOST, port, timeout=30)
    for _ in range(3):
        line.request("POST", "/api/no-such-thing", b"{}", {"Host": SITE})
        answer = line.getresponse()
        assert answer.status == 404
        answer.read()
    line.close()
