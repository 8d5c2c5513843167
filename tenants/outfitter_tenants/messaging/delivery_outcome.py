"""What became of one attempt to send a message."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    `sent`, `failed` and `suppressed` are ends; `queued` and `scheduled` are tried again at `again_at`.

    `error` is the reason, as staff read it or as the log needs it; `reason` its word for lists.
    Where `is_attempt` is False nobody was asked: it does not count among the attempts.
    """

    status: Literal["sent", "failed", "suppressed", "queued", "scheduled"]
    error: str = ""
    provider_id: str | None = None
    again_at: datetime | None = None
    reason: str = ""
    is_attempt: bool = True
