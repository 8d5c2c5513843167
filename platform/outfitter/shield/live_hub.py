"""
Streams of events, in the event loop: any number of them on no thread and one connection to the broker.

The hub hears the operators who have a browser open at this worker, each on a channel of its own: what
another operator's channel carries never gets here (docs/adr/0110).
"""

import asyncio
import contextlib
import json
import logging
import signal
from collections.abc import Callable
from typing import Any, Final

from outfitter.live.stream_grants import END, SILENCE, StreamGrant, channel_of
from outfitter.shield.live_stream import LiveStream
from outfitter.shield.request_limits import Limits

log = logging.getLogger(__name__)
FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 15.0
# So long a browser waits for a broker that is away; then it asks for itself, every few seconds.
ANSWER_SECONDS: Final = 1.0


class HubClosed(Exception):
    """No stream begins here: the worker is ending, is full, or has no broker."""


class LiveHub:
    """
    All streams of a worker.

    :param connect: returns a client of the broker (redis.asyncio), None when there is none.
    """

    def __init__(self, connect: Callable[[], Any], limits: Limits) -> None:
        self._connect, self._limits = connect, limits
        self._streams: dict[str, list[LiveStream]] = {}
        self._heard: dict[str, asyncio.Event] = {}
        self._broker: Any = None
        self._subscription: Any = None
        self._listening: asyncio.Task[None] | None = None
        self._is_ready = asyncio.Event()
        self._turn = asyncio.Lock()
        self._errands: set[asyncio.Task[None]] = set()
        self._is_closed = False

    @property
    def count(self) -> int:
        """Return how many streams are open."""
        return sum(len(streams) for streams in self._streams.values())

    async def enter(self, grant: StreamGrant) -> LiveStream:
        """
        Open a stream; whoever has too many loses the oldest.

        :raises HubClosed: none begins here; the browser asks by itself meanwhile
        """
        self._start()
        self._make_room(grant)
        stream = LiveStream(grant)
        self._streams.setdefault(grant.schema_name, []).append(stream)
        try:
            stream.begin(await self._last_id(grant.schema_name))
        except BaseException:
            self.leave(stream)
            raise
        return stream

    def leave(self, stream: LiveStream) -> None:
        """Forget a stream that ended; an operator without streams is heard no longer."""
        schema = stream.grant.schema_name
        mine = self._streams.get(schema, [])
        if stream in mine:
            mine.remove(stream)
        if not mine and self._streams.pop(schema, None) is not None and not self._is_closed:
            errand = asyncio.get_running_loop().create_task(self._follow(schema))
            self._errands.add(errand)
            errand.add_done_callback(self._errands.discard)

    def close(self) -> None:
        """End every stream and take no more: the worker is ending."""
        self._is_closed = True
        for streams in self._streams.values():
            for stream in streams:
                stream.end()
        if self._listening is not None:
            self._listening.cancel()

    def _make_room(self, grant: StreamGrant) -> None:
        mine = self._streams.get(grant.schema_name, [])
        own = [stream for stream in mine if stream.grant.avatar_id == grant.avatar_id]
        if len(own) >= self._limits.live_streams_per_person:
            own[0].dismiss()
            self.leave(own[0])
        elif self.count >= self._limits.live_streams:
            raise HubClosed

    def _start(self) -> None:
        if self._is_closed:
            raise HubClosed
        if self._listening is not None:
            return
        self._broker = self._connect()
        if self._broker is None:
            raise HubClosed
        loop = asyncio.get_running_loop()
        self._listening = loop.create_task(self._listen())
        _end_with_worker(lambda: loop.call_soon_threadsafe(self.close))

    async def _last_id(self, schema: str) -> int:
        """
        Return the last event of an operator, 0 before the first; every later one is heard.

        :raises HubClosed: the broker is away
        """
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._is_ready.wait()
                await self._follow(schema)
                await self._heard[schema].wait()
                return int(await self._broker.get(channel_of(schema)) or 0)
        except Exception as problem:
            raise HubClosed from problem

    async def _follow(self, schema: str) -> None:
        """Hear an operator who has streams here, and no other."""
        async with self._turn:
            if self._subscription is None:
                return
            if schema in self._streams and schema not in self._heard:
                self._heard[schema] = asyncio.Event()
                await self._subscription.subscribe(channel_of(schema))
            elif schema not in self._streams and schema in self._heard:
                del self._heard[schema]
                await self._subscription.unsubscribe(channel_of(schema))

    async def _listen(self) -> None:
        """Hear the broker until the worker ends; while it is away nobody has a stream that says nothing."""
        wait = FIRST_WAIT
        while not self._is_closed:
            try:
                await self._subscribe()
                wait = FIRST_WAIT
                while True:
                    self._hear(await self._subscription.get_message(timeout=None))
            except Exception as problem:
                log.warning("live events are not heard: %r", problem)
                for stream in [one for streams in self._streams.values() for one in streams]:
                    stream.dismiss()
            finally:
                await self._let_go()
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _subscribe(self) -> None:
        subscription = self._broker.pubsub()
        # It has to begin with something, and stays when the last stream ended.
        await subscription.subscribe(SILENCE)
        self._subscription = subscription
        self._is_ready.set()
        for schema in list(self._streams):
            await self._follow(schema)

    async def _let_go(self) -> None:
        subscription, self._subscription = self._subscription, None
        self._heard.clear()
        self._is_ready.clear()
        if subscription is not None:
            with contextlib.suppress(Exception):
                await subscription.aclose()

    def _hear(self, message: Any) -> None:
        if message is None:
            return
        schema = _text(message["channel"]).removeprefix(f"{SILENCE}:")
        if message["type"] == "subscribe" and schema in self._heard:
            self._heard[schema].set()
        elif message["type"] == "message" and schema in self._streams:
            number, _, text = _text(message["data"]).partition(" ")
            self._tell(schema, int(number), json.loads(text))

    def _tell(self, schema: str, number: int, event: dict[str, Any]) -> None:
        ended = event["data"]["session_ids"] if event["kind"] == END else ()
        for stream in self._streams.get(schema, ()):
            if event["kind"] != END:
                stream.tell(number, event)
            elif ended is None or stream.grant.session_id in ended:
                stream.dismiss()


def _text(said: bytes | str) -> str:
    return said.decode() if isinstance(said, bytes) else said


def _end_with_worker(end: Callable[[], Any]) -> None:
    """
    Have streams end when the worker is told to: it waits for open answers, and theirs never end.

    Granian hears the signal through the loop; Python's own handler is free beside it.
    """

    def hear(_number: int, _frame: Any) -> None:
        end()

    # Not in a test's thread, which has no signals.
    with contextlib.suppress(ValueError):
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, hear)
