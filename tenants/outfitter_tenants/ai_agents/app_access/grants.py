"""
The secrets of OAuth 2.1 as rows: requests, codes, access and refresh tokens.

Each is made here and known by its keyed hash. A code and a refresh token count once: whoever brings one
a second time has stolen it or was robbed, and then the whole access is over.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from django.conf import settings
from django.db.models import Q

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter_tenants.ai_agents.app_access import accesses
from outfitter_tenants.ai_agents.models import AgentAccess, AgentClient, AgentGrant

Kind = Literal["request", "code", "access", "refresh"]
GOOD_FOR: Final[Mapping[Kind, timedelta]] = {
    "request": timedelta(minutes=10),
    "code": timedelta(minutes=2),
    "access": timedelta(minutes=15),
    "refresh": timedelta(days=30),
}
# How exactly it is known when an access was last used.
_USED_EVERY: Final = timedelta(minutes=1)


def make(
    kind: Kind,
    *,
    client: AgentClient,
    scopes: Sequence[str],
    at: datetime,
    access: AgentAccess | None = None,
    asked: Mapping[str, Any] | None = None,
) -> str:
    """Make a secret and return it; nobody can read it again."""
    secret = secrets.token_urlsafe(32)
    AgentGrant.objects.create(
        kind=kind,
        secret_hash=hash_of(secret),
        client=client,
        access=access,
        scopes=list(scopes),
        asked=dict(asked or {}),
        created_at=at,
        expires_at=at + GOOD_FOR[kind],
    )
    return secret


def find(kind: Kind, secret: str, *, at: datetime) -> AgentGrant | None:
    """Return what a secret stands for; None when it is none, too old, or its access is over."""
    rows = AgentGrant.objects.select_related("client", "access").filter(
        Q(access__isnull=True) | Q(access__revoked_at__isnull=True),
        kind=kind,
        secret_hash=hash_of(secret),
        expires_at__gt=at,
    )
    return rows.first()


def use(row: AgentGrant, *, at: datetime) -> bool:
    """Use a secret up; False: somebody did before, and then its access ends."""
    if AgentGrant.objects.filter(pk=row.pk, used_at__isnull=True).update(used_at=at):
        return True
    if row.access_id is not None:
        end(row.access_id, at=at)
    return False


def end(access_id: int, *, at: datetime) -> None:
    """Have a program act for nobody any more; once."""
    try:
        accesses.revoke(access_id=access_id, at=at)
    except accesses.AgentAccessNotFound:
        return


def tokens(access: AgentAccess, *, scopes: Sequence[str], resource: str, at: datetime) -> tuple[str, str]:
    """Return a new access token and a new refresh token, in one transaction."""
    facts = {"resource": resource}
    with atomic():
        short = make("access", client=access.client, scopes=scopes, at=at, access=access, asked=facts)
        long = make("refresh", client=access.client, scopes=scopes, at=at, access=access, asked=facts)
    return short, long


def end_without_factor(access: AgentAccess, *, at: datetime) -> bool:
    """
    End an access whose person lacks the second factor that the operator wants by now; returns whether it did.

    It stays ended when they get one: they let the program in without it.
    """
    if not accesses.is_factor_missing(avatar_id=access.avatar_id):
        return False
    end(access.pk, at=at)
    return True


def note_use(access: AgentAccess, *, at: datetime) -> None:
    """Note that an access was used."""
    if access.last_used_at is None or access.last_used_at < at - _USED_EVERY:
        AgentAccess.objects.filter(pk=access.pk).update(last_used_at=at)


def hash_of(secret: str) -> str:
    """Return what is kept of a secret; of another operator the same secret is another one."""
    return keyed_hash(settings.SECRET_KEY, current_schema(), "agent-grant", secret)
