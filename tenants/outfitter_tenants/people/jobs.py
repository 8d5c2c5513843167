"""Jobs of the people of an operator."""

from datetime import datetime
from typing import Any

from outfitter.db.tasks import tenant_task
from outfitter.kit.clock import utc_now
from outfitter_tenants.people.operations import mailing, suppression


@tenant_task(queue="mail")
def send_invitation(*, avatar_id: int, **_future: Any) -> None:
    """Mail an open invitation; running twice sends once."""
    mailing.send(avatar_id=avatar_id, at=utc_now())


def send_due(payload: dict[str, Any], at: datetime) -> None:
    """Mail an invitation whose job got lost or failed; the due job's handler."""
    mailing.send(avatar_id=int(payload["avatar_id"]), at=at)


def clear_due(payload: dict[str, Any], at: datetime) -> None:
    """Take an address off the mail providers' lists; the due job's handler."""
    suppression.clear_at_providers(address=str(payload["address"]))
