"""The log of calls: one row each, written when it is over."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from outfitter_tenants.channels.models import ChannelCall
from outfitter_tenants.channels.types import KEEP_CALLS_DAYS

_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A call that is over; texts are redacted already (`redacting`)."""

    channel: str
    direction: str
    operation: str
    method: str
    path: str
    status: int | None
    outcome: str
    milliseconds: int
    at: datetime
    connection_id: int | None = None
    code: str = ""
    references: Mapping[str, str] = field(default_factory=dict)
    asked: str = ""
    answered: str = ""


def record_call(told: CallRecord) -> None:
    """Write a call into the log; its references can be searched for."""
    names = [text[:200].replace("\x00", "") for text in told.references.values() if text]
    ChannelCall.objects.create(
        connection_id=told.connection_id,
        channel=told.channel,
        direction=told.direction,
        operation=told.operation[:60],
        method=told.method[:7],
        path=told.path[:500].replace("\x00", ""),
        status=told.status,
        outcome=told.outcome,
        code=told.code[:60],
        milliseconds=max(0, told.milliseconds),
        at=told.at,
        references=list(dict.fromkeys(names))[:20],
        asked=told.asked.replace("\x00", ""),
        answered=told.answered.replace("\x00", ""),
    )


def forget_old(*, at: datetime) -> int:
    """Delete calls that are older than ninety days; returns how many, a bounded number at once."""
    rows = ChannelCall.objects.filter(at__lt=at - timedelta(days=KEEP_CALLS_DAYS))
    ids = list(rows.order_by("at").values_list("pk", flat=True)[:_AT_ONCE])
    ChannelCall.objects.filter(pk__in=ids).delete()
    return len(ids)
