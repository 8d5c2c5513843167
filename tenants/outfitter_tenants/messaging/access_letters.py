"""Letters with the code by which customers get back to what they booked."""

from datetime import datetime

from outfitter_tenants.messaging.letters import Letter, new_letter
from outfitter_tenants.messaging.mails import access_code
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.operations import insert_once


def queue_access_code(*, email: str, code: str, locale: str, operator: Operator, at: datetime) -> int:
    """Write the code by which somebody shows that an address is theirs; returns the message's id."""
    message = new_letter(
        Letter("access_code", access_code.values(code), locale),
        operator,
        at,
        category="access_code",
        dedupe_key=f"access_code:{email}:{at.isoformat()}"[:120],
        to=email,
    )
    return insert_once(message, at)
