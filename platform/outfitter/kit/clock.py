"""The only reader of the wall clock."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Return the current instant in UTC. Only edges (API, tasks, commands) may call this."""
    return datetime.now(UTC)
