"""Secrets that programs show instead of a password: their looks, what is kept of them, when one was used."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from outfitter.kit.crypto import keyed_hash

# How exactly it is known when one was last used: not every request writes.
_USED_EVERY: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class KeyFormat:
    """
    One kind of such secrets.

    `prefix` is what they begin with, so that people and scanners of secrets know what it is; `purpose` keeps
    what is kept of one kind apart from what is kept of another.
    """

    prefix: str
    purpose: str

    def new(self) -> str:
        """Return another one, with 256 bits nobody can guess."""
        return self.prefix + secrets.token_urlsafe(32)

    def hash_of(self, secret: str, *, key: str, operator: str) -> str:
        """Return what is kept of one; of another operator the same secret is another one."""
        return keyed_hash(key, operator, self.purpose, secret)


def last4(secret: str) -> str:
    """Return the end of a secret, by which people know it again."""
    return secret[-4:]


def is_use_noted(last_used_at: datetime | None, at: datetime) -> bool:
    """Return whether a use at this instant is known exactly enough already."""
    return last_used_at is not None and last_used_at >= at - _USED_EVERY
