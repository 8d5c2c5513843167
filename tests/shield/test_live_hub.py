"""Streams of events in the loop: who hears what, what is said after a break, and when a stream ends."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from outfitter.live.stream_grants import END, StreamGrant, channel_of, hand_over
from outfitter.shield.live_hub import HubClosed, LiveHub
from outfitter.shield.live_stream import HEARTBEAT_SECONDS, LIFE_SECONDS, MOST_WAITING, LiveStream
from outfitter.shield.request_limits import Limits
from tests.shield.clock import now, run

pytestmark = pytest.mark.rules
LIMITS = Limits(live_streams=4, live_streams_per_person=2)


class FakeBroker:
    """A broker in memory, whose connection can break."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.channels: set[str] = set()
        self.queue: asyncio.Queue[Any] = asyncio.Queue()
        self.is_away = False

    def pubsub(self) -> "FakeBroker":
        """Return what hears: this one, on no channel."""
        self.channels, self.queue = set(), asyncio.Queue()
        return self

    async def subscribe(self, *channels: str) -> None:
        """Hear channels, which is confirmed."""
        if self.is_away:
            raise ConnectionError
        self.channels |= set(channels)
        for channel in channels:
            self.queue.put_nowait({"type": "subscribe", "channel": channel.encode(), "data": 1})

    async def unsubscribe(self, *channels: str) -> None:
        """Hear channels no longer."""
        self.channels -= set(channels)

    async def get_message(self, **_options: Any) -> Any:
        """Return what came next, or fail as a connection does."""
        found = await self.queue.get()
        if isinstance(found, Exception):
            raise found
        return found

    async def get(self, key: str) -> Any:
        """Return a number."""
        return str(self.numbers.get(key, 0)).encode()

    async def aclose(self) -> None:
        """Let go."""

    def say(self, schema: str, kind: str = "inbox.changed", **more: Any) -> None:
        """Say something on an operator's channel."""
        channel = channel_of(schema)
        number = self.numbers[channel] = self.numbers.get(channel, 0) + 1
        text = json.dumps({"kind": kind, "data": {}, **more})
        if channel in self.channels:
            data = f"{number} {text}".encode()
            self.queue.put_nowait({"type": "message", "channel": channel.encode(), "data": data})


def grant(schema: str = "reef", avatar_id: int = 1, **more: Any) -> StreamGrant:
    """Return who listens."""
    return StreamGrant(schema, avatar_id, more.pop("session_id", 7), **more)


async def heard(stream: LiveStream, count: int) -> list[tuple[str, Any]]:
    """Return the next events of a stream, by kind and data."""
    found: list[tuple[str, Any]] = []
    async for chunk in stream.chunks():
        lines = dict(line.split(": ", 1) for line in chunk.decode().splitlines() if line[:1] not in {"", ":"})
        if "event" in lines:
            found.append((lines["event"], json.loads(lines["data"])))
        if len(found) == count:
            break
    return found


def with_hub(work: Callable[[LiveHub, FakeBroker], Awaitable[None]]) -> None:
    """Run something with a hub and its broker."""

    async def whole() -> None:
        broker = FakeBroker()
        hub = LiveHub(lambda: broker, LIMITS)
        try:
            await work(hub, broker)
        finally:
            hub.close()

    run(whole())


def test_an_operator_hears_its_own_events_alone() -> None:
    async def work(hub: LiveHub, broker: FakeBroker) -> None:
        reef, bay = await hub.enter(grant("reef")), await hub.enter(grant("bay", 2))
        broker.say("reef", data={"conversation": 1})
        broker.say("bay", data={"conversation": 2})
        broker.say("lake", data={"conversation": 3})
        first = ("hello", {"is_missed": False})
        assert await heard(reef, 2) == [first, ("inbox.changed", {"conversation": 1})]
        assert await heard(bay, 2) == [first, ("inbox.changed", {"conversation": 2})]
        # What nobody here listens to does not even arrive.
        hub.leave(bay)
        await asyncio.sleep(0.01)
        assert broker.channels == {"of:live", "of:live:reef"}

    with_hub(work)


@pytest.mark.parametrize(
    ("event", "hears"),
    [
        ({}, True),
        ({"permission": "call.view"}, True),
        ({"permission": "crm.send"}, False),
        ({"avatar_ids": [1, 5]}, True),
        ({"avatar_ids": [5]}, False),
        ({"avatar_ids": []}, False),
        ({"is_unscoped": True}, False),
        ({"permission": "call.view", "avatar_ids": [5]}, False),
    ],
)
def test_who_an_event_is_for(event: dict[str, Any], *, hears: bool) -> None:
    person = grant(permissions=frozenset({"call.view"}), is_unscoped=False)
    assert person.covers({"permission": None, "avatar_ids": None, **event}) is hears


def test_a_browser_that_comes_back_learns_whether_it_missed_anything() -> None:
    async def work(hub: LiveHub, broker: FakeBroker) -> None:
        broker.numbers[channel_of("reef")] = 41
        for heard_id, is_missed in ((0, False), (41, False), (40, True)):
            stream = await hub.enter(grant(avatar_id=heard_id, heard_id=heard_id))
            assert await heard(stream, 1) == [("hello", {"is_missed": is_missed})]
            hub.leave(stream)

    with_hub(work)


def test_while_the_broker_is_away_browsers_are_sent_to_ask_for_themselves() -> None:
    async def work(hub: LiveHub, broker: FakeBroker) -> None:
        stream = await hub.enter(grant())
        await heard(stream, 1)
        broker.is_away = True
        broker.queue.put_nowait(ConnectionError())
        assert await heard(stream, 1) == [("bye", {})]
        hub.leave(stream)
        # Nobody is kept waiting for long meanwhile, and nobody gets a stream that says nothing.
        began = now()
        with pytest.raises(HubClosed):
            await hub.enter(grant(avatar_id=2))
        assert now() - began <= 1
        assert hub.count == 0
        broker.is_away = False
        await asyncio.sleep(20)
        again = await hub.enter(grant())
        broker.say("reef")
        assert await heard(again, 2) == [("hello", {"is_missed": False}), ("inbox.changed", {})]

    with_hub(work)


def test_a_browser_that_does_not_read_is_told_to_look_for_itself() -> None:
    async def work(hub: LiveHub, broker: FakeBroker) -> None:
        stream = await hub.enter(grant())
        for _ in range(MOST_WAITING + 1):
            broker.say("reef")
        await asyncio.sleep(0.01)
        assert await heard(stream, 1) == [("hello", {"is_missed": True})]

    with_hub(work)


def test_streams_end_with_their_session_and_with_the_operator() -> None:
    async def work(hub: LiveHub, broker: FakeBroker) -> None:
        mine, other = await hub.enter(grant(session_id=1)), await hub.enter(grant("reef", 2, session_id=2))
        broker.say("reef", END, data={"session_ids": [1]})
        await asyncio.sleep(0.01)
        # It ends at once, whatever was still to be said, and the browser is told.
        assert await heard(mine, 9) == [("bye", {})]
        assert await heard(other, 1) == [("hello", {"is_missed": False})]
        broker.say("reef", END, data={"session_ids": None})
        assert await heard(other, 9) == [("bye", {})]

    with_hub(work)


def test_a_stream_is_asked_for_anew_now_and_then() -> None:
    async def work(hub: LiveHub, _broker: FakeBroker) -> None:
        stream, began, last = await hub.enter(grant()), now(), now()
        async for _chunk in stream.chunks():
            assert now() - last <= HEARTBEAT_SECONDS
            last = now()
        assert 0.7 * LIFE_SECONDS <= now() - began <= LIFE_SECONDS + HEARTBEAT_SECONDS

    with_hub(work)


def test_whoever_has_too_many_loses_the_oldest_and_a_full_worker_refuses() -> None:
    async def work(hub: LiveHub, _broker: FakeBroker) -> None:
        oldest = await hub.enter(grant())
        for _ in range(2):
            await hub.enter(grant())
        assert await heard(oldest, 9) == [("bye", {})]
        await hub.enter(grant(avatar_id=2))
        await hub.enter(grant(avatar_id=3))
        assert hub.count == 4
        with pytest.raises(HubClosed):
            await hub.enter(grant(avatar_id=4))
        hub.close()
        with pytest.raises(HubClosed):
            await hub.enter(grant())

    with_hub(work)


def test_nothing_streams_without_a_broker_or_a_server_that_can() -> None:
    async def work() -> None:
        with pytest.raises(HubClosed):
            await LiveHub(lambda: None, LIMITS).enter(grant())

    run(work())
    assert not hand_over({"HTTP_OUTFITTER_STREAM": "1"}, grant())
