"""Who is waiting for a body: a place each, and when places are short the oldest loses its own."""

import asyncio
from typing import Final

from outfitter.shield.request_limits import Limits

# Enough of a body in memory that ordinary ones never touch the disk.
IN_MEMORY: Final = 64 * 1024


class BodySlot:
    """One body on its way."""

    def __init__(self, address: str | None, task: "asyncio.Task[object] | None") -> None:
        self.address, self.task = address, task
        self.received = 0
        self.is_lost = False


class BodySlots:
    """
    All bodies on their way into this worker, oldest first.

    An honest body is whole in milliseconds and hardly ever the oldest. So a newcomer is always
    let in, and whoever opens connections to keep others out only displaces themselves.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._all: dict[BodySlot, None] = {}
        self._of: dict[str, dict[BodySlot, None]] = {}
        self._bytes = 0

    def __len__(self) -> int:
        """Return how many bodies are on their way."""
        return len(self._all)

    def enter(self, address: str | None) -> BodySlot:
        """Give a place to the running task; `address` is None where it says nothing of a person."""
        place = BodySlot(address, asyncio.current_task())
        if len(self._all) >= self.limits.bodies:
            self._end(next(iter(self._all)))
        if address is not None:
            neighbors = self._of.setdefault(address, {})
            if len(neighbors) >= self.limits.bodies_per_address:
                self._end(next(iter(neighbors)))
            # Ending the last neighbor may have forgotten the address.
            self._of.setdefault(address, {})[place] = None
        self._all[place] = None
        return place

    def grow(self, place: BodySlot, count: int) -> None:
        """Note that a body has brought so many bytes more."""
        place.received += count
        self._bytes += count
        while self._bytes > self.limits.bodies_bytes and self._all:
            self._end(max(self._all, key=lambda one: one.received))

    def leave(self, place: BodySlot) -> None:
        """Give a place back; twice is once."""
        if place not in self._all:
            return
        del self._all[place]
        self._bytes -= place.received
        if place.address is not None:
            neighbors = self._of[place.address]
            del neighbors[place]
            if not neighbors:
                del self._of[place.address]

    def _end(self, place: BodySlot) -> None:
        self.leave(place)
        place.is_lost = True
        if place.task is not None and place.task is not asyncio.current_task():
            place.task.cancel()
