"""Reads a request's body whole, under a deadline that only its own bytes move."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import Any

from outfitter.shield.body_slots import IN_MEMORY, BodySlot, BodySlots
from outfitter.shield.request_limits import Limits

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Body = SpooledTemporaryFile[bytes]


class ClientGone(Exception):
    """Nobody is there any more to be answered."""


@dataclass
class RequestRefused(Exception):
    """This request gets no thread: the status says why."""

    status: int


async def read_body(
    receive: Receive,
    *,
    announced: int | None,
    most: int,
    address: str | None,
    limits: Limits,
    places: BodySlots,
) -> Body:
    """
    Return the body, in memory or a file without a name; its length is where it stands.

    :param announced: by Content-Length; None when the body ends by itself (chunked).
    :param most: bytes of the largest body of its type.
    :raises RequestRefused: 413 it is too large, 408 it is too slow, 503 it had to make room
    :raises ClientGone: the connection ended before the body did
    """
    if announced is not None and announced > most:
        raise RequestRefused(413)
    body: Body = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 -- who reads it closes it
    place = places.enter(address)
    try:
        await _fill(body, receive, announced, most, limits, places, place)
    except BaseException:
        body.close()
        raise
    finally:
        places.leave(place)
    return body


async def _fill(
    body: Body,
    receive: Receive,
    announced: int | None,
    most: int,
    limits: Limits,
    places: BodySlots,
    place: BodySlot,
) -> None:
    began = asyncio.get_running_loop().time()
    try:
        async with asyncio.timeout_at(began + limits.seconds_for(0)) as deadline:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientGone
                chunk: bytes = message.get("body", b"")
                if place.received + len(chunk) > most:
                    raise RequestRefused(413)
                places.grow(place, len(chunk))
                if place.is_lost:
                    raise RequestRefused(503)
                body.write(chunk)
                # The server reads no further than announced; its word for the end costs a turn.
                if place.received == announced or not message.get("more_body", False):
                    return
                deadline.reschedule(began + limits.seconds_for(place.received))
    except TimeoutError:
        raise RequestRefused(408) from None
    except asyncio.CancelledError:
        if not place.is_lost:
            raise
        task = asyncio.current_task()
        if task is not None:
            task.uncancel()
        raise RequestRefused(503) from None
