"""Who of the staff let which program act for them."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from outfitter.accounts import login_queries
from outfitter.db.locks import atomic
from outfitter.kit.errors import NotFound
from outfitter_tenants.ai_agents.models import AgentAccess, AgentClient
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import queries as people
from outfitter_tenants.security import session


class AgentAccessNotFound(NotFound):
    """No such program here, or it no longer acts for anybody."""


class AccessRow(TypedDict):
    """A program that acts for somebody."""

    id: int
    client: str
    person: str
    scopes: list[str]
    created_at: datetime
    last_used_at: datetime | None


def list_accesses() -> list[AccessRow]:
    """Return the programs that act for staff, the newest first."""
    rows = list(AgentAccess.objects.select_related("client").filter(revoked_at__isnull=True).order_by("-pk"))
    names = {one.id: one.name for one in people.find_members(ids=[row.avatar_id for row in rows])}
    return [
        {
            "id": row.pk,
            "client": row.client.name,
            "person": names.get(row.avatar_id, ""),
            "scopes": row.scopes,
            "created_at": row.created_at,
            "last_used_at": row.last_used_at,
        }
        for row in rows
    ]


def is_factor_missing(*, avatar_id: int) -> bool:
    """Return whether the operator wants a second factor of somebody who has none."""
    avatar = people.get_avatar(avatar_id=avatar_id)
    if avatar is None or not session.must_have_second_factor(avatar):
        return False
    return not avatar.user_id or not login_queries.users_with_second_factor(user_ids=[avatar.user_id])


def grant(*, client: AgentClient, avatar_id: int, scopes: Sequence[str], at: datetime) -> AgentAccess:
    """Let a program act for somebody, in the caller's transaction."""
    row = AgentAccess.objects.create(
        client=client, avatar_id=avatar_id, scopes=sorted(set(scopes)), created_at=at
    )
    after = {"name": client.name, "scopes": row.scopes}
    record(entity_type="agent_access", entity_id=row.pk, action="agent_access.granted", at=at, after=after)
    return row


def revoke(*, access_id: int, at: datetime) -> None:
    """
    Have a program act for nobody any more: all its tokens are good for nothing from now on.

    :raises AgentAccessNotFound: there is none in use
    """
    with atomic():
        rows = AgentAccess.objects.select_for_update(of=("self",)).select_related("client")
        row = rows.filter(pk=access_id, revoked_at__isnull=True).first()
        if row is None:
            raise AgentAccessNotFound("Connection not found.")
        row.revoked_at = at
        row.save(update_fields=["revoked_at"])
        after = {"name": row.client.name}
        record(
            entity_type="agent_access", entity_id=row.pk, action="agent_access.revoked", at=at, after=after
        )
