"""A customer's questions about their trip and the operator's answers, one thread for each trip."""

from datetime import datetime
from typing import Final

from outfitter.kit import ids, sms_segments
from outfitter_tenants.messaging.letters import Letter, new_letter
from outfitter_tenants.messaging.mails import answer
from outfitter_tenants.messaging.mails.answer import AnswerData
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
    *, trip_id: int, customer_id: int | None, sender: str, locale: str, body: str, at: datetime
) -> Message:
    """Write down what a customer asks on their own page; `sender` is how staff see who it was."""
    return Message.objects.create(
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
) -> Message | None:
    """
    Write down a text that a guest sent from a number; None when it was written down before.

    `key` tells it from every other text: the provider's id. Without a trip it stands with its
    customer only.
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
        segment_cnt=sms_segments.count_segments(body).count,
        created_at=at,
    )
    # ON CONFLICT DO NOTHING: a text that arrives twice is one text.
    Message.objects.bulk_create([message], ignore_conflicts=True)
    row = Message.objects.get(dedupe_key=message.dedupe_key)
    return row if row.hash == message.hash else None


def queue_answer(
    *, trip_id: int, customer_id: int | None, to: str, data: AnswerData, operator: Operator, at: datetime
) -> int:
    """
    Write the operator's answer to a customer, who also reads it on their own page.

    Returns the message's id.
    """
    message = new_letter(
        Letter("answer", answer.values(data), data.locale),
        operator,
        at,
        category=ANSWER,
        written_text=data.body,
        dedupe_key=f"answer:{trip_id}:{at.isoformat()}",
        customer_id=customer_id,
        trip_id=trip_id,
        to=to,
    )
    return insert_once(message, at)
