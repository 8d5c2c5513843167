"""Tokens of voice agents: made, renewed, taken back, recognized."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Q

from outfitter.api.access_errors import Unauthenticated
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Invalid, NotFound
from outfitter.kit.program_keys import KeyFormat, is_use_noted, last4
from outfitter_tenants.ai_agents.models import AgentToken
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record

MOST: Final = 50
_FORMAT: Final = KeyFormat("oai_", "agent-token")
PREFIX: Final = _FORMAT.prefix


class AgentTokenNotFound(NotFound):
    """No such token here, or it was taken back."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token as people see it and as a request brings it."""

    id: int
    name: str
    last4: str
    scopes: tuple[str, ...]
    created_at: datetime
    rotated_at: datetime | None
    expires_at: datetime | None
    last_used_at: datetime | None


def list_tokens() -> list[TokenRow]:
    """Return the tokens that were not taken back, by name."""
    return [_row(row) for row in AgentToken.objects.filter(revoked_at__isnull=True).order_by("name", "pk")]


def create(*, name: str, scopes: Sequence[str], expires_at: datetime | None, at: datetime) -> tuple[int, str]:
    """
    Make a token; returns its id and itself, which nobody can read again.

    :raises Invalid: there are fifty already
    """
    token = _FORMAT.new()
    with atomic():
        if AgentToken.objects.filter(revoked_at__isnull=True).count() >= MOST:
            raise Invalid({"name": [f"There are {MOST} tokens already."]})
        row = AgentToken.objects.create(
            name=name,
            token_hash=hash_of(token),
            last4=last4(token),
            scopes=sorted(set(scopes)),
            created_by=current_actor().avatar_id,
            created_at=at,
            expires_at=expires_at,
        )
        _note(row, "agent_token.created", at, {"name": name, "scopes": row.scopes})
    return row.pk, token


def rotate(*, token_id: int, at: datetime) -> str:
    """
    Give a token another secret; the one before opens nothing from now on.

    :raises AgentTokenNotFound: there is none in use
    """
    token = _FORMAT.new()
    with atomic():
        row = _lock(token_id)
        row.token_hash, row.last4, row.rotated_at = hash_of(token), last4(token), at
        row.save(update_fields=["token_hash", "last4", "rotated_at"])
        _note(row, "agent_token.rotated", at, {"name": row.name})
    return token


def revoke(*, token_id: int, at: datetime) -> None:
    """
    Take a token back.

    :raises AgentTokenNotFound: there is none in use
    """
    with atomic():
        row = _lock(token_id)
        row.revoked_at = at
        row.save(update_fields=["revoked_at"])
        _note(row, "agent_token.revoked", at, {"name": row.name})


def recognize(*, token: str, at: datetime) -> TokenRow:
    """
    Return the token that a request shows, and note that it was used.

    :raises Unauthenticated: it opens nothing here, or no longer
    """
    is_good = Q(expires_at__isnull=True) | Q(expires_at__gt=at)
    row = AgentToken.objects.filter(is_good, token_hash=hash_of(token), revoked_at__isnull=True).first()
    if row is None:
        raise Unauthenticated("This token is unknown, expired or revoked.")
    if not is_use_noted(row.last_used_at, at):
        AgentToken.objects.filter(pk=row.pk).update(last_used_at=at)
    return _row(row)


def hash_of(token: str) -> str:
    """Return what is kept of a token; of another operator the same token is another one."""
    return _FORMAT.hash_of(token, key=settings.SECRET_KEY, operator=current_schema())


def _lock(token_id: int) -> AgentToken:
    row = AgentToken.objects.select_for_update().filter(pk=token_id, revoked_at__isnull=True).first()
    if row is None:
        raise AgentTokenNotFound("Token not found.")
    return row


def _note(row: AgentToken, action: str, at: datetime, after: dict[str, object]) -> None:
    record(entity_type="agent_token", entity_id=row.pk, action=action, at=at, after=after)


def _row(row: AgentToken) -> TokenRow:
    return TokenRow(
        row.pk,
        row.name,
        row.last4,
        tuple(row.scopes),
        row.created_at,
        row.rotated_at,
        row.expires_at,
        row.last_used_at,
    )
