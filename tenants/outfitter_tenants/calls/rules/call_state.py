"""
What becomes of a call's notices, whatever order they come in and however often. Pure.

What notices say is joined by smallest, greatest and "ever said", so that any order of the same
notices comes to the same; what can be said anew (a name, tags) follows the provider's clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

Status = Literal["ringing", "answered", "missed", "voicemail", "completed", "failed"]
# What says most of how a call ended that nobody answered.
_ENDINGS: Final = ("", "failed", "missed", "voicemail")


@dataclass(frozen=True, slots=True)
class Progress:
    """
    How far a call has come.

    `alive_at` is the last instant it was heard of as ringing or spoken in, `hung_up_at` the last end
    of one of its legs; `is_over` is said once and for all.
    """

    started_at: datetime
    answered_at: datetime | None = None
    alive_at: datetime | None = None
    hung_up_at: datetime | None = None
    is_over: bool = False
    ending: str = ""
    duration_s: int = 0

    @property
    def is_live(self) -> bool:
        """Return whether it rings or is spoken in, as far as we were told: nothing else is an end."""
        if self.is_over:
            return False
        return self.hung_up_at is None or (self.alive_at is not None and self.alive_at > self.hung_up_at)

    @property
    def ended_at(self) -> datetime | None:
        """Return when it ended; None while it goes on."""
        if self.is_live:
            return None
        known = self.hung_up_at or self.alive_at or self.started_at
        return max(known, self.started_at)

    @property
    def seconds(self) -> int:
        """Return how long was spoken: as the provider says, else from answer to end."""
        if self.duration_s or self.answered_at is None or self.ended_at is None:
            return self.duration_s
        return max(0, int((self.ended_at - self.answered_at) / timedelta(seconds=1)))

    def status(self, *, is_inbound: bool) -> Status:
        """Return how a call stands."""
        if self.is_live:
            return "answered" if self.answered_at else "ringing"
        if self.answered_at:
            return "completed"
        if self.ending == "voicemail":
            return "voicemail"
        return "missed" if is_inbound and self.ending != "failed" else "failed"


def join(one: Progress, other: Progress) -> Progress:
    """Return what two notices, or sums of notices, say together."""
    return replace(
        one,
        started_at=min(one.started_at, other.started_at),
        answered_at=_earlier(one.answered_at, other.answered_at),
        alive_at=_later(one.alive_at, other.alive_at),
        hung_up_at=_later(one.hung_up_at, other.hung_up_at),
        is_over=one.is_over or other.is_over,
        ending=max(one.ending, other.ending, key=_ENDINGS.index),
        duration_s=max(one.duration_s, other.duration_s),
    )


def _earlier(one: datetime | None, other: datetime | None) -> datetime | None:
    return min((at for at in (one, other) if at is not None), default=None)


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    return max((at for at in (one, other) if at is not None), default=None)


def newer(told: Mapping[str, object], clocks: Mapping[str, str], at: datetime) -> dict[str, object]:
    """
    Return of what a notice tells (None: nothing) what is not older than what we know.

    `clocks` says when each was told last (ISO 8601, UTC); of two told at one instant the one that
    comes in later counts.
    """
    return {
        name: value
        for name, value in told.items()
        if value is not None and datetime.fromisoformat(clocks.get(name, _NEVER)) <= at
    }


_NEVER: Final = "0001-01-01T00:00:00+00:00"


def tags_after(mine: list[str], *, before: list[str], after: list[str]) -> list[str]:
    """Return tags after a provider's own changed from `before` to `after`: what staff did stays."""
    gone = set(before) - set(after)
    kept = [tag for tag in mine if tag not in gone]
    return list(dict.fromkeys([*kept, *(tag for tag in after if tag not in before)]))
