"""How a job ends: once, with an event for those who wait for it."""

from datetime import datetime

from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.jobs.models import Job


def end(job: Job, *, status: str, at: datetime) -> None:
    """Write the last state of a job and publish `job.finished`; the caller holds its lock."""
    job.status, job.finished_at = status, at
    job.lease = job.leased_until = None
    job.version += 1
    job.save()
    outcome = {"status": status, "done_cnt": job.done_cnt, "failed_cnt": job.failed_cnt}
    record(
        entity_type="job", entity_id=job.pk, action="job.finished", at=at,
        after={"kind": job.kind, **outcome},
    )  # fmt: skip
    outbox.publish(
        "job.finished", at=at, job_id=job.pk, key=str(job.key), kind=job.kind, title=job.title,
        requested_by=job.requested_by, total_cnt=job.total_cnt, result=job.result, **outcome,
    )  # fmt: skip
