"""Addresses at which a test message can be looked at without a login, for a week."""

from datetime import timedelta
from typing import Final

from django.core import signing

from outfitter.db.tenant_schema import current_schema

LIFE: Final = timedelta(days=7)
_SALT: Final = "messaging.test-view"


def path_of(message_hash: str) -> str:
    """Return where a test message stands as a page, with the token that opens it."""
    value = _value(message_hash)
    return f"/public/crm/testView/{message_hash}?t={_signer().sign(value)[len(value) + 1 :]}"


def opens(message_hash: str, token: str) -> bool:
    """Return whether a token opens a test message of this operator, and has not run out."""
    try:
        _signer().unsign(f"{_value(message_hash)}:{token}", max_age=LIFE)
    except signing.BadSignature:
        return False
    return True


def _value(message_hash: str) -> str:
    return f"{current_schema()}/{message_hash}"


def _signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=_SALT)
