"""
Doing the work: chunk after chunk, each with its progress in one transaction.

A worker leases the job; one that dies lets the lease run out and the due work finds the job
again. A chunk is written only by the holder of the lease, so that work which runs twice at once
counts once. After `SLICE` the worker makes room for others and comes back.
"""

import logging
import time
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F, Q

from outfitter.db.locks import atomic
from outfitter.error_reports import client as error_reports
from outfitter.kit.errors import DomainError, Forbidden
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.actor import Actor, acting
from outfitter_tenants.jobs import queries
from outfitter_tenants.jobs.job_types import find_kind
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.jobs.operations.completion import end, tidy, work_of
from outfitter_tenants.jobs.operations.creation import DUE_KIND, WATCH

log = logging.getLogger(__name__)
LEASE: Final = timedelta(seconds=60)
SLICE: Final = 15.0
MAX_FAILURES: Final = 5
MAX_ERRORS: Final = 50
Clock = Callable[[], datetime]


class WorkersDied(RuntimeError):
    """Whoever worked on this job died of it."""


def work_on(payload: dict[str, Any], at: datetime, *, clock: Clock | None = None) -> None:
    """
    Work on a job for a while: what the due work `jobs.work` does.

    `clock` gives the instants of the chunks; without one they all happen `at`.
    """
    job_id = int(payload["job_id"])
    now = clock or (lambda: at)
    lease = _take(job_id, at)
    if lease is None:
        if Job.objects.filter(pk=job_id, status__in=queries.OPEN).exists():
            _come_back(job_id, at + WATCH)
        return
    # Whatever happens to this worker, somebody looks after the job again.
    _come_back(job_id, at + WATCH)
    began = time.monotonic()
    while _do_chunk(job_id, lease, now):
        if time.monotonic() - began > SLICE:
            Job.objects.filter(pk=job_id, lease=lease).update(lease=None, leased_until=None)
            _come_back(job_id, now())
            return
    if not Job.objects.filter(pk=job_id, status__in=queries.OPEN).exists():
        scheduled_jobs.cancel(DUE_KIND, key=str(job_id))


def _come_back(job_id: int, at: datetime) -> None:
    scheduled_jobs.schedule(DUE_KIND, key=str(job_id), due_at=at, payload={"job_id": job_id})


def _take(job_id: int, at: datetime) -> uuid.UUID | None:
    lease = uuid.uuid4()
    # A lease that ran out was left by a worker that died: what kills each of them must end.
    Job.objects.filter(pk=job_id, status__in=queries.OPEN, lease__isnull=False, leased_until__lte=at).update(
        failure_cnt=F("failure_cnt") + 1
    )
    free = Q(leased_until__isnull=True) | Q(leased_until__lte=at)
    open_jobs = Job.objects.filter(free, pk=job_id, status__in=queries.OPEN)
    taken = open_jobs.update(lease=lease, leased_until=at + LEASE, status="running")
    Job.objects.filter(pk=job_id, started_at__isnull=True, lease=lease).update(started_at=at)
    return lease if taken else None


def _do_chunk(job_id: int, lease: uuid.UUID, now: Clock) -> bool:
    """Do one chunk; returns whether there is more for this worker to do."""
    try:
        with atomic():
            return _step(job_id, lease, now())
    except Exception as problem:
        return _failed(job_id, lease, problem, now())


def _step(job_id: int, lease: uuid.UUID, at: datetime) -> bool:
    job = queries.lock_job(job_id=job_id)
    if job is None or job.lease != lease or job.status != "running":
        return False
    if job.failure_cnt >= MAX_FAILURES:
        raise WorkersDied(f"{job.failure_cnt} workers in a row")
    kind = find_kind(job.kind)
    work = work_of(job, at)
    if job.is_cancel_asked:
        tidy(job, at)
        end(job, status="cancelled", at=at)
        return False
    if not work.reader.can(kind.permission):
        raise Forbidden("The requester's role no longer allows this.", permission=kind.permission)
    with acting(Actor("staff", job.requested_by, job.requested_by_name)):
        chunk = kind.step(work)
    job.done_cnt += chunk.done_cnt
    job.failed_cnt += len(chunk.failures)
    room = MAX_ERRORS - len(job.errors)
    job.errors += [{"ref": f.ref, "message": f.message} for f in chunk.failures[:room]]
    job.result = {**job.result, **chunk.result}
    job.total_cnt = job.total_cnt if chunk.total_cnt is None else chunk.total_cnt
    job.failure_cnt, job.leased_until = 0, at + LEASE
    if chunk.state is None:
        end(job, status="done_with_errors" if job.failed_cnt else "done", at=at)
        return False
    job.state = dict(chunk.state)
    job.version += 1
    job.save()
    return True


def _failed(job_id: int, lease: uuid.UUID, problem: Exception, at: datetime) -> bool:
    """Note that a chunk did not work: again in a while, and at the fifth time never again."""
    is_final = isinstance(problem, DomainError) and problem.code != "busy"
    with atomic():
        job = queries.lock_job(job_id=job_id)
        if job is None or job.lease != lease:
            return False
        job.failure_cnt += 1
        if is_final or job.failure_cnt >= MAX_FAILURES:
            if not is_final:
                error_reports.report(problem, job=job.kind)
            log.error("job %s failed for good: %r", job, problem, extra={"is_reported": True})
            text = str(problem) if is_final else "Something went wrong on our side."
            job.errors = [*job.errors, {"ref": "", "message": text}]
            job.state = {**job.state, "is_failed": True}
            tidy(job, at)
            end(job, status="failed", at=at)
            return False
        log.warning("job %s failed (time %s): %r", job, job.failure_cnt, problem)
        job.lease = job.leased_until = None
        job.save(update_fields=["failure_cnt", "lease", "leased_until"])
        _come_back(job_id, at + timedelta(seconds=5 * 2**job.failure_cnt))
    return False
