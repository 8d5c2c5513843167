"""
Tries to sign in, counted by account and device (domain.md 4.30: 10 in 15 minutes, then
delays).

A try is counted before it is looked at, in one statement: a thousand at once are no better than
one after the other. From the tenth failure on each next try waits twice as long, up to an hour.
Counters are rows: they outlive a cache that is emptied. A browser in which the person signed in
before counts by itself, so that strangers can slow down strangers only. What counts by address:
`accounts.address_throttle`.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Greatest

from outfitter.accounts.models import SigninTry
from outfitter.api.rate_limits import RateLimited
from outfitter.db.batch_delete import delete_in_batches
from outfitter.kit.crypto import keyed_hash

FREE: Final = 10
WINDOW: Final = timedelta(minutes=15)
FIRST_WAIT: Final = timedelta(seconds=30)
LONGEST_WAIT: Final = timedelta(hours=1)
# Who failed too often starts afresh only after a day without a try.
FORGIVEN_AFTER: Final = timedelta(days=1)
TELL_EVERY: Final = timedelta(days=1)

_COUNT: Final = """
INSERT INTO accounts_signintry AS t (key, failed_cnt, last_try_at) VALUES (%(key)s, 1, %(at)s)
ON CONFLICT (key) DO UPDATE SET (failed_cnt, last_try_at, blocked_until) = (
  SELECT n, %(at)s::timestamptz, CASE WHEN n >= %(free)s
    THEN %(at)s::timestamptz + LEAST(%(first)s * power(2, LEAST(n - %(free)s, 20)), %(longest)s)
         * interval '1 second' END
  FROM (SELECT CASE WHEN t.last_try_at <= CASE WHEN t.failed_cnt < %(free)s
    THEN %(window)s::timestamptz ELSE %(forgiven)s::timestamptz END
    THEN 1 ELSE t.failed_cnt + 1 END AS n) AS counted)
WHERE t.blocked_until IS NULL OR t.blocked_until <= %(at)s
RETURNING failed_cnt
"""


def key_of(kind: str, *values: str) -> str:
    """Return the key of a counter: addresses are not kept in clear."""
    return keyed_hash(settings.SECRET_KEY, "signin-try", kind, *values)


def count_try(*, key: str, at: datetime, free: int = FREE) -> int:
    """
    Count a try as failed until `clear_tries` takes it back; returns how many failed, this one too.

    :raises RateLimited: too many failed; `detail.retry_after` says for how many seconds
    """
    values: dict[str, Any] = {
        "key": key,
        "at": at,
        "free": free,
        "first": int(FIRST_WAIT.total_seconds()),
        "longest": int(LONGEST_WAIT.total_seconds()),
        "window": at - WINDOW,
        "forgiven": at - FORGIVEN_AFTER,
    }
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, values)
        row = cursor.fetchone()
    if row is None:
        found = SigninTry.objects.filter(key=key).values_list("blocked_until", flat=True).first()
        wait = max(1, int((found - at).total_seconds()) + 1) if found else 1
        raise RateLimited("Too many attempts. Please wait a moment.", retry_after=wait)
    return int(row[0])


def clear_tries(*, key: str) -> int:
    """Forget the failures of a counter; returns how many there had been before this try."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_signintry WHERE key = %s RETURNING failed_cnt", [key])
        row = cursor.fetchone()
    return max(0, int(row[0]) - 1) if row else 0


def take_back(*, key: str, free: int) -> None:
    """Take one try back: many people share an address, and their successes are no failures."""
    SigninTry.objects.filter(key=key).update(
        failed_cnt=Greatest(F("failed_cnt") - 1, Value(0)),
        blocked_until=Case(When(failed_cnt__lte=free, then=Value(None)), default=F("blocked_until")),
    )


def should_tell(*, key: str, at: datetime) -> bool:
    """Return True once a day for a counter: its person is told by mail, not with every try."""
    untold = Q(told_at__isnull=True) | Q(told_at__lte=at - TELL_EVERY)
    return bool(SigninTry.objects.filter(untold, key=key).update(told_at=at))


def forget_old(*, at: datetime) -> None:
    """Delete counters that nobody tried for a day."""
    delete_in_batches(SigninTry.objects.filter(last_try_at__lt=at - FORGIVEN_AFTER))
