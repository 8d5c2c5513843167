"""One browser's stream of server-sent events: what waits to be sent to it, and when it ends."""

import asyncio
import json
import random
from collections import deque
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from outfitter.live.stream_grants import StreamGrant

# Proxies end connections on which nothing is said for a minute or so.
HEARTBEAT_SECONDS: Final = 15.0
# Then the browser asks anew, and is recognized anew: sessions end, roles change.
LIFE_SECONDS: Final = 300.0
# A browser that doesn't read gets no longer list than this, but is told to look for itself.
MOST_WAITING: Final = 64


class LiveStream:
    """Events of one operator on their way to one browser."""

    def __init__(self, grant: StreamGrant) -> None:
        self.grant = grant
        self._waiting: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._is_over = self._is_dismissed = False
        self._last_id = 0

    def begin(self, last_id: int) -> None:
        """
        Say hello first, and whether anything was missed since the browser was here.

        :param last_id: the last event of this operator; 0 when that is not known.
        """
        self._last_id = last_id
        is_missed = self.grant.heard_id not in {0, last_id}
        # Not all at once, when a worker ends and every browser comes back.
        retry = random.randint(500, 3000)  # noqa: S311
        text = f"retry: {retry}\n{_frame('hello', {'is_missed': is_missed}, last_id)}"
        self._waiting.appendleft(text.encode())
        self._news.set()

    def tell(self, event_id: int, event: Mapping[str, Any]) -> None:
        """Send an event, if it is for this person."""
        self._last_id = event_id
        if not self.grant.covers(event):
            return
        if len(self._waiting) >= MOST_WAITING:
            self.refresh()
            return
        self._waiting.append(_frame(event["kind"], event["data"], event_id).encode())
        self._news.set()

    def refresh(self) -> None:
        """Have the browser look for itself: events may be missing."""
        self._waiting.clear()
        self._waiting.append(_frame("hello", {"is_missed": True}, self._last_id).encode())
        self._news.set()

    def end(self) -> None:
        """End the stream; the browser comes back by itself."""
        self._is_over = True
        self._news.set()

    def dismiss(self) -> None:
        """End the stream and say so: the browser needn't come back at once to be refused."""
        self._is_dismissed = True
        self.end()

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield what is to be sent, until the stream ends or is old enough to be asked for anew."""
        loop = asyncio.get_running_loop()
        until = loop.time() + LIFE_SECONDS * random.uniform(0.8, 1)  # noqa: S311
        while not self._is_over and loop.time() < until:
            while self._waiting:
                yield self._waiting.popleft()
            self._news.clear()
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                yield b": still here\n\n"
        if self._is_dismissed:
            yield _frame("bye", {}, 0).encode()


def _frame(kind: str, data: Mapping[str, Any], event_id: int) -> str:
    number = f"id: {event_id}\n" if event_id else ""
    return f"event: {kind}\n{number}data: {json.dumps(data)}\n\n"
