"""API keys: made, renewed with an overlap, taken back, recognized."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q

from outfitter.api.access_errors import Unauthenticated
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Invalid, NotFound
from outfitter.kit.program_keys import KeyFormat, is_use_noted, last4
from outfitter_tenants.api_access.models import ApiKey
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record

MOST: Final = 50
_FORMAT: Final = KeyFormat("oak_", "api-key")
PREFIX: Final = _FORMAT.prefix
# For at most so long the key before a renewed one may stay good.
LONGEST_OVERLAP: Final = timedelta(days=7)


class ApiKeyNotFound(NotFound):
    """No such key here, or it was taken back."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key as people see it and as a request brings it."""

    id: int
    name: str
    last4: str
    scopes: tuple[str, ...]
    per_minute: int
    created_by: int | None
    created_at: datetime
    rotated_at: datetime | None
    previous_until: datetime | None
    expires_at: datetime | None
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class KeyDraft:
    """What a new key is to be; without `expires_at` it is good until it is taken back."""

    name: str
    scopes: Sequence[str]
    per_minute: int
    expires_at: datetime | None


def list_keys() -> list[KeyRow]:
    """Return the keys that were not taken back, by name."""
    return [_row(row) for row in ApiKey.objects.filter(revoked_at__isnull=True).order_by("name", "pk")]


def create(*, draft: KeyDraft, at: datetime) -> tuple[int, str]:
    """
    Make a key; returns its id and itself, which nobody can read again.

    :raises Invalid: there are fifty already, or it would have ended before it began
    """
    if draft.expires_at is not None and draft.expires_at <= at:
        raise Invalid({"expires_at": ["Choose a time to come."]})
    key = _FORMAT.new()
    with atomic():
        if ApiKey.objects.filter(revoked_at__isnull=True).count() >= MOST:
            raise Invalid({"name": [f"There are {MOST} keys already."]})
        row = ApiKey.objects.create(
            name=draft.name,
            key_hash=hash_of(key),
            last4=last4(key),
            scopes=sorted(set(draft.scopes)),
            per_minute=draft.per_minute,
            created_by=current_actor().avatar_id,
            created_at=at,
            expires_at=draft.expires_at,
        )
        _note(row, "api_key.created", at, {"name": row.name, "scopes": row.scopes})
    return row.pk, key


def find_key(*, key_id: int) -> KeyRow:
    """
    Return a key in use.

    :raises ApiKeyNotFound: there is none
    """
    row = ApiKey.objects.filter(pk=key_id, revoked_at__isnull=True).first()
    if row is None:
        raise ApiKeyNotFound("API key not found.")
    return _row(row)


def rotate(*, key_id: int, overlap: timedelta, at: datetime) -> str:
    """
    Give a key another secret; the one before stays good for a while, the one before that does not.

    :raises ApiKeyNotFound: there is none in use
    """
    key = _FORMAT.new()
    with atomic():
        row = _lock(key_id)
        is_kept = timedelta() < overlap
        row.previous_hash = row.key_hash if is_kept else None
        row.previous_until = at + min(overlap, LONGEST_OVERLAP) if is_kept else None
        row.key_hash, row.last4, row.rotated_at = hash_of(key), last4(key), at
        row.save(update_fields=["key_hash", "last4", "rotated_at", "previous_hash", "previous_until"])
        _note(row, "api_key.rotated", at, {"name": row.name})
    return key


def revoke(*, key_id: int, at: datetime) -> None:
    """
    Take a key back, and the one before it.

    :raises ApiKeyNotFound: there is none in use
    """
    with atomic():
        row = _lock(key_id)
        row.revoked_at = at
        row.save(update_fields=["revoked_at"])
        _note(row, "api_key.revoked", at, {"name": row.name})


def recognize(*, key: str, at: datetime) -> KeyRow:
    """
    Return the key that a request shows, and note that it was used.

    :raises Unauthenticated: it opens nothing here, or no longer
    """
    shown = hash_of(key)
    is_its = Q(key_hash=shown) | Q(previous_hash=shown, previous_until__gt=at)
    is_good = Q(expires_at__isnull=True) | Q(expires_at__gt=at)
    row = ApiKey.objects.filter(is_its, is_good, revoked_at__isnull=True).first()
    if row is None:
        raise Unauthenticated("This API key is unknown, expired or revoked.")
    if not is_use_noted(row.last_used_at, at):
        ApiKey.objects.filter(pk=row.pk).update(last_used_at=at)
    return _row(row)


def hash_of(key: str) -> str:
    """Return what is kept of a key; of another operator the same key is another one."""
    return _FORMAT.hash_of(key, key=settings.SECRET_KEY, operator=current_schema())


def _lock(key_id: int) -> ApiKey:
    row = ApiKey.objects.select_for_update().filter(pk=key_id, revoked_at__isnull=True).first()
    if row is None:
        raise ApiKeyNotFound("API key not found.")
    return row


def _note(row: ApiKey, action: str, at: datetime, after: dict[str, object]) -> None:
    record(entity_type="api_key", entity_id=row.pk, action=action, at=at, after=after)


def _row(row: ApiKey) -> KeyRow:
    return KeyRow(
        row.pk,
        row.name,
        row.last4,
        tuple(row.scopes),
        row.per_minute,
        row.created_by,
        row.created_at,
        row.rotated_at,
        row.previous_until,
        row.expires_at,
        row.last_used_at,
    )
