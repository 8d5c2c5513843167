"""The shield around a small application: who gets a thread, and what the others are told."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from outfitter.shield.application import Answer, Shield
from outfitter.shield.request_limits import IMPORT_PATH, Limits, read_limits
from outfitter.shield.server import refuse
from outfitter.shield.wsgi_environ import SentFile, client_address, make_environ, read_headers
from tests.shield.clock import Receive, arriving, now, run

pytestmark = pytest.mark.rules

LIMITS = Limits(
    web_threads=2, web_queue=1, web_queue_seconds=3, body_bytes=100, upload_bytes=200, import_body_bytes=300
)
EXTENSIONS = {"extensions": {"http.response.pathsend": {}}}
Pairs = list[tuple[bytes, bytes]]


def scope(
    path: str = "/x", method: str = "POST", headers: Pairs | None = None, **more: Any
) -> dict[str, Any]:
    """Return what the server says of a request."""
    return {
        "type": "http",
        "method": method,
        "http_version": "1.1",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"a=1",
        "headers": [(b"host", b"reef.localhost"), *(headers or [])],
        "server": ("127.0.0.1", 8000),
        "client": ("203.0.113.9", 5000),
        **more,
    }


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    """Answer with what arrived."""
    start("200 OK", [("Content-Type", "text/plain")])
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    return [environ["REQUEST_METHOD"].encode(), b" ", body]


async def tell(shield: Shield, said: dict[str, Any], receive: Receive) -> list[dict[str, Any]]:
    """Send one request through a shield; returns what it sent."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await shield(said, receive, send)
    return sent


def answer(said: dict[str, Any], receive: Receive | None = None, inner: Any = echo) -> list[dict[str, Any]]:
    """Return what one request is answered with."""
    return run(tell(make(inner), said, receive or arriving((0, b""))))


def make(inner: Any = echo) -> Shield:
    """Return a shield with small limits."""
    return Shield(inner, LIMITS, proxies=["10.0.0.1"], refuse=refuse)


def test_a_whole_body_reaches_the_application() -> None:
    sent = answer(scope(headers=[(b"content-length", b"5")]), arriving((1, b"he"), (1, b"llo")))
    assert [message.get("status") for message in sent] == [200, None]
    assert sent[1]["body"] == b"POST hello"


def test_a_body_in_chunks_has_a_length_when_it_arrives() -> None:
    sent = answer(scope(headers=[(b"transfer-encoding", b"chunked")]), arriving((0, b"abc")))
    assert sent[1]["body"] == b"POST abc"


def test_a_request_without_a_body_waits_for_none() -> None:
    assert answer(scope(method="GET"), arriving(is_whole=False))[1]["body"] == b"GET "


@pytest.mark.parametrize(
    ("headers", "receive", "status", "code"),
    [
        ([(b"content-length", b"9")], arriving(is_whole=False), 408, b"request_timeout"),
        ([(b"content-length", b"101")], arriving(is_whole=False), 413, b"too_large"),
        ([(b"transfer-encoding", b"chunked")], arriving((0, b"x" * 101)), 413, b"too_large"),
        ([(b"content-length", b"-1")], arriving((0, b"")), 400, b"bad_request"),
        ([(b"content-length", "²".encode("latin-1"))], arriving((0, b"")), 400, b"bad_request"),
    ],
)
def test_a_refusal_has_the_shape_of_every_other_one(
    headers: Pairs, receive: Receive, status: int, code: bytes
) -> None:
    def never(*_: Any) -> list[bytes]:
        raise AssertionError("no thread is taken")

    start, body = answer(scope(headers=headers), receive, never)
    assert start["status"] == status
    found = dict(start["headers"])
    # What is still on its way cannot be told from the next request: the connection ends.
    assert found[b"connection"] == b"close"
    assert found[b"Content-Type"] == b"application/json"
    assert body["body"].startswith(b'{"code": "' + code + b'", "message": "')


def test_an_upload_may_be_larger() -> None:
    headers = [(b"content-length", b"150"), (b"content-type", b"multipart/form-data; boundary=x")]
    assert answer(scope(headers=headers), arriving((0, b"x" * 150)))[0]["status"] == 200


def test_a_file_that_is_imported_may_be_larger_still_and_only_there() -> None:
    headers = [(b"content-length", b"250"), (b"content-type", b"multipart/form-data; boundary=x")]
    there = scope(IMPORT_PATH, headers=headers)
    assert answer(there, arriving((0, b"x" * 250)))[0]["status"] == 200
    assert answer(scope(headers=headers), arriving(is_whole=False))[0]["status"] == 413
    plain = scope(IMPORT_PATH, headers=[(b"content-length", b"250")])
    assert answer(plain, arriving(is_whole=False))[0]["status"] == 413


def test_who_goes_is_not_answered_and_takes_no_thread() -> None:
    headers = [(b"content-length", b"9")]
    assert answer(scope(headers=headers), arriving((1, b"x"), is_cut=True), None) == []


def test_no_more_wait_than_may_and_health_is_asked_all_the_same() -> None:
    gate = threading.Event()

    def slow(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        if environ["PATH_INFO"] != "/healthz":
            gate.wait(20)
        return echo(environ, start)

    async def work() -> None:
        shield = make(slow)
        get = scope(method="GET")
        busy = [asyncio.create_task(tell(shield, get, arriving())) for _ in range(2)]
        await asyncio.sleep(0.01)
        began = now()
        waiting = asyncio.create_task(tell(shield, get, arriving()))
        await asyncio.sleep(0.01)
        full = await tell(shield, get, arriving())
        assert full[0]["status"] == 503
        assert dict(full[0]["headers"])[b"Retry-After"] == b"2"
        health = await tell(shield, scope("/healthz", "GET"), arriving())
        assert health[0]["status"] == 200
        assert (await waiting)[0]["status"] == 503
        assert now() - began >= 3
        gate.set()
        assert [(await task)[0]["status"] for task in busy] == [200, 200]
        assert (await tell(shield, get, arriving()))[0]["status"] == 200

    run(work())


def test_a_file_is_sent_by_the_server_and_closed(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(b"1,2")
    opened: list[Any] = []

    def inner(environ: dict[str, Any], start: Callable[..., Any]) -> SentFile:
        start("200 OK", [("Content-Length", "3")])
        opened.append(file.open("rb"))
        wrapper: type[SentFile] = environ["wsgi.file_wrapper"]
        return wrapper(opened[-1])

    get, head = (scope(method=method, **EXTENSIONS) for method in ("GET", "HEAD"))
    assert answer(get, None, inner)[1] == {"type": "http.response.pathsend", "path": str(file)}
    assert answer(head, None, inner)[1] == {"type": "http.response.body", "body": b""}
    # Another server, which cannot send files by itself.
    assert answer(scope(method="GET"), None, inner)[1]["body"] == b"1,2"
    assert all(one.closed for one in opened)


def test_an_answer_is_closed_in_its_thread() -> None:
    threads: list[str] = []

    class Parts(list[bytes]):
        def close(self) -> None:
            threads.append(threading.current_thread().name)

    def inner(_environ: dict[str, Any], start: Callable[..., Any]) -> Parts:
        start("204 No Content", [])
        return Parts()

    assert answer(scope(method="GET"), None, inner)[0]["status"] == 204
    assert [name.partition("_")[0] for name in threads] == ["web"]


def test_a_failure_is_the_servers_and_frees_the_thread() -> None:
    def broken(_environ: dict[str, Any], _start: Callable[..., Any]) -> list[bytes]:
        raise ZeroDivisionError

    async def work() -> None:
        shield = make(broken)
        for _ in range(LIMITS.web_threads + LIMITS.web_queue + 2):
            with pytest.raises(ZeroDivisionError):
                await tell(shield, scope(method="GET"), arriving())

    run(work())


def test_what_django_is_told() -> None:
    headers = read_headers(
        [
            (b"Host", b"reef.localhost"),
            (b"cookie", b"a=1"),
            (b"cookie", b"b=2"),
            (b"x-forwarded-for", b"1.1.1.1"),
            (b"x-forwarded-for", b"2.2.2.2"),
            (b"x_forwarded_for", b"6.6.6.6"),
            (b"x-forwarded-proto", b"https"),
            (b"x-name", "Zoë".encode()),
            (b"content-type", b"text/plain"),
        ]
    )
    said = scope("/a%20b/%C3%A9%2Fc", "PUT")
    found = make_environ(said, headers, None, 0)
    wanted = {
        "REQUEST_METHOD": "PUT",
        "PATH_INFO": "/a b/é/c".encode().decode("latin-1"),
        "QUERY_STRING": "a=1",
        "SCRIPT_NAME": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "203.0.113.9",
        "wsgi.url_scheme": "http",
        "HTTP_HOST": "reef.localhost",
        "HTTP_COOKIE": "a=1;b=2",
        "HTTP_X_FORWARDED_FOR": "1.1.1.1,2.2.2.2",
        "HTTP_X_FORWARDED_PROTO": "https",
        "HTTP_X_NAME": "",
        "CONTENT_TYPE": "text/plain",
    }
    assert {name: found.get(name) for name in wanted} == wanted
    assert "CONTENT_LENGTH" not in found


@pytest.mark.parametrize(
    ("client", "forwarded", "expected"),
    [
        ("198.51.100.7", "", None),  # set aside for documentation: nobody's
        ("8.8.8.8", "", "8.8.8.8"),
        ("8.8.8.8", "9.9.9.9", "8.8.8.8"),
        ("10.0.0.1", "6.6.6.6, 9.9.9.9", "9.9.9.9"),
        ("10.0.0.1", "", None),
        ("10.0.0.2", "9.9.9.9", None),
        ("127.0.0.1", "", None),
        ("", "", None),
    ],
)
def test_whose_body_it_is(client: str, forwarded: str, expected: str | None) -> None:
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    assert client_address(client, headers, frozenset({"10.0.0.1"})) == expected


def test_limits_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFITTER_BODY_SECONDS", "7")
    assert read_limits().body_seconds == 7
    monkeypatch.setenv("OUTFITTER_BODY_SECONDS", "0")
    with pytest.raises(RuntimeError, match="OUTFITTER_BODY_SECONDS must be above zero"):
        read_limits()


def test_refusals_are_made_of_nothing_but_their_status() -> None:
    made = refuse(503)
    assert isinstance(made, Answer)
    assert b"overloaded" in made.body
    assert (b"Retry-After", b"2") in made.headers
