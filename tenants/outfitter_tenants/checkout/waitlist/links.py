"""
Addresses by which a party leaves the waiting list, or takes what it is offered.

An address carries the number of a row and a seal that only this operator can set: nobody guesses
one, one of another operator opens nothing here, and each opens one place in line.
"""

import hmac
import re
from typing import TYPE_CHECKING, Final

from django.conf import settings

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter_tenants.waitlist import queries

if TYPE_CHECKING:
    from outfitter_tenants.waitlist.models import WaitlistEntry

_SEALED: Final = re.compile(r"([1-9][0-9]{0,17})-([0-9a-f]{32})")


def secret_of(entry_id: int) -> str:
    """Return what of an address is secret: the same whenever it is asked for."""
    seal = keyed_hash(settings.SECRET_KEY, current_schema(), "waitlist", str(entry_id))
    return f"{entry_id}-{seal[:32]}"


def path_of(entry_id: int) -> str:
    """Return the path of the page of one place in line."""
    return f"/waitlist/{secret_of(entry_id)}"


def find(*, secret: str) -> "WaitlistEntry":
    """
    Return whose place in line an address opens.

    :raises EntryNotFound: it is none of ours
    """
    found = _SEALED.fullmatch(secret)
    if found is None or not hmac.compare_digest(secret_of(int(found[1])), secret):
        raise queries.EntryNotFound("Waiting list entry not found.")
    return queries.get_entry(entry_id=int(found[1]))
