"""Codes that show that an address is somebody's: made, mailed by whoever asks, used once."""

import hmac
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import F

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import ids
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import DomainError
from outfitter_tenants.customers.models import AccessCode

GOOD_FOR: Final = timedelta(minutes=10)
# Wrong tries of one code; then another has to be asked for.
MOST_WRONG: Final = 5


class CodeWrong(DomainError):
    """The code is not the one that was mailed last, or it is too old."""

    code = "code_wrong"
    status = 422


def make_code(*, email: str, at: datetime) -> str:
    """Return a new code for an address (lower case); those before it are good no more."""
    code = ids.digits(6)
    with atomic():
        AccessCode.objects.filter(email=email).delete()
        AccessCode.objects.filter(expires_at__lt=at).delete()
        AccessCode.objects.create(email=email, code_hash=_hash(email, code), expires_at=at + GOOD_FOR)
    return code


def use_code(*, email: str, code: str, at: datetime) -> None:
    """
    Use the code of an address (lower case) up.

    :raises CodeWrong: it is not the code, was used, is too old, or was tried too often
    """
    rows = AccessCode.objects.filter(email=email, expires_at__gt=at, wrong_cnt__lt=MOST_WRONG)
    row = rows.order_by("-id").first()
    given = _hash(email, code)
    if row is not None and hmac.compare_digest(row.code_hash, given):
        # Of two who send it at once, one has it.
        if rows.filter(pk=row.pk).delete()[0]:
            return
    elif row is not None:
        AccessCode.objects.filter(pk=row.pk).update(wrong_cnt=F("wrong_cnt") + 1)
    raise CodeWrong("This code is wrong or has expired. Please check it, or ask for a new one.")


def _hash(email: str, code: str) -> str:
    return keyed_hash(settings.SECRET_KEY, current_schema(), "access-code", email, code)
