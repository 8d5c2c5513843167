"""A clock that stands still until a test moves it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from outfitter.kit import clock as kit_clock


class Clock:
    """
    What `utc_now` says everywhere in the product while a test runs.

    Times that the database writes itself are not its business.
    """

    def __init__(self, at: datetime) -> None:
        self.now = at.astimezone(UTC)

    def __call__(self) -> datetime:
        """Return the instant that the clock shows."""
        return self.now

    def move_to(self, at: datetime) -> datetime:
        """Show another instant."""
        self.now = at.astimezone(UTC)
        return self.now

    def forward(self, **parts: float) -> datetime:
        """Go on, by the arguments of a timedelta: `forward(minutes=16)`."""
        return self.move_to(self.now + timedelta(**parts))


@contextmanager
def stop_clock(at: datetime | None = None) -> Iterator[Clock]:
    """Stop the product's clock, now or at an instant."""
    before = kit_clock.source
    clock = Clock(at or before())
    kit_clock.source = clock
    try:
        yield clock
    finally:
        kit_clock.source = before
