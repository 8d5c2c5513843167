"""Jobs of messages."""

from datetime import datetime
from typing import Any

from outfitter.db.tenant_tasks import tenant_task
from outfitter.kit.clock import utc_now
from outfitter_tenants.messaging import operations


@tenant_task("messages.send", queue="mail")
def send_message(*, message_id: int, **_future: Any) -> None:
    """Send one message; running twice sends once."""
    operations.deliver(message_id=message_id, at=utc_now())


def watch(payload: dict[str, Any], at: datetime) -> None:
    """Look after a message that has not arrived at an end; the due job's handler."""
    message_id = int(payload["message_id"])
    found = operations.check(message_id=message_id, at=at)
    if found.is_open:
        operations.keep_watch(message_id=message_id, at=at, after=found.look_again)
    if found.is_sendable:
        send_message.after_commit(message_id=message_id)
