"""Reads of messages, and the conditional updates that decide who may send."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import F, Q

from outfitter.kit.errors import NotFound
from outfitter_tenants.messaging.models import Message


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message that this job alone may send now."""

    id: int
    hash: str
    channel: str
    category: str
    trip_id: int | None
    template_id: int | None
    locale: str
    to: str
    from_address: str
    reply_to: str
    subject: str
    body_text: str
    body_html: str
    attachments: Sequence[dict[str, Any]]
    attempt_cnt: int
    is_urgent: bool
    useful_until: datetime | None
    written_text: str
    text_values: Sequence[str]


@dataclass(frozen=True, slots=True)
class State:
    """How far a message has come."""

    id: int
    channel: str
    status: str
    provider: str
    claimed_at: datetime | None
    is_reclaimed: bool
    scheduled_at: datetime | None


# Planned ones have no words before they go; the calendar of what goes shows them.
HAS_WORDS: Final = ~Q(
    automation_id__isnull=False, sent_at__isnull=True, status__in=["scheduled", "cancelled", "suppressed"]
)


def list_of_trip(*, trip_id: int) -> list[Message]:
    """Return a trip's messages, newest first; what is only planned is not among them."""
    return list(Message.objects.filter(HAS_WORDS, trip_id=trip_id).order_by("-id"))


def find_by_key(*, dedupe_key: str) -> State | None:
    """Return the message about an occasion, None when there is none yet."""
    return _state(Message.objects.filter(dedupe_key=dedupe_key).first())


def find_state(*, message_id: int) -> State | None:
    """Return how far a message has come, None when it is gone."""
    return _state(Message.objects.filter(pk=message_id).first())


def take_for_sending(*, message_id: int, at: datetime) -> Outgoing | None:
    """
    Claim a message whose time has come by one conditional update; None when somebody else has it.

    Planned ones are claimed by `claims` alone, who asks whether they still go.
    """
    is_due = Q(status="queued") | Q(status="scheduled", scheduled_at__lte=at)
    taken = Message.objects.filter(is_due, pk=message_id, automation_id__isnull=True).update(
        status="sending", claimed_at=at, attempt_cnt=F("attempt_cnt") + 1, error=""
    )
    return outgoing(Message.objects.get(pk=message_id)) if taken else None


def outgoing(row: Message) -> Outgoing:
    """Return a claimed message as those see it who hand it over."""
    return Outgoing(**{name: getattr(row, _column(name)) for name in Outgoing.__slots__})


def _column(name: str) -> str:
    return "pk" if name == "id" else name


def _state(row: Message | None) -> State | None:
    if row is None:
        return None
    return State(
        row.pk, row.channel, row.status, row.provider, row.claimed_at, row.is_reclaimed, row.scheduled_at
    )


class MessageNotFound(NotFound):
    """No such message here."""


def get_message(*, message_id: int) -> Message:
    """
    Return one message.

    :raises MessageNotFound: there is none
    """
    row = Message.objects.filter(pk=message_id).first()
    if row is None:
        raise MessageNotFound("Message not found.")
    return row
