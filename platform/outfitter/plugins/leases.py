"""
Leases of work that is under way.

A worker's child may be killed at any line. What it was at is free again a minute later and not
after the longest that honest work could take: whoever works says so again while it lasts.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from outfitter.db.tenant_schema import current_schema, in_schema
from outfitter.kit.clock import utc_now

log = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=60)
# Three of them may be missed before somebody else begins.
BEAT_SECONDS: Final = 15.0


@contextmanager
def hold_lease(renew: Callable[[datetime], object], *, every: float = BEAT_SECONDS) -> Iterator[None]:
    """
    Call `renew(now)` every so many seconds from a thread of its own until the work is done.

    The thread has a connection of its own, of the same schema: what it writes does not wait for
    the work's transaction. Work that takes less than one beat costs no connection.
    """
    is_over, schema = threading.Event(), current_schema()

    def beat() -> None:
        try:
            while not is_over.wait(every):
                try:
                    with in_schema(schema):
                        renew(utc_now())
                except Exception:
                    # The next beat tries again; the lease outlives some that are missed.
                    log.warning("a lease was not renewed", exc_info=True)
        finally:
            connection.close()

    thread = threading.Thread(target=beat, daemon=True, name="lease")
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
