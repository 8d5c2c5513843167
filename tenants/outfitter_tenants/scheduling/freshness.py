"""
What makes a cached calendar stale: one version per operator and month.

Readers put the versions into the keys of what they keep; whoever changes seats, prices or times
calls `touch` inside its transaction and the versions move once that commits. A crash between the
two is healed by the short life of what is kept.
"""

import secrets
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from django.core.cache import cache
from django.db import transaction

from outfitter.db.current import current_schema

# Longer than anything lives that was kept under a version.
_LIFE: Final = 24 * 3600
_WHOLE: Final = "all"


def touch(*, dates: Iterable[date]) -> None:
    """Make calendars that show these days stale, once the transaction commits."""
    _bump_on_commit({f"{day:%Y-%m}" for day in dates})


def touch_everything() -> None:
    """Make every calendar of the operator stale, once the transaction commits."""
    _bump_on_commit({_WHOLE})


def versions(*, first: date, last: date) -> tuple[str, ...]:
    """Return the versions that an answer about these days depends on."""
    wanted = [_key(current_schema(), month) for month in (_WHOLE, *_months(first, last))]
    found = cache.get_many(wanted)
    return tuple(str(found.get(key, "0")) for key in wanted)


def _bump_on_commit(months: set[str]) -> None:
    schema = current_schema()

    def bump() -> None:
        moved = {_key(schema, month): secrets.token_hex(6) for month in months}
        cache.set_many(moved, timeout=_LIFE)

    transaction.on_commit(bump, robust=True)


def _months(first: date, last: date) -> Sequence[str]:
    numbers = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in numbers]


def _key(schema: str, month: str) -> str:
    return f"av:{schema}:{month}"
