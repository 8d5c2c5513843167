"""Waiting for something to become true, never for a fixed time."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def wait_for(find: Callable[[], Found], what: str, seconds: float = 20.0, *, every: float = 0.05) -> Found:
    """
    Call `find` until it gives something true, and return that.

    :param what: names the thing in the message
    :param seconds: how long it may take
    :param every: seconds between two calls, more where each counts against a limit of the product
    :raises AssertionError: it did not happen in time
    """
    deadline = time.monotonic() + seconds
    while True:
        found = find()
        if found:
            return found
        assert time.monotonic() < deadline, f"after {seconds:.0f} s still waiting for {what}"
        time.sleep(every)
