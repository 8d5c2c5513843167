"""
Writes of messages: queue once, send once, never lose.

A message is a row before it is a mail. `queued -> sending -> sent` are conditional updates, so a
job that runs twice sends once. A scheduled job (`outfitter.plugins.scheduled_jobs`) accompanies a
message until it has arrived at an end: a lost job, a broker that was away or a mail server that did
not answer only make it later.

The one case nobody can decide: a worker dies between handing over the mail and noting it. A
message that says `sending` for a minute, without its worker saying that it is still at it, is sent
once more (its Message-ID stays the same, so
most mailboxes show it once); should that happen again, it ends as `failed`. A text ends so at once:
phones show it twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from outfitter.db import queue
from outfitter.kit.errors import DomainError
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.messaging import claims, mail_delivery, queries, text_delivery
from outfitter_tenants.messaging.delivery_outcome import Outcome
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.rules import reasons

WATCH: Final = claims.WATCH
LOST_JOB_AFTER: Final = timedelta(minutes=1)
STUCK_AFTER: Final = claims.STUCK_AFTER
LOOK_AGAIN_AFTER: Final = timedelta(minutes=10)
MAX_ATTEMPTS: Final = mail_delivery.MAX_ATTEMPTS
FINAL: Final = frozenset(
    {
        *("sent", "failed", "bounced", "complained", "cancelled", "suppressed"),
        *("delivered", "opened", "clicked", "replied"),
    }
)


class TooLate(DomainError):
    """The message can no longer be held back."""

    code = "already_done"
    status = 409


@dataclass(frozen=True, slots=True)
class Check:
    """What the watch found: whether to send now, and whether to look again."""

    is_sendable: bool
    is_open: bool
    look_again: timedelta = LOOK_AGAIN_AFTER


def insert_once(message: Message, at: datetime) -> int:
    """Write a message unless its occasion has one, and have it looked after; returns its id."""
    with transaction.atomic():
        # ON CONFLICT DO NOTHING: two deliveries of one event leave one message.
        Message.objects.bulk_create([message], ignore_conflicts=True)
        row = Message.objects.get(dedupe_key=message.dedupe_key)
        if row.hash == message.hash:
            if row.status not in FINAL:
                _watch(row.pk, at + LOST_JOB_AFTER)
            facts = {"category": row.category, "to": row.to}
            _record(row.pk, row.trip_id, f"message.{row.status}", at, facts)
    return row.pk


def deliver(*, message_id: int, at: datetime) -> None:
    """Send a queued message now; what is sending, sent or gone is left alone."""
    message = claims.claim(message_id=message_id, at=at)
    if message is not None:
        hand_over(message, at=at)


def hand_over(message: queries.Outgoing, *, at: datetime) -> None:
    """Send a message that was claimed for this job, and note what came of it."""
    mine = Message.objects.filter(pk=message.id, status="sending", attempt_cnt=message.attempt_cnt)
    send = text_delivery.send if message.channel in text_delivery.CHANNELS else mail_delivery.send
    # Each answer of a mail server may take twenty seconds (EMAIL_TIMEOUT).
    with queue.hold_lease(lambda now: mine.update(claimed_at=now)):
        outcome = send(message, at)
    if outcome.status in {"queued", "scheduled"}:
        _put_back(message, outcome, at)
        return
    facts: dict[str, object] = {"error": outcome.error} if outcome.error else {}
    if outcome.reason:
        facts["reason"] = outcome.reason
    if outcome.status == "sent":
        facts |= {"sent_at": at, "provider_id": outcome.provider_id}
    _ended(message, outcome.status, at, facts)


def _put_back(message: queries.Outgoing, outcome: Outcome, at: datetime) -> None:
    due_at = outcome.again_at or at
    scheduled_at = due_at if outcome.status == "scheduled" else None
    # Who was not even asked has not been tried.
    tries = message.attempt_cnt - (0 if outcome.is_attempt else 1)
    with transaction.atomic():
        Message.objects.filter(pk=message.id, status="sending").update(
            status=outcome.status,
            claimed_at=None,
            error=outcome.error,
            scheduled_at=scheduled_at,
            attempt_cnt=tries,
            # Nothing is on its way: a worker that dies before the next call has sent nothing.
            provider="",
        )
        _watch(message.id, due_at)


def _ended(message: queries.Outgoing, status: str, at: datetime, facts: dict[str, object]) -> None:
    with transaction.atomic():
        Message.objects.filter(pk=message.id, status="sending").update(status=status, **facts)
        scheduled_jobs.cancel(WATCH, key=str(message.id))
        error = {"error": facts["error"]} if "error" in facts else {}
        sent = {"category": message.category, "to": message.to, **error}
        _record(message.id, message.trip_id, f"message.{status}", at, sent)


def check(*, message_id: int, at: datetime) -> Check:
    """Look after a message: reopen one whose worker never came back, give up the second time."""
    state = queries.find_state(message_id=message_id)
    if state is None or state.status in FINAL:
        return Check(is_sendable=False, is_open=False)
    if state.status == "sending" and (state.claimed_at or at) <= at - STUCK_AFTER:
        stuck = Message.objects.filter(pk=state.id, status="sending", claimed_at=state.claimed_at)
        if state.channel in text_delivery.CHANNELS:
            stuck.update(status="failed", error=text_delivery.UNKNOWN)
            return Check(is_sendable=False, is_open=False)
        if state.provider not in {"", mail_delivery.OURS}:
            # Providers of mail give each copy an id of its own: mailboxes would show both.
            stuck.update(status="failed", error=mail_delivery.UNKNOWN)
            return Check(is_sendable=False, is_open=False)
        if state.is_reclaimed:
            stuck.update(status="failed", error="it is not known whether this mail was delivered")
            return Check(is_sendable=False, is_open=False)
        stuck.update(status="queued", is_reclaimed=True)
        return Check(is_sendable=True, is_open=True)
    if state.status == "sending":
        return Check(is_sendable=False, is_open=True, look_again=STUCK_AFTER)
    is_due = state.scheduled_at is None or state.scheduled_at <= at
    return Check(
        is_sendable=state.status == "queued" or (state.status == "scheduled" and is_due), is_open=True
    )


def keep_watch(*, message_id: int, at: datetime, after: timedelta = LOOK_AGAIN_AFTER) -> None:
    """Have somebody look at the message again, after it must have been sent."""
    _watch(message_id, at + after)


def _watch(message_id: int, due_at: datetime) -> None:
    payload = {"message_id": message_id}
    scheduled_jobs.schedule(WATCH, key=str(message_id), due_at=due_at, payload=payload)


def cancel(*, message_id: int, at: datetime) -> None:
    """
    Hold back a message that nobody has begun to send.

    :raises TooLate: it is being sent, was sent, or ended another way
    """
    with transaction.atomic():
        waiting = Message.objects.filter(pk=message_id, status__in=["queued", "scheduled"])
        if not waiting.update(status="cancelled", reason=reasons.HELD_BACK):
            raise TooLate("This message was already sent.")
        scheduled_jobs.cancel(WATCH, key=str(message_id))
        row = Message.objects.get(pk=message_id)
        _record(row.pk, row.trip_id, "message.cancelled", at, {"to": row.to})


def _record(
    message_id: int, trip_id: int | None, action: str, at: datetime, after: Mapping[str, Any]
) -> None:
    record(entity_type="message", entity_id=message_id, trip_id=trip_id, action=action, at=at, after=after)
