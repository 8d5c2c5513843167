"""Signed tokens that need no row until they are used, and are used once."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction

from outfitter.accounts.models import SpentToken
from outfitter.db.batch_delete import delete_in_batches
from outfitter.kit.crypto import keyed_hash

KEPT_LONGER: Final = timedelta(minutes=1)


def sign(purpose: str, value: dict[str, Any], *, at: datetime, life: timedelta) -> str:
    """Return `value` as a text that only this product can have made."""
    until = int((at + life).timestamp())
    return signing.dumps({**value, "until": until}, salt=f"outfitter.{purpose}")


def read(purpose: str, text: str, *, at: datetime) -> dict[str, Any] | None:
    """Return what `sign` took; None when it was forged, is of another purpose or ran out."""
    try:
        found = signing.loads(text, salt=f"outfitter.{purpose}")
    except signing.BadSignature:
        return None
    if not isinstance(found, dict) or found.get("until", 0) <= at.timestamp():
        return None
    return found


def spend(token: str, *, until: datetime) -> bool:
    """Return True for the first who uses a token, False for everybody after."""
    hashed = keyed_hash(settings.SECRET_KEY, "spent", token)
    try:
        with transaction.atomic():
            SpentToken.objects.create(token_hash=hashed, expires_at=until + KEPT_LONGER)
    except IntegrityError:
        return False
    return True


def forget_old(*, at: datetime) -> None:
    """Delete notes of tokens that ran out by themselves."""
    delete_in_batches(SpentToken.objects.filter(expires_at__lt=at))
