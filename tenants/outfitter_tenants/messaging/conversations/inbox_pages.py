"""Reads of the inbox: its pages, one conversation, its thread."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

from django.db.models import F, Q, QuerySet, Value

from outfitter.db.lists.keyset import AfterCursor
from outfitter.kit.errors import Invalid, NotFound
from outfitter_tenants.messaging.models import Conversation, Message, MessageEvent

Show = Literal["open", "mine", "unassigned", "unread", "closed"]
# More than a badge can say.
MOST_COUNTED: Final = 100
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class ConversationNotFound(NotFound):
    """No such conversation here."""


@dataclass(frozen=True, slots=True)
class InboxFilter:
    """Which conversations: of these, `found` narrows them to who a search found."""

    show: Show
    avatar_id: int | None
    # Customers whom a search found, and the text itself, which strangers' numbers may hold.
    customer_ids: Collection[int] | None = None
    address: str = ""


def list_page(*, wanted: InboxFilter, cursor: str, limit: int) -> tuple[list[Conversation], str | None]:
    """
    Return so many conversations, the newest first, and where the next page begins; None at the end.

    :raises Invalid: the cursor is none
    """
    rows = rows_of(wanted).order_by(F("last_at").desc(), F("pk").desc())
    if cursor:
        last_at, pk = _place(cursor)
        after = AfterCursor(F("last_at"), F("pk"), Value(last_at), Value(pk), is_descending=True)
        rows = rows.filter(after)
    found = list(rows[: limit + 1])
    if len(found) <= limit:
        return found, None
    last = found[limit - 1]
    return found[:limit], f"{(last.last_at - _EPOCH) // _MICROSECOND}.{last.pk}"


def rows_of(wanted: InboxFilter) -> "QuerySet[Conversation]":
    """Return the conversations of a filter, in no order."""
    rows = Conversation.objects.filter(_shown(wanted))
    if wanted.customer_ids is not None:
        found = Q(customer_id__in=wanted.customer_ids)
        if wanted.address:
            found |= Q(customer_id__isnull=True, address__contains=wanted.address)
        rows = rows.filter(found)
    return rows


def _shown(wanted: InboxFilter) -> Q:
    if wanted.show == "unread":
        return Q(unread_cnt__gt=0)
    if wanted.show == "closed":
        return Q(is_open=False)
    if wanted.show == "mine":
        return Q(assigned_to=wanted.avatar_id, assigned_to__isnull=False, is_open=True)
    if wanted.show == "unassigned":
        return Q(assigned_to__isnull=True, is_open=True)
    return Q(is_open=True)


def _place(cursor: str) -> tuple[datetime, int]:
    micros, _, pk = cursor.partition(".")
    try:
        if not (cursor.isascii() and micros.isdigit() and pk.isdigit() and len(cursor) < 40):
            raise ValueError(cursor)
        return _EPOCH + int(micros) * _MICROSECOND, min(int(pk), 2**63 - 1)
    except (ValueError, OverflowError) as problem:
        raise Invalid({"cursor": ["Start again from the first page."]}) from problem


def count_unread(*, avatar_id: int | None) -> tuple[int, int]:
    """Return how many conversations hold something unread, and how many of those are a person's."""
    unread = Conversation.objects.filter(unread_cnt__gt=0)
    mine = unread.filter(assigned_to=avatar_id) if avatar_id else unread.none()
    return _count(unread), _count(mine)


def _count(rows: "QuerySet[Conversation]") -> int:
    return rows.order_by().values("pk")[:MOST_COUNTED].count()


def get_conversation(*, conversation_id: int) -> Conversation:
    """
    Return one conversation.

    :raises ConversationNotFound: there is none
    """
    row = Conversation.objects.filter(pk=conversation_id).first()
    if row is None:
        raise ConversationNotFound("Conversation not found.")
    return row


def find_id(*, customer_id: int | None, conversation_id: int | None = None) -> int | None:
    """Return the conversation with a customer, None when nobody has said anything yet."""
    if customer_id is None:
        return conversation_id
    found: int | None = (
        Conversation.objects.filter(customer_id=customer_id).values_list("pk", flat=True).first()
    )
    return found


def with_customer(*, customer_id: int) -> Conversation:
    """Return the conversation with a customer, one that is not kept yet where nobody has said anything."""
    row = Conversation.objects.filter(customer_id=customer_id).first()
    return row or Conversation(customer_id=customer_id, is_open=False)


def messages_of(row: Conversation) -> "QuerySet[Message]":
    """Return all messages of a conversation, in no order."""
    if row.customer_id is None:
        return Message.objects.filter(conversation_id=row.pk)
    return Message.objects.filter(customer_id=row.customer_id)


def thread_of(row: Conversation, *, limit: int, before: int | None = None) -> tuple[list[Message], bool]:
    """Return the last messages of a conversation, oldest first, and whether there are older ones."""
    rows = messages_of(row).order_by("-pk")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: limit + 1])
    return found[:limit][::-1], len(found) > limit


def last_inbound(row: Conversation) -> Message | None:
    """Return what the other side wrote last."""
    return messages_of(row).filter(direction="in").order_by("-pk").first()


def events_of(message_ids: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    """Return what became of messages after they were sent, by message, oldest first."""
    found: dict[int, list[dict[str, Any]]] = {}
    rows = MessageEvent.objects.filter(message_id__in=message_ids).order_by("message_id", "at", "pk")
    for row in rows:
        one = {"kind": row.kind, "detail": row.detail, "at": row.at}
        found.setdefault(row.message_id, []).append(one)
    return found
