"""The only reader of the wall clock."""

from collections.abc import Callable
from datetime import UTC, datetime


def _wall_clock() -> datetime:
    return datetime.now(UTC)


# What tells the time; tests put a clock here that they move by hand.
source: Callable[[], datetime] = _wall_clock


def utc_now() -> datetime:
    """Return the current instant in UTC. Only edges (API, tasks, commands) may call this."""
    return source()
