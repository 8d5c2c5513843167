"""When an operator on its way is stalled or lost, and when it is written to (domain.md 6.4). Pure."""

from datetime import datetime, timedelta
from typing import Final, Literal

Standing = Literal["on_the_way", "stalled", "lost", "live"]
STALLED_AFTER: Final = timedelta(days=14)
LOST_AFTER: Final = timedelta(days=90)
# Days without progress after which an owner gets a letter, each once.
MAIL_DAYS: Final = (2, 7, 14)
# Whoever was silent for longer than this gets no more of them.
MAILS_UNTIL: Final = timedelta(days=21)


def standing(*, status: str, moved_at: datetime, at: datetime) -> Standing:
    """
    Return how an operator stands that reached its present stage at `moved_at`.

    Before its first booking, fourteen days without a stage are a stall; ninety more are a loss, and
    so is closing. Any change of stage ends both.
    """
    if status == "closed":
        return "lost"
    if status != "onboarding":
        return "live"
    waited = at - moved_at
    if waited >= STALLED_AFTER + LOST_AFTER:
        return "lost"
    return "stalled" if waited >= STALLED_AFTER else "on_the_way"


def mail_day(*, moved_at: datetime, at: datetime) -> int | None:
    """Return which letter is due after that long without progress, None when none is."""
    waited = at - moved_at
    if waited >= MAILS_UNTIL:
        return None
    return max((days for days in MAIL_DAYS if waited >= timedelta(days=days)), default=None)
