"""
What a kiosk remembers of a party that it found: a signed key, good for ten minutes on that device.

Nothing that a kiosk says names a trip by itself: ids of guests could be counted up by whoever holds the
tablet's token.
"""

from typing import Final

from django.core import signing

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError

SALT: Final = "backoffice.kiosk-party"
GOOD_FOR_SECONDS: Final = 600


class PartyKeyOld(DomainError):
    """The party was found too long ago, or by another device."""

    code = "kiosk_key_expired"
    status = 409


def key_of(*, trip_order_id: int, trip_id: int, device_id: int) -> str:
    """Return the key by which this device may go on with a party."""
    facts = [current_schema(), device_id, trip_id, trip_order_id]
    return signing.dumps(facts, salt=SALT, compress=True)


def read(key: str, *, device_id: int) -> tuple[int, int]:
    """
    Return the trip and the order that a key stands for.

    :raises PartyKeyOld: it is none of ours, too old, or of another device
    """
    problem = PartyKeyOld("Please scan your ticket again.")
    try:
        schema, device, trip_id, order_id = signing.loads(key, salt=SALT, max_age=GOOD_FOR_SECONDS)
    except signing.BadSignature as error:
        raise problem from error
    if (schema, device) != (current_schema(), device_id):
        raise problem
    return trip_id, order_id
