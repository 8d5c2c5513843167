"""Bulk actions on trips: each begins a job."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from outfitter.api.lists import TargetIn, viewer_of
from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.jobs.bulk_actions import Bulk, Target, start_bulk
from outfitter_tenants.jobs.queries import JobRow, row_of
from outfitter_tenants.jobs.schemas import JobOut
from outfitter_tenants.trips import bulk_actions
from outfitter_tenants.trips.operations import flags

router = Router(tags=["trips"])
MAY = allow("trip.edit")


class BulkSourceIn(TargetIn):
    """Where the customers of these trips heard of us; null takes it away."""

    source_id: Id | None


class BulkFlagIn(TargetIn):
    """Flag these trips, or take their flags down."""

    is_flagged: bool
    reason_id: Id | None = None
    comment: Annotated[str, Field(max_length=400, pattern=r"^[^\x00]*$")] = ""


@router.post(
    "/api/trips/bulk/source", auth=MAY, response={200: JobOut, **ERRORS}, operation_id="trips_bulk_source"
)
def trips_bulk_source(request: HttpRequest, body: BulkSourceIn) -> JobRow:
    """Give many trips a source."""
    name = flags.check_source(source_id=body.source_id)
    return _start(request, bulk_actions.SOURCE, body, {"source_id": body.source_id}, {"name": name})


@router.post(
    "/api/trips/bulk/flag", auth=MAY, response={200: JobOut, **ERRORS}, operation_id="trips_bulk_flag"
)
def trips_bulk_flag(request: HttpRequest, body: BulkFlagIn) -> JobRow:
    """Flag many trips, or take their flags down."""
    name = flags.check_reason(reason_id=body.reason_id)
    values = {"is_flagged": body.is_flagged, "reason_id": body.reason_id, "comment": body.comment}
    return _start(request, bulk_actions.FLAG, body, values, {"name": name, "is_flagged": body.is_flagged})


def _start(
    request: HttpRequest, kind: Bulk, body: TargetIn, values: dict[str, Any], title: dict[str, Any]
) -> JobRow:
    target = Target(body.ids, body.search, body.filters)
    job = start_bulk(
        kind,
        target=target,
        values=values,
        title=title,
        reader=viewer_of(request),
        name=caller_of(request).name,
        at=utc_now(),
    )
    return row_of(job)
