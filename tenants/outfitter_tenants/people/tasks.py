"""Jobs of the people of an operator."""

from datetime import datetime
from typing import Any

from outfitter.db.tenant_tasks import tenant_task
from outfitter.kit.clock import utc_now
from outfitter_tenants.people.operations import invitation_mails, mail_suppression


@tenant_task("people.send_invitation", queue="mail")
def send_invitation(*, avatar_id: int, **_future: Any) -> None:
    """Mail an open invitation; running twice sends once."""
    invitation_mails.send(avatar_id=avatar_id, at=utc_now())


def send_due(payload: dict[str, Any], at: datetime) -> None:
    """Mail an invitation whose job got lost or failed; the due job's handler."""
    invitation_mails.send(avatar_id=int(payload["avatar_id"]), at=at)


def clear_due(payload: dict[str, Any], at: datetime) -> None:
    """Take an address off the mail providers' lists; the due job's handler."""
    mail_suppression.clear_at_providers(address=str(payload["address"]))
