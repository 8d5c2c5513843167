"""What staff do with a conversation: read, hand over, close and open it."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from outfitter_tenants.audit.operations import record
from outfitter_tenants.messaging.conversations import inbox_pages as pages
from outfitter_tenants.messaging.conversations.rows import UNREAD, publish_change
from outfitter_tenants.messaging.models import Conversation, Message


def mark_read(*, conversation_id: int, at: datetime, up_to: int | None = None) -> int:
    """
    Note that staff have read what a guest wrote, up to message `up_to`; returns how many were unread.

    What comes in meanwhile stays unread.

    :raises ConversationNotFound: there is none
    """
    with transaction.atomic():
        row = _lock(conversation_id)
        fresh = pages.messages_of(row).filter(UNREAD)
        if up_to is not None:
            fresh = fresh.filter(pk__lte=up_to)
        read_cnt = fresh.update(read_at=at)
        if read_cnt:
            rows = Conversation.objects.filter(pk=row.pk)
            rows.update(unread_cnt=F("unread_cnt") - read_cnt)
            publish_change(row.pk)
    return read_cnt


def mark_message_read(*, message_id: int, at: datetime) -> bool:
    """Note that staff have read one message; returns whether that was news."""
    row = Message.objects.filter(pk=message_id, direction="in").first()
    if row is None or row.read_at is not None:
        return False
    conversation_id = pages.find_id(customer_id=row.customer_id, conversation_id=row.conversation_id)
    with transaction.atomic():
        if conversation_id is not None:
            Conversation.objects.select_for_update(of=("self",)).filter(pk=conversation_id).first()
        is_new = bool(Message.objects.filter(UNREAD, pk=message_id).update(read_at=at))
        if is_new and conversation_id is not None:
            Conversation.objects.filter(pk=conversation_id).update(unread_cnt=F("unread_cnt") - 1)
            publish_change(conversation_id)
    return is_new


def assign(*, conversation_id: int, avatar_id: int | None, at: datetime) -> bool:
    """
    Hand a conversation to a member of staff, or to nobody; returns whether that was news.

    :raises ConversationNotFound: there is none
    """
    with transaction.atomic():
        row = _lock(conversation_id)
        if row.assigned_to == avatar_id:
            return False
        Conversation.objects.filter(pk=row.pk).update(assigned_to=avatar_id)
        _record(row, "conversation.assigned", at, before=row.assigned_to, after=avatar_id)
        publish_change(row.pk)
    return True


def set_open(*, conversation_id: int, is_open: bool, at: datetime) -> bool:
    """
    Open a conversation or close it, which also marks it read; returns whether that was news.

    :raises ConversationNotFound: there is none
    """
    with transaction.atomic():
        row = _lock(conversation_id)
        if not is_open:
            mark_read(conversation_id=row.pk, at=at)
        if row.is_open == is_open:
            return False
        Conversation.objects.filter(pk=row.pk).update(is_open=is_open)
        _record(row, "conversation.opened" if is_open else "conversation.closed", at)
        publish_change(row.pk)
    return True


def _lock(conversation_id: int) -> Conversation:
    row = Conversation.objects.select_for_update(of=("self",)).filter(pk=conversation_id).first()
    if row is None:
        raise pages.ConversationNotFound("Conversation not found.")
    return row


def _record(
    row: Conversation, action: str, at: datetime, *, before: int | None = None, after: int | None = None
) -> None:
    record(
        entity_type="conversation",
        entity_id=row.pk,
        action=action,
        at=at,
        before={"assigned_to": before},
        after={"assigned_to": after},
    )
