"""
Work that becomes due at an instant.

Rows, not Celery ETAs: those are delivered again after the visibility timeout. A
handler may run twice and is told the payload it was scheduled with.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from kombu.exceptions import OperationalError

from outfitter.db.tenant_schema import current_schema
from outfitter.db.tenant_tasks import tenant_task
from outfitter.kit.clock import utc_now
from outfitter.plugins import leases, redaction
from outfitter.plugins.models import DueJob

log = logging.getLogger(__name__)
Handler = Callable[[dict[str, Any], datetime], None]
# How long it may lie at the broker before it is sent again; once begun, `leases` counts.
LEASE: Final = timedelta(minutes=5)
AWAY: Final = timedelta(seconds=15)
MAX_ATTEMPTS: Final = 8
# Stands as the error while a worker is at it: what is found with it was left by one that died.
STARTED: Final = "its worker died"
_handlers: dict[str, Handler] = {}


def handles(kind: str, handler: Handler) -> None:
    """Name the function `(payload, at)` that does work of this kind."""
    _handlers[kind] = handler


def schedule(kind: str, *, key: str, due_at: datetime, payload: dict[str, Any] | None = None) -> None:
    """Make work due at an instant; the same (kind, key) moves instead of doubling."""
    DueJob.objects.update_or_create(
        schema_name=current_schema(),
        kind=kind,
        key=key,
        defaults={"due_at": due_at, "payload": payload or {}, "attempt_cnt": 0, "done_at": None, "error": ""},
    )


def is_waiting(kind: str, *, key: str) -> bool:
    """Return whether work is still to be done; what was given up is not."""
    mine = DueJob.objects.filter(schema_name=current_schema(), kind=kind, key=key)
    return mine.filter(done_at__isnull=True).exists()


def find_waiting(kind: str, *, key: str) -> tuple[datetime, dict[str, Any]] | None:
    """Return when work that is still to be done is due and with what; None when there is none."""
    mine = DueJob.objects.filter(schema_name=current_schema(), kind=kind, key=key)
    row = mine.filter(done_at__isnull=True).first()
    return (row.due_at, row.payload) if row else None


def cancel(kind: str, *, key: str) -> None:
    """Take back work that is no longer needed."""
    DueJob.objects.filter(schema_name=current_schema(), kind=kind, key=key).delete()


def start_due(*, at: datetime, limit: int = 500) -> int:
    """Send out everything that is due; a lease keeps it from going out twice at once."""
    with transaction.atomic():
        rows = list(
            DueJob.objects.filter(done_at__isnull=True, due_at__lte=at)
            .select_for_update(skip_locked=True)
            .order_by("due_at")[:limit]
        )
        hopeless = [r for r in rows if r.error == STARTED and r.attempt_cnt >= MAX_ATTEMPTS]
        DueJob.objects.filter(pk__in=[row.pk for row in hopeless]).update(done_at=at)
        rows = [row for row in rows if row not in hopeless]
        DueJob.objects.filter(pk__in=[row.pk for row in rows]).update(
            due_at=at + LEASE, attempt_cnt=F("attempt_cnt") + 1
        )
    for row in hopeless:
        log.error("due job %s is given up: %s", row, row.error)
    return _send(rows, at)


def _send(rows: list[DueJob], at: datetime) -> int:
    """Hand work to the broker; what it does not take is no attempt and is sent again soon."""
    for place, row in enumerate(rows):
        try:
            run.apply_async(
                kwargs={"job_id": row.pk, "attempt": row.attempt_cnt + 1},
                headers={"outfitter_schema": row.schema_name},
            )
        except OperationalError:
            left = [one.pk for one in rows[place:]]
            log.warning("broker is away, %s due jobs wait", len(left))
            DueJob.objects.filter(pk__in=left, due_at=at + LEASE).update(
                due_at=at + AWAY, attempt_cnt=F("attempt_cnt") - 1
            )
            return place
    return len(rows)


@tenant_task(queue="default")
def run(*, job_id: int, attempt: int, **_future: Any) -> None:
    """Do one piece of due work, unless it was moved or taken back meanwhile."""
    at = utc_now()
    row = DueJob.objects.filter(pk=job_id, attempt_cnt=attempt, done_at__isnull=True).first()
    if row is None:
        return
    still = DueJob.objects.filter(pk=row.pk, attempt_cnt=attempt)
    still.update(error=STARTED, due_at=at + leases.LEASE)
    # A handler that schedules itself anew has counted its attempts back, and is left alone.
    mine = still.filter(error=STARTED, done_at__isnull=True)
    try:
        with leases.hold_lease(lambda now: mine.update(due_at=now + leases.LEASE)):
            _handlers[row.kind](row.payload, at)
    except Exception as problem:
        told = redaction.describe_error(problem)
        log.warning("due job %s failed (attempt %s): %s", row, attempt, told)
        wait = timedelta(seconds=min(5 * 2**attempt, 3600))
        gone = {"done_at": at} if attempt >= MAX_ATTEMPTS else {}
        still.update(due_at=at + wait, error=told, **gone)
    else:
        still.delete()
