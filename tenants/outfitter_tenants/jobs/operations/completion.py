"""How a job ends: once, with an event for those who wait for it."""

import contextlib
from datetime import datetime

from outfitter.db.lists import ListReader
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.jobs.job_types import UnknownKind, Work, find_kind
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.people import price_visibility
from outfitter_tenants.people import queries as people


def end(job: Job, *, status: str, at: datetime) -> None:
    """Write the last state of a job and publish `job.finished`; the caller holds its lock."""
    job.status, job.finished_at = status, at
    job.lease = job.leased_until = None
    job.version += 1
    job.save()
    outcome = {"status": status, "done_cnt": job.done_cnt, "failed_cnt": job.failed_cnt}
    record(
        entity_type="job", entity_id=job.pk, action="job.finished", at=at, after={"kind": job.kind, **outcome}
    )
    outbox.publish(
        "job.finished",
        at=at,
        job_id=job.pk,
        key=str(job.key),
        kind=job.kind,
        title=job.title,
        requested_by=job.requested_by,
        total_cnt=job.total_cnt,
        result=job.result,
        **outcome,
    )


def work_of(job: Job, at: datetime) -> Work:
    """Return what a chunk of a job needs: the permissions are those of this moment."""
    zone = people.get_properties().time_zone
    permissions: frozenset[str] = frozenset()
    sees_prices = False
    if job.requested_by is not None:
        avatar = people.get_avatar(avatar_id=job.requested_by)
        if avatar is not None and avatar.status == "active":
            permissions, sees_prices = avatar.permissions, price_visibility.sees_prices(avatar)
    reader = ListReader(
        permissions, zone, at, job.requested_by, sees_prices=sees_prices or job.requested_by is None
    )
    return Work(job.pk, str(job.key), job.params, job.state, job.done_cnt, reader, at)


def tidy(job: Job, at: datetime) -> None:
    """Take away what a job leaves behind that is cancelled or failed, by its kind."""
    with contextlib.suppress(UnknownKind):
        kind = find_kind(job.kind)
        if kind.tidy is not None:
            kind.tidy(work_of(job, at))
