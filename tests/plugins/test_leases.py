"""Work that lasts stays with whoever is at it; what a dead worker left is free in a minute (test_queue)."""

import threading
from datetime import datetime

from outfitter.db import queue


def test_work_that_lasts_keeps_its_lease(db: None) -> None:
    beats: list[datetime] = []
    is_enough = threading.Event()

    def renew(at: datetime) -> None:
        beats.append(at)
        if len(beats) == 1:
            raise ConnectionError("one beat is missed")
        if len(beats) == 3:
            is_enough.set()

    with queue.hold_lease(renew, every=0.001):
        assert is_enough.wait(10)

    assert len(beats) >= 3
    assert not [one for one in threading.enumerate() if one.name == "lease"]


def test_three_beats_may_be_missed() -> None:
    assert queue.LEASE.total_seconds() >= 4 * queue.BEAT_SECONDS
