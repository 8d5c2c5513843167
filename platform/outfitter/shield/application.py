"""The shield: an ASGI application around Django's synchronous one."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from os.path import isabs
from typing import Any, Final, NamedTuple

from outfitter.live.stream_grants import HANDOVER, StreamGrant
from outfitter.shield.body_slots import BodySlots
from outfitter.shield.live_hub import HubClosed, LiveHub
from outfitter.shield.request_body import Body, ClientGone, Receive, RequestRefused, read_body
from outfitter.shield.request_limits import Limits
from outfitter.shield.thread_pool import Threads
from outfitter.shield.wsgi_environ import Headers, SentFile, client_address, make_environ, read_headers

Send = Callable[[dict[str, Any]], Awaitable[None]]
Scope = Mapping[str, Any]
Inner = Callable[[dict[str, Any], Any], Iterable[bytes]]
Pairs = list[tuple[bytes, bytes]]
# Load balancers are told the truth while every thread is at work.
HEALTH: Final = frozenset({"/livez", "/readyz", "/healthz"})
RETRY_AFTER: Final = 2
# A browser that takes nothing for so long has no stream any more.
SEND_SECONDS: Final = 30


class Answer(NamedTuple):
    """What Django said: bytes, the name of a file, or who may listen to events."""

    status: int
    headers: Pairs
    body: bytes = b""
    path: str | None = None
    grant: StreamGrant | None = None


class Shield:
    """
    Reads every request whole in the event loop and only then gives it a thread.

    :param inner: the WSGI application.
    :param proxies: addresses whose X-Forwarded-For counts.
    :param refuse: returns the product's answer to a status, in its one error shape.
    :param connect: returns a client of the broker whose events are streamed; None when there is none.
    """

    def __init__(
        self,
        inner: Inner,
        limits: Limits,
        *,
        proxies: Iterable[str],
        refuse: Callable[[int], Answer],
        connect: Callable[[], Any] = lambda: None,
    ) -> None:
        self.live = LiveHub(connect, limits)
        self.inner, self.limits, self.refuse = inner, limits, refuse
        self.proxies = frozenset(proxies)
        self.places = BodySlots(limits)
        queue, seconds = limits.web_queue, limits.web_queue_seconds
        self.threads = Threads("web", limits.web_threads, queue=queue, seconds=seconds)
        self.health = Threads("health", 1, queue=16, seconds=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = read_headers(scope["headers"])
        try:
            answer = await self._answer(scope, headers, receive)
        except ClientGone:
            return
        except RequestRefused as refusal:
            answer = self.refuse(refusal.status)
        if answer.grant is not None:
            await self._stream(answer, answer.grant, receive, send)
        else:
            await _send(answer, scope, send)

    async def _stream(self, answer: Answer, grant: StreamGrant, receive: Receive, send: Send) -> None:
        """Send events until somebody ends it; no thread knows of it."""
        try:
            stream = await self.live.enter(grant)
        except HubClosed:
            refused = self.refuse(503)
            await send({"type": "http.response.start", "status": 503, "headers": refused.headers})
            await send({"type": "http.response.body", "body": refused.body})
            return
        gone = asyncio.ensure_future(_until_gone(receive))
        gone.add_done_callback(lambda _: stream.end())
        try:
            async with asyncio.timeout(SEND_SECONDS) as deadline:
                await send({"type": "http.response.start", "status": 200, "headers": answer.headers})
                async for chunk in stream.chunks():
                    deadline.reschedule(asyncio.get_running_loop().time() + SEND_SECONDS)
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
                    # The next heartbeat comes long before.
                    deadline.reschedule(asyncio.get_running_loop().time() + SEND_SECONDS)
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            return
        finally:
            gone.cancel()
            self.live.leave(stream)

    async def _answer(self, scope: Scope, headers: Headers, receive: Receive) -> Answer:
        body = await self._body(scope, headers, receive)
        try:
            length = body.tell() if body else 0
            if body:
                body.seek(0)
            environ = make_environ(scope, headers, body, length)
            is_sent = "http.response.pathsend" in scope.get("extensions", {})
            threads = self.health if environ["PATH_INFO"] in HEALTH else self.threads
            return await threads.run(lambda: call(self.inner, environ, is_sent=is_sent))
        finally:
            if body:
                body.close()

    async def _body(self, scope: Scope, headers: Headers, receive: Receive) -> Body | None:
        length = headers.get("content-length")
        if length in {None, "0"} and "transfer-encoding" not in headers and _is_1(scope):
            return None
        if length is not None and not (length.isascii() and length.isdigit()):
            raise RequestRefused(400)
        client = scope.get("client") or ("", 0)
        return await read_body(
            receive,
            announced=None if length is None else int(length),
            most=self.limits.most_bytes(headers.get("content-type", ""), str(scope.get("path", ""))),
            address=client_address(client[0], headers, self.proxies),
            limits=self.limits,
            places=self.places,
        )


def _is_1(scope: Scope) -> bool:
    return str(scope["http_version"]).startswith("1")


def call(inner: Inner, environ: dict[str, Any], *, is_sent: bool) -> Answer:
    """
    Let the inner application answer, in this thread and to the end.

    :param is_sent: the server sends a file by its name.
    """
    heads: list[tuple[int, Pairs]] = []
    grants: list[StreamGrant] = []
    environ[HANDOVER] = grants.append

    def start_response(status: str, headers: list[tuple[str, str]], _info: Any = None) -> None:
        pairs = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        heads.append((int(status.split(" ", 1)[0]), pairs))

    parts = inner(environ, start_response)
    try:
        if not isinstance(parts, SentFile):
            body = b"".join(parts)
            status, headers = heads[-1]
            return Answer(status, headers, body, grant=grants[0] if grants and status == 200 else None)
        name = getattr(parts.file, "name", None)
        if is_sent and isinstance(name, str) and isabs(name):
            return Answer(*heads[-1], path=name)
        return Answer(*heads[-1], parts.file.read())
    finally:
        close = getattr(parts, "close", None)
        if close:
            close()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(answer: Answer, scope: Scope, send: Send) -> None:
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(start)
    if answer.path is not None and scope["method"] != "HEAD":
        await send({"type": "http.response.pathsend", "path": answer.path})
    else:
        await send({"type": "http.response.body", "body": answer.body})
