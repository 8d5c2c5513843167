"""
What makes a kept calendar stale: versions per operator, by month and by experience.

Readers put the versions into the keys of what they keep, and read them before anything else;
whoever changes seats, prices or times calls `touch` inside its transaction and the versions move
once that commits. So who asks after a sale was answered never sees the seat it took. A crash
between commit and move is healed by the short life of what is kept.
"""

import secrets
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db import transaction

from outfitter.db.tenant_schema import current_schema

# Longer than anything lives that was kept under a version.
_LIFE: Final = 24 * 3600
_WHOLE, _ANY_DAY = "all", "any"
# Changes of a month: any at all, and those that may concern every experience.
_ANY, _EVERY = "any", "every"


def touch(*, dates: Iterable[date], experience_ids: Iterable[int] | None = None) -> None:
    """
    Make calendars that show these days stale, once the transaction commits.

    With `experience_ids` those of other experiences alone stay as they are.
    """
    own = (_EVERY,) if experience_ids is None else tuple(str(pk) for pk in experience_ids)
    months = {f"{day:%Y-%m}" for day in dates}
    if months:
        _bump_on_commit({_ANY_DAY, *(f"{month}:{part}" for month in months for part in (_ANY, *own))})


def touch_everything() -> None:
    """Make every calendar of the operator stale, once the transaction commits."""
    _bump_on_commit({_WHOLE})


def versions(
    *, first: date, last: date, experience_id: int | None = None, is_open_ended: bool = False
) -> tuple[str, ...]:
    """
    Return the versions that an answer about these days depends on.

    `experience_id`: it shows nothing else. `is_open_ended`: it also tells of later days.
    """
    found = read(first=first, last=last, experience_id=experience_id)
    return found.of_any_day if is_open_ended else found.of_days


class Versions(NamedTuple):
    """What an answer depends on: when it tells of its own days alone, and when of any day."""

    of_days: tuple[str, ...]
    of_any_day: tuple[str, ...]


def read(*, first: date, last: date, experience_id: int | None = None) -> Versions:
    """Return the versions of some days, read at once, whichever of both turn out to be needed."""
    parts = (_ANY,) if experience_id is None else (_EVERY, str(experience_id))
    names = [_WHOLE, *(f"{month}:{part}" for month in _months(first, last) for part in parts)]
    schema = current_schema()
    wanted = [_key(schema, name) for name in [*names, _ANY_DAY]]
    found = cache.get_many(wanted)
    for key in wanted:
        if key not in found:
            # Never the same as before a restart of the cache: somebody may still hold that.
            found[key] = cache.get_or_set(key, secrets.token_hex(6), timeout=_LIFE)
    own = tuple(str(found[key]) for key in wanted)
    return Versions(own[:-1], own)


def _bump_on_commit(names: set[str]) -> None:
    schema = current_schema()

    def bump() -> None:
        # Whoever asks next finds none and makes one that nobody has had: one command, however
        # many versions move.
        cache.delete_many([_key(schema, name) for name in names])

    transaction.on_commit(bump, robust=True)


def _months(first: date, last: date) -> Sequence[str]:
    numbers = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in numbers]


def _key(schema: str, name: str) -> str:
    return f"av:{schema}:{name}"
