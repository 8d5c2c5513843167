"""As of when the demonstration is made: noon in Maine on a Saturday."""

from datetime import UTC, datetime

AT = datetime(2026, 11, 21, 17, 0, tzinfo=UTC)
TODAY = AT.date()
