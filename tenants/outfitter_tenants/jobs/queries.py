"""Reads of jobs: one's own, or everybody's for those who look after the team."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from outfitter.db.lists import ListReader
from outfitter.kit.errors import NotFound
from outfitter_tenants.jobs.models import Job

OPEN: Final = ("queued", "running")
# Who sees the work of others too.
OVERSEER: Final = "team.manage"


class JobNotFound(NotFound):
    """No such job, or somebody else's."""


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job as people see it."""

    id: int
    key: str
    kind: str
    title: dict[str, Any]
    status: str
    total_cnt: int | None
    done_cnt: int
    failed_cnt: int
    errors: list[dict[str, str]]
    result: dict[str, Any]
    requested_by: int | None
    requested_by_name: str
    is_cancel_asked: bool
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


def is_queued(*, kind: str, params: Mapping[str, object]) -> bool:
    """Return whether just this work waits already, and has not begun."""
    return Job.objects.filter(kind=kind, params=params, status="queued", is_cancel_asked=False).exists()


def visible(reader: ListReader) -> QuerySet[Job]:
    """Return the jobs this person may see."""
    if reader.avatar_id is None or reader.can(OVERSEER):
        return Job.objects.all()
    return Job.objects.filter(requested_by=reader.avatar_id)


def get_job(*, job_id: int, reader: ListReader) -> JobRow:
    """
    Return one job.

    :raises JobNotFound: there is none this person may see
    """
    row = visible(reader).filter(pk=job_id).first()
    if row is None:
        raise JobNotFound("Job not found.")
    return row_of(row)


def open_cnt(*, requested_by: int | None) -> int:
    """Return how many jobs of a person have not ended."""
    return Job.objects.filter(requested_by=requested_by, status__in=OPEN).count()


def lock_job(*, job_id: int) -> Job | None:
    """Lock one job for a change; None when there is none."""
    return Job.objects.select_for_update(of=("self",)).filter(pk=job_id).first()


def row_of(job: Job) -> JobRow:
    """Return a job as people see it."""
    values = {name: getattr(job, name) for name in JobRow.__slots__ if name not in {"id", "key"}}
    return JobRow(id=job.pk, key=str(job.key), **values)


def count_failed(*, since: datetime) -> int:
    """Return how many jobs failed from that instant on."""
    return Job.objects.filter(status="failed", finished_at__gte=since).count()
