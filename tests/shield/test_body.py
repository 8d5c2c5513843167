"""A body is whole in time or refused; nothing but its own bytes moves its deadline."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.shield.body_slots import IN_MEMORY, BodySlots
from outfitter.shield.request_body import ClientGone, RequestRefused, read_body
from outfitter.shield.request_limits import Limits
from tests.shield.clock import Receive, arriving, now, run

pytestmark = pytest.mark.rules

LIMITS = Limits(
    body_grace_seconds=5,
    body_bytes_per_second=100,
    body_seconds=20,
    body_bytes=3000,
    bodies=4,
    bodies_per_address=2,
    bodies_bytes=5000,
)
SLOW = [(1.0, b"x" * 50)] * 60
STEADY = [(1.0, b"x" * 100)] * 15
FAST = [(1.0, b"x" * 190)] * 15


async def _read(
    receive: Receive,
    places: BodySlots,
    *,
    announced: int | None = None,
    address: str | None = None,
    most: int = LIMITS.body_bytes,
) -> bytes:
    body = await read_body(
        receive, announced=announced, most=most, address=address, limits=LIMITS, places=places
    )
    with body:
        length = body.tell()
        body.seek(0)
        found = body.read()
    assert length == len(found)
    return found


def outcome(receive: Receive, **more: Any) -> tuple[object, float]:
    """Return what became of a body (its bytes or a status) and after how many seconds."""

    async def work() -> tuple[object, float]:
        places = BodySlots(LIMITS)
        try:
            found: object = await _read(receive, places, **more)
        except RequestRefused as refusal:
            found = refusal.status
        except ClientGone:
            found = "gone"
        assert len(places) == 0
        assert places._bytes == 0
        return found, now()

    return run(work())


@pytest.mark.parametrize(
    ("receive", "expected", "seconds"),
    [
        pytest.param(arriving((0, b"{}")), b"{}", 0, id="at-once"),
        pytest.param(arriving((0, b"")), b"", 0, id="empty"),
        pytest.param(arriving((0, b"a"), (4, b"b")), b"ab", 4, id="within-the-grace"),
        pytest.param(arriving(is_whole=False), 408, 5, id="nothing-ever"),
        pytest.param(arriving((0, b"abc"), is_whole=False), 408, 5.03, id="three-bytes"),
        pytest.param(arriving(*SLOW), 408, 9, id="half-the-rate"),
        pytest.param(arriving(*STEADY), b"x" * 1500, 15, id="at-the-rate"),
        pytest.param(arriving(*[(1.0, b"x" * 120)] * 60), 408, 20, id="longer-than-anything-may"),
        pytest.param(arriving((0, b"x" * 2000), is_whole=False), 408, 20, id="a-head-start-ends"),
        pytest.param(arriving(*[(4.9, b"x")] * 9), 408, 5.01, id="a-byte-now-and-then"),
        pytest.param(arriving((0, b"x" * 3001)), 413, 0, id="too-large-in-one"),
        pytest.param(arriving(*FAST, (0, b"x" * 200)), 413, 15, id="too-large-by-chunks"),
        pytest.param(arriving((0, b"x" * 3000)), b"x" * 3000, 0, id="as-large-as-may-be"),
        pytest.param(arriving((1, b"ab"), is_cut=True), "gone", 1, id="client-goes"),
        pytest.param(arriving(is_cut=True), "gone", 0, id="client-goes-at-once"),
    ],
)
def test_a_body_is_whole_in_time_or_refused(receive: Receive, expected: object, seconds: float) -> None:
    found, after = outcome(receive)
    assert found == expected
    assert after == pytest.approx(seconds, abs=0.02)


def test_what_announces_too_much_is_not_read() -> None:
    async def receive() -> Any:
        raise AssertionError("nothing is read")

    assert outcome(receive, announced=3001) == (413, 0.0)


def test_a_body_is_whole_when_it_is_as_long_as_announced() -> None:
    assert outcome(arriving((1, b"ab"), is_whole=False), announced=2) == (b"ab", 1.0)
    assert outcome(arriving((1, b"ab"), is_whole=False), announced=3)[0] == 408


def test_a_large_body_lies_in_a_file() -> None:
    sent = b"y" * (IN_MEMORY + 1)
    limits = Limits()

    async def work() -> tuple[bool, bytes]:
        body = await read_body(
            arriving((0, sent)),
            announced=len(sent),
            most=limits.body_bytes,
            address=None,
            limits=limits,
            places=BodySlots(limits),
        )
        with body:
            body.seek(0)
            return bool(body._rolled), body.read()  # type: ignore[attr-defined]

    assert run(work()) == (True, sent)


@given(st.lists(st.tuples(st.floats(0, 10), st.integers(0, 900)), min_size=1, max_size=12))
def test_no_body_is_read_longer_than_its_bytes_have_earned(parts: list[tuple[float, int]]) -> None:
    found, after = outcome(arriving(*[(seconds, b"z" * count) for seconds, count in parts]))
    sent = b"".join(b"z" * count for _, count in parts)
    assert after <= LIMITS.seconds_for(len(sent)) + 0.02
    if isinstance(found, bytes):
        assert found == sent
    else:
        assert found in {408, 413}


def _crowd(addresses: list[str | None], sizes: list[int]) -> list[object]:
    """Begin bodies one after the other that never end, then an honest one; returns what became."""

    async def work() -> list[object]:
        places = BodySlots(LIMITS)

        async def one(address: str | None, size: int) -> object:
            try:
                receive = arriving((0, b"x" * size), is_whole=size == 2)
                return await _read(receive, places, address=address)
            except RequestRefused as refusal:
                return refusal.status

        tasks = []
        for address, size in zip(addresses, sizes, strict=True):
            tasks.append(asyncio.create_task(one(address, size)))
            await asyncio.sleep(0.01)
        return await asyncio.gather(*tasks)

    return run(work())


@pytest.mark.parametrize(
    ("addresses", "sizes", "expected"),
    [
        pytest.param(
            [None] * 4 + ["honest"],
            [3] * 4 + [2],
            [503, 408, 408, 408, b"xx"],
            id="when-all-places-are-taken-the-oldest-goes",
        ),
        pytest.param(
            ["a", "a", "a", "b"], [3, 3, 3, 2], [503, 408, 408, b"xx"], id="an-address-displaces-itself"
        ),
        pytest.param(
            [None, None, None], [2500, 2600, 3], [408, 503, 408], id="when-the-room-is-short-the-largest-goes"
        ),
    ],
)
def test_a_newcomer_always_gets_a_place(
    addresses: list[str | None], sizes: list[int], expected: list[object]
) -> None:
    assert _crowd(addresses, sizes) == expected


def test_a_worker_that_ends_is_not_mistaken_for_a_lost_place() -> None:
    async def work() -> None:
        places = BodySlots(LIMITS)
        task = asyncio.create_task(_read(arriving(is_whole=False), places))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert len(places) == 0

    run(work())
