"""Writes of the audit log. One row for every change of state (domain.md 7.3, 15)."""

from collections.abc import Mapping
from datetime import datetime

from django.db import connection

from outfitter_tenants.audit.actions import ACTIONS, KINDS
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.models import AuditLog


def record(
    *,
    entity_type: str,
    entity_id: int,
    action: str,
    at: datetime,
    trip_id: int | None = None,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str | None = None,
) -> None:
    """
    Append who did what to the log, in the transaction of the change itself.

    `before` and `after` hold only the fields that changed, JSON-ready.

    :raises RuntimeError: outside a transaction
    :raises LookupError: an action or a kind of object that has no name (see `actions`)
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the audit log is written with the change it tells of")
    if action not in ACTIONS or entity_type not in KINDS:
        raise LookupError(f"the audit log has no name for {action} of {entity_type}")
    actor = current_actor()
    AuditLog.objects.create(
        at=at,
        actor_type=actor.type,
        user_avatar_id=actor.avatar_id,
        actor_name=actor.name,
        ip=actor.ip,
        user_agent=actor.user_agent[:400],
        entity_type=entity_type,
        entity_id=entity_id,
        trip_id=trip_id,
        action=action,
        before=dict(before) if before is not None else None,
        after=dict(after) if after is not None else None,
        reason=reason,
    )
