"""Letters with the code by which customers get back to what they booked."""

from datetime import datetime

from outfitter_tenants.messaging import operations
from outfitter_tenants.messaging.mails import access_code
from outfitter_tenants.messaging.mails.confirmation import Operator


def queue_access_code(*, email: str, code: str, locale: str, operator: Operator, at: datetime) -> int:
    """Write the code by which somebody shows that an address is theirs; returns the message's id."""
    message = operations.new_letter(
        access_code.render(code=code, locale=locale, operator=operator),
        operator,
        at,
        category="access_code",
        dedupe_key=f"access_code:{email}:{at.isoformat()}"[:120],
        to=email,
    )
    return operations.insert_once(message, at)
