"""Letters to parties on the waiting list."""

from datetime import datetime

from outfitter_tenants.messaging.mails import waitlist_letter
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.waitlist_letter import WaitlistData
from outfitter_tenants.messaging.operations import insert_once, mailbox, new_letter


def queue_waitlist_letter(*, data: WaitlistData, operator: Operator, at: datetime) -> int:
    """Write to a party on the waiting list, once for each occasion; returns the message's id."""
    message = new_letter(
        waitlist_letter.render(data=data, operator=operator),
        operator,
        at,
        category="waitlist",
        dedupe_key=f"waitlist:{data.entry_id}:{data.kind}",
        to=mailbox(data.name, data.email),
    )
    return insert_once(message, at)
