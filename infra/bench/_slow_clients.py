"""Clients that never finish, and how long everybody else waits beside them."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from typing import Final, NamedTuple

HOST: Final = "127.0.0.1"
CROWD: Final = 200
# A body that stops after its first bytes, a head that stops, an answer that nobody reads.
BODY: Final = "POST /api/trip/save HTTP/1.1\r\nHost: {host}\r\nContent-Length: 900\r\n\r\nabc"
CHUNKED: Final = "POST /api/login HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
HEAD: Final = "GET /healthz HTTP/1.1\r\nHost: {host}\r\nX-Slow: "


class Ask(NamedTuple):
    """One request: method, path, body and headers."""

    method: str
    path: str
    body: bytes = b""
    headers: Mapping[str, str] = {}


def free_port() -> int:
    """Return a port that is free at this moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served(argv: Sequence[str], port: int, env: Mapping[str, str]) -> Iterator[int]:
    """
    Run a web server as a process of its own until it answers; yields the port.

    :raises RuntimeError: it does not answer within two minutes
    """
    with subprocess.Popen(
        argv, env={**os.environ, **env}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            _wait_for(f"http://{HOST}:{port}/healthz", server)
            yield port
        finally:
            server.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(10)
            if server.poll() is None:
                server.kill()


def shielded(port: int) -> list[str]:
    """Return the command line of the product's own server."""
    return [sys.executable, "-m", "outfitter.shield", "--port", str(port)]


def unshielded(port: int) -> list[str]:
    """Return the command line of the same server without the shield, four threads as well."""
    program = Path(sys.executable).with_name("granian")
    return [
        str(program),
        "--interface",
        "wsgi",
        "--port",
        str(port),
        "--no-ws",
        "--workers",
        "1",
        "--blocking-threads",
        "4",
        "--access-log",
        "--working-dir",
        str(Path(__file__).parents[1]),
        "bench._plain_server:application",
    ]


def _wait_for(url: str, server: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 120
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError, urllib.error.URLError), opener.open(url, timeout=5):
            return
        time.sleep(0.1)
    raise RuntimeError("the web server does not answer")


@contextlib.contextmanager
def besieged(port: int, host: str, lines: Sequence[str], count: int = CROWD) -> Iterator[None]:
    """Keep `count` connections open that each sent one of the lines, and renew those that end."""
    stop, ready = Event(), Event()

    def crowd() -> None:
        places: list[socket.socket | None] = [None] * count
        while not stop.is_set():
            for number in range(count):
                place = places[number]
                if place is None or _is_over(place):
                    places[number] = _begin(port, lines[number % len(lines)].format(host=host))
            ready.set()
            stop.wait(0.25)
        for place in places:
            if place is not None:
                place.close()

    thread = Thread(target=crowd)
    thread.start()
    ready.wait()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _begin(port: int, text: str) -> socket.socket | None:
    made = socket.socket()
    try:
        # Little room, so that a large answer stays with the server.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.settimeout(2)
        made.connect((HOST, port))
        made.sendall(text.encode())
    except OSError:
        made.close()
        return None
    return made


def _is_over(place: socket.socket) -> bool:
    """Tell whether the server has ended a connection, without reading what it sent."""
    try:
        place.settimeout(0)
        # A refusal is there to be read as a whole before the end.
        seen = place.recv(16, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True
    if seen == b"" or seen.startswith((b"HTTP/1.1 408", b"HTTP/1.1 503", b"HTTP/1.1 413")):
        place.close()
        return True
    return False


def ask(
    port: int,
    host: str,
    asks: Sequence[Ask],
    *,
    times: int,
    clients: int = 4,
    patience: float = 20,
    are_refusals_fine: bool = False,
) -> list[float]:
    """
    Ask all of these so many times from each client; returns the seconds of each, shortest first.

    :param patience: seconds after which an answer is given up; it counts as that long.
    :raises RuntimeError: an answer is a refusal
    """
    with ThreadPoolExecutor(clients) as pool:
        jobs = [
            pool.submit(_client, port, host, asks, times, patience, are_refusals_fine) for _ in range(clients)
        ]
        return sorted(one for job in jobs for one in job.result())


def _client(
    port: int, host: str, asks: Sequence[Ask], times: int, patience: float, is_fine: bool
) -> list[float]:
    found = []
    connection = http.client.HTTPConnection(HOST, port, timeout=patience)
    for _ in range(times):
        for one in asks:
            began = time.perf_counter()
            try:
                headers = {"Host": host, **one.headers}
                connection.request(one.method, one.path, one.body or None, headers)
                answer = connection.getresponse()
                text = answer.read()
                if answer.status >= 400 and not is_fine:
                    raise RuntimeError(f"{one.path}: {answer.status} {text[:300]!r}")
            except (OSError, http.client.HTTPException):
                connection.close()
            found.append(time.perf_counter() - began)
    connection.close()
    return found


def p95(seconds: Sequence[float]) -> float:
    """Return the 95th of a hundred, in milliseconds."""
    return 1000 * sorted(seconds)[max(0, -(-95 * len(seconds) // 100) - 1)]
