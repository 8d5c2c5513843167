"""Long work, looked at and taken back."""

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.etags import keep_by_etag
from outfitter.api.lists import ListParams, list_answer, viewer_of
from outfitter.api.principal import signed_in
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.jobs import lists, operations, queries
from outfitter_tenants.jobs.schemas import JobOut, JobsOut

router = Router(tags=["jobs"])


@router.get("/api/jobs/get", auth=signed_in, response={200: JobsOut, **ERRORS}, operation_id="jobs_get")
def jobs_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return one's own long work, the newest first; all of it for who manages the team."""
    keep_by_etag(request)
    return list_answer(request, lists.JOBS, wanted)


@router.get("/api/job/{job}/get", auth=signed_in, response={200: JobOut, **ERRORS}, operation_id="job_get")
def job_get(request: HttpRequest, job: int) -> queries.JobRow:
    """Return one job with its progress."""
    keep_by_etag(request)
    return queries.get_job(job_id=job, reader=viewer_of(request))


@router.post(
    "/api/job/{job}/cancel", auth=signed_in, response={200: JobOut, **ERRORS}, operation_id="job_cancel"
)
def job_cancel(request: HttpRequest, job: int) -> queries.JobRow:
    """Take a job back; what it has done stays done."""
    return operations.cancel(job_id=job, reader=viewer_of(request), at=utc_now())
