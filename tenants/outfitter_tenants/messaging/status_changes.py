"""What staff do to one message: hold it back, have it sent again, note that they read it."""

from datetime import datetime
from typing import Final

from django.db import transaction

from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.messaging import operations, queries, tasks
from outfitter_tenants.messaging.conversations.inbox_changes import mark_message_read
from outfitter_tenants.messaging.models import Message

_ONCE_MORE: Final[dict[str, object]] = {
    "status": "queued",
    "attempt_cnt": 0,
    "is_reclaimed": False,
    "claimed_at": None,
    "scheduled_at": None,
    "provider_id": None,
    "error": "",
    "reason": "",
}


class WrongState(DomainError):
    """The message is not in a state from which that can be done."""

    code = "invalid_status"
    status = 409


def change(*, message_id: int, wanted: str, at: datetime) -> None:
    """
    Bring a message to another state: `cancelled`, `queued` (sent again) or `read`. Safe to call twice.

    :raises MessageNotFound: there is none
    :raises Invalid: no one can bring a message there, it happens to it
    :raises WrongState: it does not allow that now
    """
    row = queries.get_message(message_id=message_id)
    if wanted == "read":
        _read(row, at)
    elif wanted == "cancelled":
        _cancel(row, at)
    elif wanted == "queued":
        _send_again(row, at)
    else:
        raise Invalid({"status": ["A message can be canceled, sent again, or marked as read."]})


def _read(row: Message, at: datetime) -> None:
    if row.direction != "in":
        raise WrongState("Only messages from guests can be marked as read.", status=row.status)
    mark_message_read(message_id=row.pk, at=at)


def _cancel(row: Message, at: datetime) -> None:
    if row.status == "cancelled":
        return
    operations.cancel(message_id=row.pk, at=at)


def _send_again(row: Message, at: datetime) -> None:
    if row.status == "queued" and row.direction == "out":
        return
    with transaction.atomic():
        failed = Message.objects.filter(pk=row.pk, direction="out", status="failed")
        if not failed.update(**_ONCE_MORE):
            raise WrongState("Only messages that failed can be sent again.", status=row.status)
        operations.keep_watch(message_id=row.pk, at=at, after=operations.LOST_JOB_AFTER)
        told = {"category": row.category, "to": row.to}
        record(
            entity_type="message",
            entity_id=row.pk,
            trip_id=row.trip_id,
            action="message.queued",
            at=at,
            after=told,
        )
        tasks.send_message.after_commit(message_id=row.pk)
