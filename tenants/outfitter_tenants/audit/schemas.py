"""Bodies of the audit log (domain.md 5.0 HistoryItem, 5.3)."""

from datetime import datetime
from typing import Any

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import Out


class AuditActorOut(Out):
    """Who did it."""

    type: str
    id: int | None
    name: str


class AuditChangeOut(Out):
    """One field before and after."""

    field: str
    before: Any
    after: Any


class AuditLogOut(Out):
    """One change of state."""

    id: int
    at: datetime
    actor: AuditActorOut
    action: str
    summary: str
    changes: list[AuditChangeOut]
    ip: str | None
    reason: str | None
    entity_type: str
    entity_id: int
    trip_id: int | None
    user_agent: str


class AuditLogsOut(ListAnswer[AuditLogOut]):
    """A page of the log."""


class AuditPersonOut(Out):
    """Somebody who appears in the log."""

    id: int
    name: str
    cnt: int


class AuditAddressOut(Out):
    """An address that appears in the log."""

    ip: str
    cnt: int
    last_at: datetime


class HistoryActor(Out):
    """Who did it."""

    type: str
    id: int | None
    name: str


class HistoryChange(Out):
    """One field, before and after."""

    field: str
    before: Any
    after: Any


class HistoryItem(Out):
    """One change of state."""

    id: int
    at: datetime
    actor: HistoryActor
    action: str
    summary: str
    changes: list[HistoryChange]
    ip: str | None
    reason: str | None


class HistoryOut(Out):
    """Changes, newest first."""

    data: list[HistoryItem]
    meta: dict[str, int]
