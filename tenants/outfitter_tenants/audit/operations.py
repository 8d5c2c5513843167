"""Writes of the audit log. One row for every change of state (domain.md 7.3, 15)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NotRequired, TypedDict, Unpack, cast

from django.db import connection

from outfitter.db.statements import IdOf
from outfitter_tenants.audit.actions import ACTIONS
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.kinds import KINDS
from outfitter_tenants.audit.models import AuditLog


class Entry(TypedDict):
    """What the log is told of one change; see `new_entry`."""

    entity_type: str
    entity_id: int | IdOf
    action: str
    at: datetime
    trip_id: NotRequired[int | IdOf | None]
    before: NotRequired[Mapping[str, object] | None]
    after: NotRequired[Mapping[str, object] | None]
    reason: NotRequired[str | None]


def record(**entry: Unpack[Entry]) -> None:
    """
    Append who did what to the log, in the transaction of the change itself; see `new_entry`.

    :raises RuntimeError: outside a transaction
    :raises LookupError: an action or a kind of object that has no name (see `actions`)
    """
    new_entry(**entry).save(force_insert=True)


def record_all(entries: Iterable[Entry]) -> None:
    """
    Append what one use case did to many objects, in one statement; see `record`.

    :raises RuntimeError: outside a transaction
    :raises LookupError: an action or a kind of object that has no name (see `actions`)
    """
    AuditLog.objects.bulk_create([new_entry(**entry) for entry in entries])


def new_entry(**entry: Unpack[Entry]) -> AuditLog:
    """
    Return a row of the log about who does what, to be written with the change it tells of.

    `before` and `after` hold only the fields that changed, JSON-ready.

    :raises RuntimeError: outside a transaction
    :raises LookupError: an action or a kind of object that has no name (see `actions`)
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the audit log is written with the change it tells of")
    if entry["action"] not in ACTIONS or entry["entity_type"] not in KINDS:
        raise LookupError(f"the audit log has no name for {entry['action']} of {entry['entity_type']}")
    actor = current_actor()
    return AuditLog(
        at=entry["at"],
        actor_type=actor.type,
        user_avatar_id=actor.avatar_id,
        actor_name=actor.name,
        ip=actor.ip,
        user_agent=actor.user_agent[:400],
        entity_type=entry["entity_type"],
        entity_id=cast("int", entry["entity_id"]),
        trip_id=cast("int | None", entry.get("trip_id")),
        action=entry["action"],
        before=_plain(entry.get("before")),
        after=_plain(entry.get("after")),
        reason=entry.get("reason"),
    )


def _plain(fields: Mapping[str, object] | None) -> dict[str, object] | None:
    return dict(fields) if fields is not None else None
