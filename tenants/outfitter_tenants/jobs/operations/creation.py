"""Asking for long work and taking it back."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Forbidden
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.jobs import queries
from outfitter_tenants.jobs.job_types import find_kind
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.jobs.operations.completion import end, tidy

MAX_OPEN: Final = 5
# Jobs are looked after as due work of this kind; it starts them and finds what a worker lost.
DUE_KIND: Final = "jobs.work"
WATCH: Final = timedelta(seconds=60)


class TooMany(DomainError):
    """One person has too much long work going on."""

    code = "too_many_jobs"
    status = 409


class Ended(DomainError):
    """The job is over; there is nothing left to take back."""

    code = "already_done"
    status = 409


def start(
    *,
    kind: str,
    params: Mapping[str, object],
    title: Mapping[str, object],
    reader: ListReader,
    name: str,
    at: datetime,
    total_cnt: int | None = None,
) -> Job:
    """
    Make a job that begins as soon as a worker is free; `name` is who asks, as people read it.

    The work goes on in the reader's name, with the permissions they have then.

    :raises Forbidden: the kind demands a permission the reader lacks
    :raises TooMany: five of theirs have not ended
    """
    permission = find_kind(kind).permission
    if current_actor().type == "api_key":
        # Nobody would be asked about it, told of it, or could take it back.
        raise Forbidden("API keys can't start tasks.")
    if not reader.can(permission):
        raise Forbidden("Your role does not allow this.", permission=permission)
    with atomic():
        if queries.open_cnt(requested_by=reader.avatar_id) >= MAX_OPEN:
            raise TooMany("Wait until one of your tasks has finished.", at_most=MAX_OPEN)
        job = Job.objects.create(
            kind=kind,
            params=dict(params),
            title=dict(title),
            total_cnt=total_cnt,
            requested_by=reader.avatar_id,
            requested_by_name=name,
            created_at=at,
        )
        record(
            entity_type="job",
            entity_id=job.pk,
            action="job.started",
            at=at,
            after={"kind": kind, "total_cnt": total_cnt},
        )
        scheduled_jobs.schedule(DUE_KIND, key=str(job.pk), due_at=at, payload={"job_id": job.pk})
    return job


def cancel(*, job_id: int, reader: ListReader, at: datetime) -> queries.JobRow:
    """
    Take a job back: at once when it waits, behind its present chunk when it runs.

    What it has done stays done. Asking twice is no error while it runs.

    :raises JobNotFound: there is none this person may see
    :raises Ended: it is over
    """
    queries.get_job(job_id=job_id, reader=reader)
    with atomic():
        job = queries.lock_job(job_id=job_id)
        if job is None or job.status not in queries.OPEN:
            raise Ended("This has already finished.", status=job.status if job else None)
        if not job.is_cancel_asked:
            job.is_cancel_asked = True
            job.version += 1
            job.save(update_fields=["is_cancel_asked", "version"])
            record(entity_type="job", entity_id=job.pk, action="job.cancelled", at=at)
        if job.status == "queued":
            tidy(job, at)
            end(job, status="cancelled", at=at)
            scheduled_jobs.cancel(DUE_KIND, key=str(job.pk))
    return queries.row_of(job)
