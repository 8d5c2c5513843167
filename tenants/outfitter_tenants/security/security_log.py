"""Security events in the audit logs: of this operator, or of all where the person works."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from outfitter.accounts import account_chooser
from outfitter.db.tenant_schema import in_schema
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.audit.actor import Actor, acting
from outfitter_tenants.people import queries as people


def record_for_operator(
    *, avatar_id: int, action: str, at: datetime, after: Mapping[str, Any] | None = None
) -> None:
    """Note what happened to a person's access at this operator; the caller acts."""
    with transaction.atomic():
        audit.record(entity_type="user_avatar", entity_id=avatar_id, action=action, at=at, after=after)


def record_for_all_operators(
    request: HttpRequest,
    *,
    user_id: int,
    action: str,
    at: datetime,
    after: Mapping[str, Any] | None = None,
    is_person: bool = True,
) -> None:
    """
    Note what happened to a login at every operator where it works: it concerns all of them.

    `is_person` tells that the person did it; otherwise somebody unknown did.
    """
    ip = getattr(request, "client_ip", None)
    agent = request.headers.get("User-Agent", "")
    for schema_name in sorted({row.schema_name for row in account_chooser.list_choices(user_id=user_id)}):
        with in_schema(schema_name):
            avatar = people.find_avatar(user_id=user_id)
            if avatar is None:
                continue
            kind = "agent" if avatar.kind == "agent" else "staff"
            actor = Actor(kind, avatar.id, avatar.name, ip, agent)
            stranger = Actor("system", None, "Unknown", ip, agent)
            with acting(actor if is_person else stranger):
                record_for_operator(avatar_id=avatar.id, action=action, at=at, after=after)
