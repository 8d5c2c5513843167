"""How Redeam writes times: RFC 3339, to the second, with an offset."""

import re
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

# A plus sign that was not encoded reaches us as a blank.
_LOST_PLUS: Final = re.compile(r" (?=\d{2}:\d{2}$)")


def query(text: str) -> str:
    """Return a time of a query as it was meant."""
    return _LOST_PLUS.sub("+", text.strip())


def local(at: datetime, zone: ZoneInfo) -> str:
    """Return a departure's time with the offset of its zone."""
    return at.astimezone(zone).isoformat(timespec="seconds")


def utc(at: datetime) -> str:
    """Return a time in UTC that ends in Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
