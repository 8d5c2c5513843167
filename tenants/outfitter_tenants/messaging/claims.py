"""
Claims of messages: who may send one, decided by the database.

A planned message is claimed, asked about and given its words in one transaction. A worker that dies
in it leaves the row as it was; one that dies later leaves it `sending`, with a job that looks after
it (`operations.check`), and whoever takes it up again asks again.
"""

import logging
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q, QuerySet

from outfitter.db import queue
from outfitter.kit.errors import Busy
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.messaging import message_plan, queries, send_gate
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.queries import Outgoing
from outfitter_tenants.messaging.rules import reasons
from outfitter_tenants.messaging.send_gate import Go, Hold, PlannedMessage, Stop, Verdict, Wait

log = logging.getLogger(__name__)
# Kind of due work that looks after a message.
WATCH: Final = "messaging.watch"
# What says `sending` for so long without a sign of life was left by a worker that died.
STUCK_AFTER: Final = queue.LEASE
# How often the words of a message may fail before it is given up, and how long it waits each time.
MOST_FAULTS: Final = 3
FAULT_PAUSE: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Claim:
    """What came of claiming: the message if it is to be sent now, and whether there was one at all."""

    message: Outgoing | None
    is_found: bool


_NOTHING: Final = Claim(None, is_found=False)


def claim(*, message_id: int, at: datetime) -> Outgoing | None:
    """Claim a message whose time has come; None when somebody else has it, or it does not go."""
    taken = queries.take_for_sending(message_id=message_id, at=at)
    if taken is not None:
        _watch(message_id, at)
        return taken
    return _claim_planned(Message.objects.filter(pk=message_id), at).message


def claim_next_planned(*, at: datetime) -> Claim:
    """Claim the planned message that is due longest of those nobody is at."""
    waiting = Message.objects.filter(status="scheduled", scheduled_at__lte=at)
    return _claim_planned(waiting.order_by("scheduled_at", "id"), at)


def _claim_planned(rows: "QuerySet[Message]", at: datetime) -> Claim:
    is_due = Q(status="queued") | Q(status="scheduled", scheduled_at__lte=at)
    with transaction.atomic():
        mine = rows.filter(is_due, automation_id__isnull=False).select_for_update(skip_locked=True)
        row = mine.first()
        if row is None:
            return _NOTHING
        verdict = _decide(row, at)
        if isinstance(verdict, Go):
            return Claim(_begin(row, verdict, at), is_found=True)
        if isinstance(verdict, Hold):
            return _NOTHING
        if row.attempt_cnt:
            scheduled_jobs.cancel(WATCH, key=str(row.pk))
        _hold_back(row, verdict)
        return Claim(None, is_found=True)


def _decide(row: Message, at: datetime) -> Verdict:
    about = PlannedMessage(
        id=row.pk,
        key=row.dedupe_key or "",
        hash=row.hash,
        channel=row.channel,
        automation_id=row.automation_id or 0,
        template_id=row.template_id or 0,
        trip_id=row.trip_id or 0,
        trip_order_id=row.trip_order_id,
        to=row.to,
        scheduled_at=row.scheduled_at or at,
        useful_until=row.useful_until,
    )
    try:
        with transaction.atomic():
            return send_gate.decide(about, at)
    except (OperationalError, InterfaceError, Busy):
        raise
    except Exception as problem:
        # One that cannot be written holds up no other.
        log.exception("planned message %s cannot be written", row.pk)
        row.attempt_cnt += 1
        if row.attempt_cnt >= MOST_FAULTS:
            return Stop(reasons.TEMPLATE_BROKEN, status="failed", error=repr(problem)[:2000])
        return Wait(at + FAULT_PAUSE, reason=row.reason)


def _begin(row: Message, verdict: Go, at: datetime) -> Outgoing:
    values = asdict(verdict.words)
    for name, value in values.items():
        setattr(row, name, value)
    row.status, row.claimed_at, row.attempt_cnt, row.error = "sending", at, row.attempt_cnt + 1, ""
    row.save(update_fields=[*values, "status", "claimed_at", "attempt_cnt", "error"])
    _watch(row.pk, at)
    return queries.outgoing(row)


def _hold_back(row: Message, verdict: Wait | Stop) -> None:
    if isinstance(verdict, Wait):
        row.status, row.scheduled_at = "scheduled", verdict.until
        row.reason = verdict.reason or row.reason
        message_plan.arm(verdict.until)
    else:
        row.status, row.reason, row.error = verdict.status, verdict.reason, verdict.error
    row.save(update_fields=["status", "scheduled_at", "reason", "error", "attempt_cnt"])


def _watch(message_id: int, at: datetime) -> None:
    payload = {"message_id": message_id}
    scheduled_jobs.schedule(WATCH, key=str(message_id), due_at=at + STUCK_AFTER, payload=payload)
