"""A few threads for finished requests, and a queue in front of them that has an end."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from outfitter.shield.request_body import RequestRefused

T = TypeVar("T")


class Threads:
    """
    `count` threads that live as long as the worker, as their database connections do.

    :param queue: how many may wait for one.
    :param seconds: how long one may wait.
    """

    def __init__(self, name: str, count: int, *, queue: int, seconds: float) -> None:
        self.queue, self.seconds = queue, seconds
        self._free = asyncio.Semaphore(count)
        self._waiting = 0
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=name)

    async def run(self, job: Callable[[], T]) -> T:
        """
        Return what a job returns in one of the threads.

        :raises RequestRefused: 503, too many wait or this one waited too long
        """
        if self._free.locked():
            await self._wait()
        else:
            await self._free.acquire()
        try:
            work = self._pool.submit(job)
        except BaseException:
            self._free.release()
            raise
        loop = asyncio.get_running_loop()
        told: asyncio.Future[T] = loop.create_future()
        work.add_done_callback(lambda done: _wake(loop, lambda: self._finish(done, told)))
        return await told

    def _finish(self, work: Future[T], told: "asyncio.Future[T]") -> None:
        """Free the thread, and tell who waits for its job if somebody still does."""
        self._free.release()
        if told.done() or work.cancelled():
            return
        problem = work.exception()
        if problem is None:
            told.set_result(work.result())
        else:
            told.set_exception(problem)

    async def _wait(self) -> None:
        if self._waiting >= self.queue:
            raise RequestRefused(503)
        self._waiting += 1
        try:
            async with asyncio.timeout(self.seconds):
                await self._free.acquire()
        except TimeoutError:
            raise RequestRefused(503) from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the threads once they are idle."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _wake(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        return  # the worker is ending and its loop is closed
