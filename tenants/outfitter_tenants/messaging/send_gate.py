"""
What is asked before a planned message is sent; the composition root names who answers.

Messaging knows no trips: whether a planned message still goes, and what it says, is decided by
`crm/automations`, in the transaction that claims the row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class PlannedMessage:
    """A planned message that is about to be sent."""

    id: int
    key: str
    hash: str
    channel: str
    automation_id: int
    template_id: int
    trip_id: int
    trip_order_id: int | None
    to: str
    scheduled_at: datetime
    useful_until: datetime | None


@dataclass(frozen=True, slots=True)
class Words:
    """What a message says, as it is sent."""

    to: str
    locale: str
    subject: str
    body_text: str
    body_html: str
    from_address: str = ""
    reply_to: str = ""
    template_version: int = 0
    segment_cnt: int = 0
    text_values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Go:
    """It goes now, with these words."""

    words: Words


@dataclass(frozen=True, slots=True)
class Wait:
    """It goes later."""

    until: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """It does not go; `status` is cancelled, suppressed or failed."""

    reason: str
    status: str = "cancelled"
    error: str = ""


@dataclass(frozen=True, slots=True)
class Hold:
    """Nothing goes until the operator says so; the row stays as it is."""


Verdict = Go | Wait | Stop | Hold


class _Gate:
    decide: ClassVar[Callable[[PlannedMessage, datetime], Verdict]]


def install_gate(decide: Callable[[PlannedMessage, datetime], Verdict]) -> None:
    """Name the function that says whether a planned message goes, and what it says."""
    _Gate.decide = staticmethod(decide)


def decide(message: PlannedMessage, at: datetime) -> Verdict:
    """Return whether a planned message goes now."""
    return _Gate.decide(message, at)
