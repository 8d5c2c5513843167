"""Calls of the product without a network: what the server itself takes for an answer."""

import io
import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from bench._bench_database import backend, cpu_of, middle
from bench._site import EMAIL, PASSWORD

WARMING: Final = 8


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Cost(NamedTuple):
    """
    What a call costs: statements, milliseconds from call to answer, and of processor time.

    Middles, but for the fastest: what it takes when nobody else is at work.
    """

    statement_cnt: int
    took: float
    fastest: float
    program: float
    database: float


class Browser:
    """The owner's browser; calls the product as its server does."""

    def __init__(self) -> None:
        from django.conf import settings
        from django.core.wsgi import get_wsgi_application

        settings.ALLOWED_HOSTS = ["*"]
        self._product: Any = get_wsgi_application()
        self.cookies: dict[str, str] = {}

    def sign_in(self) -> Answer:
        """Sign the owner in."""
        return self.post("/api/login", {"email": EMAIL, "password": PASSWORD})

    def post(self, path: str, body: Any = None) -> Answer:
        """Send something."""
        return self.call("POST", path, json.dumps(body or {}).encode())

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for something; `headers` by their names in the environment of WSGI."""
        return self.call("GET", path, **headers)

    def call(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """
        Call and keep the cookies.

        :raises RuntimeError: it was refused
        """
        told: dict[str, Any] = {}

        def start(status: str, pairs: list[tuple[str, str]], _problem: Any = None) -> None:
            told.update(status=int(status.split()[0]), pairs=pairs)

        parts = self._product(self._environment(method, path, body) | headers, start)
        content = b"".join(parts)
        parts.close()
        if told["status"] not in {200, 304}:
            raise RuntimeError(f"{path}: {told['status']} {content[:300]!r}")
        for name, value in told["pairs"]:
            if name == "Set-Cookie":
                key, _, rest = value.partition("=")
                self.cookies[key.strip()] = rest.partition(";")[0]
        return Answer(told["status"], dict(told["pairs"]), content)

    def _environment(self, method: str, path: str, body: bytes) -> dict[str, Any]:
        where, _, query = path.partition("?")
        return {
            "REQUEST_METHOD": method,
            "PATH_INFO": where,
            "QUERY_STRING": query,
            "SERVER_NAME": "bench.localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "bench.localhost",
            "HTTP_COOKIE": "; ".join(f"{key}={value}" for key, value in self.cookies.items()),
            "HTTP_X_CSRFTOKEN": self.cookies.get("csrftoken", ""),
            "HTTP_X_REQUESTED_WITH": "XMLHttpRequest",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.url_scheme": "http",
            "wsgi.version": (1, 0),
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }


def cost_of(work: Callable[[], Any], *, times: int) -> Cost:
    """Do something a few times, warm; returns its statements and the middles of what it took."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for _ in range(WARMING):
        work()
    with CaptureQueriesContext(connection) as sent:
        work()
    count, server = len(sent), backend()
    took, program, database = [], [], []
    for _ in range(times):
        begin = time.perf_counter(), time.process_time(), cpu_of(server)
        work()
        took.append(1000 * (time.perf_counter() - begin[0]))
        program.append(1000 * (time.process_time() - begin[1]))
        database.append(1000 * (cpu_of(server) - begin[2]))
    return Cost(count, middle(took), min(took), middle(program), middle(database))
