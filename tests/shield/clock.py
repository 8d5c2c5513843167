"""An event loop whose clock stands still while something runs, and jumps when all wait."""

import asyncio
import selectors
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, TypeVar

T = TypeVar("T")
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class _Selector(selectors.SelectSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        """Look at what is ready; instead of waiting the clock moves on."""
        self.now += timeout or 0.0
        # With nothing left to wait for but threads, those get real time.
        return super().select(0.01 if timeout is None else 0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.still = _Selector()
        super().__init__(self.still)

    def time(self) -> float:
        """Return seconds of the clock of this test."""
        return self.still.now


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end without waiting for any clock."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(work)


def now() -> float:
    """Return seconds since the loop began."""
    return asyncio.get_running_loop().time()


def arriving(*parts: tuple[float, bytes], is_whole: bool = True, is_cut: bool = False) -> Receive:
    """
    Return what a client sends: pieces, each so many seconds after the one before.

    :param is_whole: the last piece ends the body; else nothing ever comes after it.
    :param is_cut: the connection ends after the last piece.
    """
    left = list(parts)

    async def receive() -> Mapping[str, Any]:
        if not left:
            if is_cut:
                return {"type": "http.disconnect"}
            await asyncio.Event().wait()
        seconds, data = left.pop(0)
        await asyncio.sleep(seconds)
        more = bool(left) or not is_whole or is_cut
        return {"type": "http.request", "body": data, "more_body": more}

    return receive
