"""Messages that a job sends to many: written once for each contact, counted, held back."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Min

from outfitter.plugins import scheduled_jobs
from outfitter_tenants.messaging import operations, tasks
from outfitter_tenants.messaging.conversations import rows as conversations
from outfitter_tenants.messaging.letters import mailbox, sender_of
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.operations import WATCH
from outfitter_tenants.messaging.rendered_message import RenderedMessage

# What may still be held back.
WAITING: Final = ("queued", "scheduled")
# Why a row of a job that was taken back did not go.
JOB_CANCELLED: Final = "job_cancelled"
BY_STAFF: Final = "by_staff"
OPTED_OUT: Final = "opted_out"


@dataclass(frozen=True, slots=True)
class StaffMessage:
    """
    One message that staff send, to one person, about their trip.

    `occasion` makes it the only one of its kind; `hash` is whose page its words link to. `job_id` is
    the job that sends it to many. `refused` says why it cannot go.
    """

    occasion: str
    hash: str
    channel: str
    category: str
    name: str
    to: str
    words: RenderedMessage
    written_text: str = ""
    customer_id: int | None = None
    trip_id: int | None = None
    trip_order_id: int | None = None
    timeslot_id: int | None = None
    payment_id: int | None = None
    template_id: int | None = None
    template_version: int | None = None
    job_id: int | None = None
    sent_by: int | None = None
    attachments: Sequence[Mapping[str, Any]] = ()
    refused: str = ""


def occasion_of(*, job_id: int, contact: str) -> str:
    """Return what makes a job's message to a contact the only one; `contact` is an address or number."""
    return f"bulk:{job_id}:{hashlib.sha256(contact.lower().encode()).hexdigest()[:40]}"


def was_written(*, occasion: str) -> bool:
    """Return whether there is a message of this occasion already."""
    return Message.objects.filter(dedupe_key=occasion).exists()


def queue(draft: StaffMessage, *, operator: Operator, at: datetime) -> int:
    """
    Write a message that staff send, once for its occasion, and start it; returns its id.

    The caller holds its customer (`conversations.rows.hold`).
    """
    is_text = draft.channel != "email"
    message = Message(
        hash=draft.hash,
        channel=draft.channel,
        category=draft.category,
        dedupe_key=draft.occasion,
        customer_id=draft.customer_id,
        trip_id=draft.trip_id,
        trip_order_id=draft.trip_order_id,
        timeslot_id=draft.timeslot_id,
        payment_id=draft.payment_id,
        template_id=draft.template_id,
        template_version=draft.template_version,
        job_id=draft.job_id,
        sent_by=draft.sent_by,
        status="suppressed" if draft.refused else "queued",
        error=draft.refused,
        reason=OPTED_OUT if draft.refused else BY_STAFF,
        locale=draft.words.locale,
        written_text=draft.written_text,
        attachments=[dict(one) for one in draft.attachments],
        created_at=at,
        **(_text(draft) if is_text else _mail(draft, operator)),
    )
    with transaction.atomic():
        message_id = operations.insert_once(message, at)
        row = Message.objects.get(pk=message_id)
        if row.hash == message.hash:
            conversations.note(row, address=draft.to)
            if not draft.refused:
                tasks.send_message.after_commit(message_id=message_id)
    return message_id


def _mail(draft: StaffMessage, operator: Operator) -> dict[str, Any]:
    return {
        "to": mailbox(draft.name, draft.to),
        "from_address": sender_of(operator),
        "reply_to": operator.reply_to or "",
        "subject": draft.words.subject,
        "body_text": draft.words.text,
        "body_html": draft.words.html,
    }


def _text(draft: StaffMessage) -> dict[str, Any]:
    words = draft.words
    segment_cnt = 0 if draft.channel == "whatsapp" else words.segments
    return {
        "to": draft.to,
        "body_text": words.sms,
        "segment_cnt": segment_cnt,
        "text_values": list(words.sms_values),
    }


def counts_of(*, job_id: int) -> dict[str, int]:
    """Return how many messages of a job are in which state."""
    rows = Message.objects.filter(job_id=job_id).order_by()
    return dict(rows.values_list("status").annotate(Count("pk")))


def next_due_at(*, job_id: int) -> datetime | None:
    """Return when the next of a job's waiting messages goes, None when none waits for its hour."""
    rows = Message.objects.filter(job_id=job_id, status="scheduled")
    found: datetime | None = rows.aggregate(first=Min("scheduled_at"))["first"]
    return found


def list_of(*, job_id: int, limit: int) -> list[Message]:
    """Return messages of a job, those first that need somebody's eye."""
    rows = Message.objects.filter(job_id=job_id)
    trouble = list(rows.filter(status__in=["failed", "bounced", "suppressed"]).order_by("pk")[:limit])
    others = rows.exclude(pk__in=[row.pk for row in trouble]).order_by("pk")
    return [*trouble, *others[: max(0, limit - len(trouble))]]


def hold_back(*, job_id: int, at: datetime) -> int:
    """Hold back what a job has written and nobody has begun to send; returns how many."""
    with transaction.atomic():
        waiting = Message.objects.select_for_update(of=("self",)).filter(job_id=job_id, status__in=WAITING)
        found = list(waiting.order_by("pk").values_list("pk", flat=True))
        Message.objects.filter(pk__in=found).update(status="cancelled", reason=JOB_CANCELLED)
        for message_id in found:
            scheduled_jobs.cancel(WATCH, key=str(message_id))
    return len(found)
