"""
Work that becomes due at an instant.

Rows, not Celery ETAs: those are delivered again after the visibility timeout. A
handler may run twice and is told the payload it was scheduled with.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import TextField
from psycopg.types.json import Jsonb

from outfitter.db import queue
from outfitter.db.prepared_statements import one_line, prepared_cursor
from outfitter.db.statements import Delete, Param
from outfitter.db.tenant_schema import current_schema
from outfitter.db.tenant_tasks import tenant_task
from outfitter.error_reports import origin
from outfitter.kit.clock import utc_now
from outfitter.plugins import redaction
from outfitter.plugins.models import DueJob

Handler = Callable[[dict[str, Any], datetime], None]
POLICY: Final = queue.RetryPolicy(first=timedelta(seconds=10), most_attempts=8)
_handlers: dict[str, Handler] = {}
# Kinds that may take longer than a job does, in seconds.
_long: dict[str, int] = {}


def handles(kind: str, handler: Handler, *, seconds: int | None = None) -> None:
    """
    Name the function `(payload, at)` that does work of this kind.

    :param seconds: how long it may take at the most, where that is longer than any job
    """
    _handlers[kind] = handler
    if seconds is not None:
        _long[kind] = seconds


def schedule(kind: str, *, key: str, due_at: datetime, payload: dict[str, Any] | None = None) -> None:
    """Make work due at an instant; the same (kind, key) moves instead of doubling."""
    mine = {"schema_name": current_schema(), "kind": kind, "key": key}
    while not _put(mine, due_at, payload or {}):
        # A worker that is at the row this moment goes on, and ends a row that is no longer there:
        # what is due anew is another one.
        DueJob.objects.filter(**mine, status=queue.RUNNING).delete()


def bring_forward(kind: str, *, key: str, due_at: datetime, payload: dict[str, Any] | None = None) -> None:
    """
    Make work due at an instant at the latest: what waits for an earlier one stays.

    Several may call it at once, each for what it added: the earliest counts.
    """
    mine = {"schema_name": current_schema(), "kind": kind, "key": key}
    while not _put(mine, due_at, payload or {}, text=_PUT_EARLIER):
        DueJob.objects.filter(**mine, status=queue.RUNNING).delete()


def _put(mine: dict[str, str], due_at: datetime, payload: dict[str, Any], *, text: str | None = None) -> bool:
    """Write a row, or what it says anew; tells whether that was done: a worker may be at it."""
    values = {**mine, **queue.anew(due_at), "payload": Jsonb(payload)}
    with prepared_cursor() as cursor:
        states = {"running": queue.RUNNING, "sent": queue.SENT}
        cursor.execute(text or _PUT, {**values, **states})
        return cursor.fetchone() is not None


_PUT: Final = one_line("""
INSERT INTO plugins_duejob AS job
       (schema_name, kind, key, payload, status, attempt_cnt, next_at, done_at, error)
VALUES (%(schema_name)s, %(kind)s, %(key)s, %(payload)s, %(status)s, %(attempt_cnt)s, %(next_at)s,
        %(done_at)s, %(error)s)
ON CONFLICT (schema_name, kind, key) DO UPDATE
   SET (payload, status, attempt_cnt, next_at, done_at, error)
     = ROW(excluded.payload, excluded.status, excluded.attempt_cnt, excluded.next_at,
           excluded.done_at, excluded.error)
 WHERE job.status <> %(running)s
RETURNING job.id
""")
# What is at the broker is done any moment; what was given up begins anew.
_PUT_EARLIER: Final = one_line("""
INSERT INTO plugins_duejob AS job
       (schema_name, kind, key, payload, status, attempt_cnt, next_at, done_at, error)
VALUES (%(schema_name)s, %(kind)s, %(key)s, %(payload)s, %(status)s, %(attempt_cnt)s, %(next_at)s,
        %(done_at)s, %(error)s)
ON CONFLICT (schema_name, kind, key) DO UPDATE
   SET (payload, status, attempt_cnt, next_at, done_at, error)
     = ROW(excluded.payload,
           CASE WHEN job.done_at IS NULL THEN job.status ELSE excluded.status END,
           CASE WHEN job.done_at IS NULL THEN job.attempt_cnt ELSE excluded.attempt_cnt END,
           CASE WHEN job.done_at IS NOT NULL THEN excluded.next_at
                WHEN job.status = %(sent)s THEN job.next_at
                ELSE least(job.next_at, excluded.next_at) END,
           excluded.done_at, excluded.error)
 WHERE job.status <> %(running)s
RETURNING job.id
""")


def new_job(kind: str, *, key: str, due_at: datetime, payload: dict[str, Any] | None = None) -> DueJob:
    """Return the row of work that nobody can have scheduled before, to be written by the caller."""
    return DueJob(
        schema_name=current_schema(), kind=kind, key=key, payload=payload or {}, **queue.anew(due_at)
    )


def schedule_everywhere(
    kind: str, *, schema_names: Iterable[str], key: str, due_at: datetime, payload: dict[str, Any]
) -> None:
    """Make the same work due at many operators; whoever has work of that key keeps what they have."""
    anew = queue.anew(due_at)
    rows = [DueJob(schema_name=one, kind=kind, key=key, payload=payload, **anew) for one in schema_names]
    DueJob.objects.bulk_create(rows, ignore_conflicts=True, batch_size=1000)


def is_waiting(kind: str, *, key: str) -> bool:
    """Return whether work is still to be done; what was given up is not."""
    mine = DueJob.objects.filter(schema_name=current_schema(), kind=kind, key=key)
    return mine.filter(done_at__isnull=True).exists()


def find_waiting(kind: str, *, key: str) -> tuple[datetime, dict[str, Any]] | None:
    """Return when work that is still to be done is due and with what; None when there is none."""
    mine = DueJob.objects.filter(schema_name=current_schema(), kind=kind, key=key)
    row = mine.filter(done_at__isnull=True).first()
    return (row.next_at, row.payload) if row else None


def cancel(kind: str, *, key: str) -> None:
    """Take back work that is no longer needed."""
    _MINE.send(schema_name=current_schema(), kind=kind, key=key)


_NAMES: Final = ("schema_name", "kind", "key")
_MINE: Final = Delete(lambda: DueJob.objects.filter(**{name: Param(name, TextField()) for name in _NAMES}))


def start_due(*, at: datetime, limit: int = 500) -> int:
    """Send out everything that is due; what lies at the broker is not sent again for minutes."""
    rows = DueJob.objects.all()
    queue.free(rows, at=at, policy=POLICY, limit=limit)
    return queue.send_due(rows, _send, at=at, limit=limit)


def _send(row: DueJob) -> None:
    seconds = _long.get(row.kind)
    limits = {"soft_time_limit": seconds, "time_limit": seconds + 60} if seconds is not None else {}
    run.apply_async(kwargs={"job_id": row.pk}, headers={"outfitter_schema": row.schema_name}, **limits)


@tenant_task("scheduled_jobs.run", queue="default")
def run(*, job_id: int, **_future: Any) -> None:
    """Do one piece of due work, unless it was moved or taken back meanwhile."""
    rows = DueJob.objects.all()
    queue.run(rows, job_id, _handle, policy=POLICY, tell=redaction.describe_error, is_deleted=True)


def _handle(row: DueJob) -> None:
    with origin.raised_in(job=row.kind):
        _handlers[row.kind](row.payload, utc_now())
