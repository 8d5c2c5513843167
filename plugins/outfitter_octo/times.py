"""How the protocol writes times."""

from datetime import UTC, datetime, time


def local(at: datetime) -> str:
    """Return an ISO 8601 time with the offset of its zone, to the second."""
    return at.isoformat(timespec="seconds")


def utc(at: datetime) -> str:
    """Return a time in UTC that ends in Z, without a fraction."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def utc_or_none(at: datetime | None) -> str | None:
    """Return `utc` of what there is."""
    return None if at is None else utc(at)


def clock(at: time | datetime) -> str:
    """Return hours and minutes."""
    return at.strftime("%H:%M")
