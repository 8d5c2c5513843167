"""A customer's questions about their trip and the operator's answers, one thread for each trip."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from outfitter.kit import ids, sms_segments, text_lines
from outfitter_tenants.messaging.conversations import inbox_changes as changes
from outfitter_tenants.messaging.conversations import rows
from outfitter_tenants.messaging.letters import Letter, new_letter
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.operations import insert_once

QUESTION: Final = "question"
ANSWER: Final = "answer"


def list_thread(*, trip_id: int) -> list[Message]:
    """Return what was asked and answered about a trip, oldest first."""
    rows = Message.objects.filter(trip_id=trip_id, category__in=[QUESTION, ANSWER])
    return list(rows.exclude(status="cancelled").order_by("id"))


def keep_question(
    *, trip_id: int, customer_id: int | None, sender: str, address: str, locale: str, body: str, at: datetime
) -> Message:
    """
    Write down what a customer asks on their own page; `sender` is how staff see who it was.

    `address` is how to reach who is no customer.
    """
    message = Message.objects.create(
        hash=ids.public_hash(),
        direction="in",
        channel="portal",
        category=QUESTION,
        trip_id=trip_id,
        customer_id=customer_id,
        status="delivered",
        to="",
        from_address=sender,
        locale=locale,
        body_text=body,
        written_text=body,
        created_at=at,
    )
    rows.note(message, address=address)
    return message


def keep_text(
    *,
    key: str,
    trip_id: int | None,
    customer_id: int | None,
    sender: str,
    channel: str,
    locale: str,
    body: str,
    at: datetime,
    is_read: bool = False,
) -> Message | None:
    """
    Write down a text that a guest sent from a number; None when it was written down before.

    `key` tells it from every other text: the provider's id. Without a trip it stands with its
    customer only. What nobody has to read is read already (`is_read`).
    """
    message = Message(
        hash=ids.public_hash(),
        direction="in",
        channel=channel,
        category=QUESTION,
        dedupe_key=f"text:{key}"[:120],
        trip_id=trip_id,
        customer_id=customer_id,
        status="delivered",
        to="",
        from_address=sender,
        locale=locale,
        body_text=body,
        written_text=body,
        segment_cnt=sms_segments.count_segments(body).count if channel == "sms" else 0,
        read_at=at if is_read else None,
        created_at=at,
    )
    # ON CONFLICT DO NOTHING: a text that arrives twice is one text.
    Message.objects.bulk_create([message], ignore_conflicts=True)
    row = Message.objects.get(dedupe_key=message.dedupe_key)
    if row.hash != message.hash:
        return None
    rows.note(row, address=sender)
    return row


@dataclass(frozen=True, slots=True)
class Answer:
    """
    What a member of staff writes to one person, and with whose conversation it stands.

    `occasion` tells it from every other answer; `refused` says why it cannot go, in the row's words.
    """

    occasion: str
    channel: str
    to: str
    locale: str
    body: str
    subject: str = ""
    customer_id: int | None = None
    trip_id: int | None = None
    # Of who is no customer.
    address: str = ""
    in_reply_to_id: int | None = None
    sent_by: int | None = None
    attachments: Sequence[dict[str, Any]] = ()
    refused: str = ""
    # Whether it may wake somebody: who has just written is awake.
    is_urgent: bool = False


def queue_answer(said: Answer, *, letter: Letter | None, operator: Operator, at: datetime) -> Message:
    """
    Write down what staff answer: by mail with its `letter`, by text without one.

    A guest also reads it on their own page. What cannot go is kept as suppressed. The caller starts
    the others.
    """
    facts: dict[str, Any] = {
        "category": ANSWER,
        "channel": said.channel,
        "dedupe_key": f"answer:{said.occasion}"[:120],
        "customer_id": said.customer_id,
        "trip_id": said.trip_id,
        "in_reply_to_id": said.in_reply_to_id,
        "sent_by": said.sent_by,
        "to": said.to,
        "written_text": said.body,
        "attachments": list(said.attachments),
    }
    if said.refused:
        facts |= {"status": "suppressed", "error": said.refused, "reason": "opted_out"}
    if letter is not None:
        message = new_letter(letter, operator, at, **facts)
        message.subject = text_lines.one_line(said.subject) or message.subject
    else:
        text = sms_segments.plain(said.body)
        message = Message(
            hash=ids.public_hash(),
            locale=said.locale,
            body_text=text,
            segment_cnt=sms_segments.count_segments(text).count if said.channel == "sms" else 0,
            is_urgent=said.is_urgent,
            created_at=at,
            **facts,
        )
    row = Message.objects.get(pk=insert_once(message, at))
    if row.hash == message.hash:
        # Who answers has read what was asked.
        changes.mark_read(conversation_id=rows.note(row, address=said.address), at=at)
    return row
