"""Who answers whom: conversations handed to members of staff, who are told."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.plugins import outbox
from outfitter_tenants.crm.inbox.serializers import conversations_out
from outfitter_tenants.messaging.conversations import inbox_changes as changes
from outfitter_tenants.messaging.conversations import inbox_pages as pages
from outfitter_tenants.people import recipients
from outfitter_tenants.people.recipients import Recipient

PERMISSION = "crm.send"


def list_people() -> list[Recipient]:
    """Return who can be handed a conversation: staff who see everything and may write."""
    return recipients.staff_who_may(PERMISSION)


def assign(
    *, conversation_id: int, avatar_id: int | None, by_id: int | None, by_name: str, at: datetime
) -> None:
    """
    Hand a conversation to somebody, who is told unless they took it themselves; null: to nobody.

    :raises ConversationNotFound: there is none
    :raises Invalid: they may not answer guests
    """
    row = pages.get_conversation(conversation_id=conversation_id)
    if avatar_id is not None and not any(one.id == avatar_id for one in list_people()):
        raise Invalid({"avatar_id": ["Choose someone who can send messages."]})
    with atomic():
        is_new = changes.assign(conversation_id=row.pk, avatar_id=avatar_id, at=at)
        if not is_new or avatar_id is None or avatar_id == by_id:
            return
        (shown,) = conversations_out([row])
        outbox.publish(
            "conversation.assigned",
            at=at,
            conversation_id=row.pk,
            assignee_id=avatar_id,
            assigned_by=by_name,
            contact_name=shown["name"],
            excerpt=row.snippet,
        )
