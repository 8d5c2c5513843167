"""
The SDK's event loop beside our threads (ADR 112).

A request has one of the worker's threads, with its tenant and its database connection, before the SDK
sees it. The SDK runs in one loop of the process; what it calls of ours is done in the request's own
thread, which waits for that and does nothing else meanwhile. No work of a tenant ever runs in the loop.
"""

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError, Future
from contextvars import ContextVar
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse

T = TypeVar("T")
App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
_Job = Callable[[], None]
# What the SDK and one tool may take together; the database's own limits are much shorter.
_SECONDS: Final = 60.0


class _Exchange:
    """One request: what is to be done in its thread, and what was answered."""

    def __init__(self) -> None:
        self.jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""


_current: ContextVar[_Exchange] = ContextVar("exchange")


async def in_thread(work: Callable[[], T]) -> T:
    """
    Do something in the thread of the request that is being answered, and return what it returns.

    What it raises is raised here.
    """
    loop = asyncio.get_running_loop()
    told: asyncio.Future[T] = loop.create_future()

    def job() -> None:
        try:
            found = work()
        except Exception as problem:
            loop.call_soon_threadsafe(_set, told, None, problem)
        else:
            loop.call_soon_threadsafe(_set, told, found, None)

    _current.get().jobs.put(job)
    return await told


def _set(told: "asyncio.Future[Any]", found: Any, problem: Exception | None) -> None:
    if told.done():
        return
    if problem is None:
        told.set_result(found)
    else:
        told.set_exception(problem)


class LoopThread:
    """One event loop in a thread of its own, begun when it is first needed; one a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0

    def loop(self) -> asyncio.AbstractEventLoop:
        """Return the loop; a worker that was forked begins its own."""
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop, self._pid = asyncio.new_event_loop(), os.getpid()
                thread = threading.Thread(target=self._loop.run_forever, name="mcp", daemon=True)
                thread.start()
            return self._loop

    def answer(self, app: App, request: HttpRequest) -> HttpResponse:
        """
        Let an ASGI application answer a request; its calls of `in_thread` are done here.

        :raises TimeoutError: it did not answer in a minute
        """
        exchange = _Exchange()
        work = asyncio.run_coroutine_threadsafe(_run(app, request, exchange), self.loop())
        work.add_done_callback(lambda _done: exchange.jobs.put(None))
        _serve(exchange, work)
        work.result()
        response = HttpResponse(exchange.body, status=exchange.status)
        del response["Content-Type"]
        for name, value in exchange.headers:
            response[name.decode("latin-1")] = value.decode("latin-1")
        return response


def _serve(exchange: _Exchange, work: "Future[None]") -> None:
    while True:
        try:
            job = exchange.jobs.get(timeout=_SECONDS)
        except Empty:
            work.cancel()
            raise TimeoutError("the protocol did not answer in time") from None
        if job is None:
            break
        job()
    if work.cancelled():
        raise CancelledError


async def _run(app: App, request: HttpRequest, exchange: _Exchange) -> None:
    _current.set(exchange)
    is_read = False

    async def receive() -> dict[str, Any]:
        nonlocal is_read
        if is_read:
            # Nobody goes away: the shield has the whole request, and keeps the answer.
            await asyncio.Event().wait()
        is_read = True
        return {"type": "http.request", "body": request.body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            exchange.status, exchange.headers = message["status"], list(message["headers"])
        else:
            exchange.body += message.get("body", b"")

    await app(_scope(request), receive, send)


def _scope(request: HttpRequest) -> dict[str, Any]:
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in request.headers.items()]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.scheme,
        "path": request.path,
        "raw_path": request.path.encode(),
        "query_string": request.META.get("QUERY_STRING", "").encode("latin-1"),
        "root_path": "",
        "headers": headers,
        "server": (request.get_host().split(":")[0], None),
        "client": (getattr(request, "client_ip", None) or "", 0),
        "state": {},
    }


LOOP: Final = LoopThread()
