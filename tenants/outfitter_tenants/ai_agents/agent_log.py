"""What agents did: one row for each thing they did or tried."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from django.db import DatabaseError, transaction

from outfitter_tenants.ai_agents.models import AgentAccess, AgentAction, AgentCall, AgentGrant, AgentLinkCount

log = logging.getLogger(__name__)
KEEP: Final = timedelta(days=90)
_AT_ONCE: Final = 5_000
PAGE: Final = 50
# What of arguments is kept as it is: numbers and words of ours. Of all else, that it was said.
_PLAIN: Final = frozenset(
    {
        "experience_id",
        "timeslot_id",
        "trip_id",
        "trip_order_id",
        "order_id",
        "customer_type_id",
        "qty",
        "quantities",
        "channel",
        "amount_mode",
        "first_day",
        "last_day",
        "date",
        "language",
        "action",
        "booking_id",
        "booking_ids",
        "outcome",
        "settle",
    }
)
Profile = Literal["phone", "visitor", "staff"]
Outcome = Literal["ok", "refused", "failed"]


@dataclass(slots=True)
class ActionNote:
    """A thing that an agent is doing; what is not known yet is filled in while it is done."""

    profile: Profile
    tool: str
    at: datetime
    arguments: Mapping[str, Any] = field(default_factory=dict)
    call_id: str = ""
    token_id: int | None = None
    access_id: int | None = None
    outcome: Outcome = "ok"
    code: str = ""
    trip_id: int | None = None
    spoken: str = ""
    milliseconds: int = 0


def write(note: ActionNote) -> None:
    """Write down what an agent did; that it cannot be written is no reason to fail it."""
    try:
        with transaction.atomic():
            AgentAction.objects.create(
                at=note.at,
                profile=note.profile,
                tool=note.tool[:60],
                call_id=note.call_id[:160].replace("\x00", ""),
                token_id=note.token_id,
                access_id=note.access_id,
                arguments=without_secrets(note.arguments),
                outcome=note.outcome,
                code=note.code[:60],
                trip_id=note.trip_id,
                spoken=note.spoken[:2000],
                milliseconds=max(0, note.milliseconds),
            )
    except (DatabaseError, ValueError):
        log.exception("what an agent did could not be noted")


def without_secrets(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments as they are kept: of a phone number its end, of what people typed nothing."""
    kept: dict[str, Any] = {}
    for name, value in list(arguments.items())[:40]:
        if value is None:
            continue
        if name == "phone" and isinstance(value, str):
            kept[name] = f"…{value[-4:]}"
        elif name in _PLAIN:
            kept[name] = _plain(value)
        else:
            kept[str(name)[:40]] = "…"
    return kept


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return without_secrets(value)
    if isinstance(value, list):
        return [_plain(one) for one in value[:50]]
    return value if isinstance(value, bool | int) else str(value)[:60]


def list_actions(*, before: int | None, is_refused: bool) -> list[AgentAction]:
    """Return what agents did, newest first, a page of it; `before` is the last id of the page before."""
    rows = AgentAction.objects.select_related("token", "access__client").order_by("-at", "-pk")
    if is_refused:
        rows = rows.exclude(outcome="ok")
    if before is not None:
        last = AgentAction.objects.filter(pk=before).values_list("at", flat=True).first()
        rows = rows.filter(at__lte=last, pk__lt=before) if last else rows.none()
    return list(rows[: PAGE + 1])


def forget_old(_state: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    """Delete what is older than ninety days, a bounded number at once; None: nothing is left."""
    old = at - KEEP
    is_more = False
    for rows in (
        AgentAction.objects.filter(at__lt=old),
        AgentCall.objects.filter(created_at__lt=old),
        AgentGrant.objects.filter(expires_at__lt=at - timedelta(days=1)),
        AgentLinkCount.objects.filter(day__lt=old.date()),
        AgentAccess.objects.filter(revoked_at__lt=old),
    ):
        ids = list(rows.order_by("pk").values_list("pk", flat=True)[:_AT_ONCE])
        rows.model.objects.filter(pk__in=ids).delete()
        is_more = is_more or len(ids) == _AT_ONCE
    return {} if is_more else None
