"""Calls around the waivers of a guest (domain.md 5.5, 5.26)."""

from functools import partial

from django.http import HttpRequest
from ninja import File, Router
from ninja.files import UploadedFile

from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    Work,
    answer,
    by_of,
    trip_change,
    trip_of_booking,
)
from outfitter_tenants.checkout.waivers import operations, paper_scans
from outfitter_tenants.checkout.waivers import requests as r
from outfitter_tenants.waivers.rules.scans import MOST_BYTES

router = Router(tags=["waivers"])
EDIT, CHECK_IN = allow("trip.edit"), allow("booking.check_in")
_TRIP = {200: s.TripAnswer, **ERRORS}


@router.post(
    "/api/booking/{booking}/waiverStatus/set",
    auth=CHECK_IN,
    response=_TRIP,
    operation_id="booking_waiver_status",
)
@trip_change
def waiver_status(request: HttpRequest, booking: Id, body: r.WaiverStatusIn) -> Work:
    """Say that a guest signed on paper, has to sign, or need not."""
    return partial(
        operations.set_state,
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        state=body.state,
        template_id=body.template_id,
        note=body.note,
    )


@router.post(
    "/api/booking/{booking}/waiverScan/{waiverTemplate}/save",
    auth=CHECK_IN,
    response=_TRIP,
    operation_id="booking_waiver_scan",
)
def waiver_scan(
    request: HttpRequest, booking: Id, waiverTemplate: Id, file: File[UploadedFile | None] = None
) -> dict[str, object]:
    """Keep the scan or photo of what a guest signed on paper; it counts as their signed waiver."""
    trip_id = trip_of_booking(request, booking)
    limit(f"waiver-scan:{caller_of(request).avatar_id}", times=120, seconds=600)
    if file is None:
        raise Invalid({"file": ["Please choose a file."]})
    if (file.size or 0) > MOST_BYTES:
        raise Invalid({"file": ["This file is too large. Files can be up to 10 MB."]})
    done = paper_scans.scan(
        trip_id=trip_id,
        booking_id=booking,
        template_id=waiverTemplate,
        data=file.read(),
        by=by_of(request),
        at=utc_now(),
    )
    return answer(request, done)


@router.post(
    "/api/booking/{booking}/unassignWaiver", auth=EDIT, response=_TRIP, operation_id="booking_unassign_waiver"
)
@trip_change
def unassign_waiver(request: HttpRequest, booking: Id, body: r.UnassignWaiverIn) -> Work:
    """Take a signed waiver off a guest; it is kept."""
    return partial(
        operations.unassign,
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        waiver_id=body.waiver_id,
    )


@router.post(
    "/api/waiver/{waiver}/assign/{booking}", auth=CHECK_IN, response=_TRIP, operation_id="waiver_assign"
)
@trip_change
def waiver_assign(request: HttpRequest, waiver: Id, booking: Id, body: r.WaiverAssignIn) -> Work:
    """Let a signed waiver count for a guest."""
    return partial(
        operations.assign, trip_id=trip_of_booking(request, booking), booking_id=booking, waiver_id=waiver
    )
