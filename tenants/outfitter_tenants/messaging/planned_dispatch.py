"""
Sending what was planned, in order of time (docs/adr/0102).

One due job for each operator is armed at the next message's instant; it starts workers that claim
one message after another until none is due. However many there are, no two get the same message.
"""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from outfitter.accounts import queries as accounts
from outfitter.db.tenant_tasks import tenant_task
from outfitter.kit.clock import utc_now
from outfitter_tenants.messaging import automations, claims, message_plan, operations

# For so long one worker goes on before others get their turn, in seconds.
SLICE: Final = 30.0
# So many due messages are worth another worker.
A_LOT: Final = 50
MOST_WORKERS: Final = 3
# Whatever happened to those workers, somebody looks again.
LOOK_AGAIN: Final = timedelta(minutes=2)
# What waits longer than this is looked for anyway.
LONGEST: Final = timedelta(hours=6)
Clock = Callable[[], datetime]


def start_due(payload: dict[str, Any], at: datetime) -> None:
    """Start whoever sends what is due, and have somebody look again; the due job's handler."""
    if is_at_rest():
        return
    due_cnt = message_plan.due_cnt(at=at, most=A_LOT * MOST_WORKERS)
    with transaction.atomic():
        if due_cnt:
            message_plan.arm(at + LOOK_AGAIN)
            for _ in range(1 + (due_cnt - 1) // A_LOT):
                send_due.after_commit()
        else:
            rearm(at=at)


@tenant_task("messages.send_due", queue="mail")
def send_due(**_future: Any) -> None:
    """Send what is due, for a while; any number of workers may do so at once."""
    send_planned(clock=utc_now, seconds=SLICE)
    rearm(at=utc_now())


def send_planned(*, clock: Clock, seconds: float = SLICE, most: int | None = None) -> int:
    """Send due messages in order of time until none is left or the time is over; returns how many."""
    began, done = time.monotonic(), 0
    while time.monotonic() - began < seconds and (most is None or done < most):
        at = clock()
        claim = claims.claim_next_planned(at=at)
        if not claim.is_found:
            break
        if claim.message is not None:
            operations.hand_over(claim.message, at=at)
        done += 1
    return done


def look_after(_state: Mapping[str, object], at: datetime) -> None:
    """Have the next planned message sent even if its job was given up; an operator's daily work."""
    rearm(at=at)


def is_at_rest() -> bool:
    """
    Return whether nothing goes by itself right now: the operator paused it, or closed the business.

    What waits meanwhile goes once that is over, unless it is of no more use (`useful_until`).
    """
    return automations.is_paused() or accounts.status_here() == "closed"


def rearm(*, at: datetime) -> None:
    """Have somebody look when the next planned message is due."""
    first = message_plan.earliest()
    if first is not None and not is_at_rest():
        message_plan.arm(min(max(first, at), at + LONGEST))
