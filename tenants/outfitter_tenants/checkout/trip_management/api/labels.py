"""Calls that name and mark a trip: group, source, voucher, flag (domain.md 5.24)."""

from functools import partial

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.trip_management import labels
from outfitter_tenants.checkout.trip_management import labels as naming
from outfitter_tenants.checkout.trip_management import schemas as r
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    TripKey,
    Work,
    answer,
    by_of,
    trip_change,
    trip_id_of,
)
from outfitter_tenants.checkout.trip_response.requests.lifecycle import VersionedIn

router = Router(tags=["trips"])
EDIT = allow("trip.edit")
_ANSWER = {200: s.TripAnswer, **ERRORS}


@router.post("/api/trip/{trip}/groupName/save", auth=EDIT, response=_ANSWER, operation_id="trip_group_name")
@trip_change
def group_name(request: HttpRequest, trip: TripKey, body: r.GroupNameIn) -> Work:
    """Name the group a trip is for."""
    return partial(naming.set_group_name, trip_id=trip_id_of(request, trip), group_name=body.group_name)


@router.post("/api/trip/{trip}/source/save", auth=EDIT, response=_ANSWER, operation_id="trip_source_save")
def save_source(request: HttpRequest, trip: TripKey, body: r.TripSourceIn) -> dict[str, object]:
    """Say where the customer of a trip heard of us."""
    return _source(request, trip, body)


@router.post("/api/trip/{trip}/source/edit", auth=EDIT, response=_ANSWER, operation_id="trip_source_edit")
def edit_source(request: HttpRequest, trip: TripKey, body: r.TripSourceIn) -> dict[str, object]:
    """Say it again, differently."""
    return _source(request, trip, body)


def _source(request: HttpRequest, trip: str, body: r.TripSourceIn) -> dict[str, object]:
    done = labels.set_source(
        trip_id=trip_id_of(request, trip),
        source_id=body.trip_source_id,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post("/api/trip/{trip}/link/renew", auth=EDIT, response=_ANSWER, operation_id="trip_link_renew")
@trip_change
def renew_link(request: HttpRequest, trip: TripKey, body: VersionedIn) -> Work:
    """Give a trip another private link; the old one opens nothing any more."""
    return partial(labels.renew_link, trip_id=trip_id_of(request, trip))


@router.post("/api/trip/{trip}/setVoucher", auth=EDIT, response=_ANSWER, operation_id="trip_set_voucher")
@trip_change
def set_voucher(request: HttpRequest, trip: TripKey, body: r.VoucherIn) -> Work:
    """Note the number of a partner's voucher."""
    return partial(labels.set_voucher, trip_id=trip_id_of(request, trip), voucher=body.reseller_voucher)


@router.post("/api/trip/{trip}/setFlag", auth=EDIT, response=_ANSWER, operation_id="trip_set_flag")
@trip_change
def set_flag(request: HttpRequest, trip: TripKey, body: r.FlagIn) -> Work:
    """Flag a trip for somebody's eye; they are told."""
    return partial(
        labels.set_flag,
        trip_id=trip_id_of(request, trip),
        reason_id=body.reason_id,
        assignee_id=body.assignee_avatar_id,
        comment=body.comment,
    )


@router.post("/api/trip/{trip}/clearFlag", auth=EDIT, response=_ANSWER, operation_id="trip_clear_flag")
@trip_change
def clear_flag(request: HttpRequest, trip: TripKey, body: r.FlagClearIn) -> Work:
    """Take a trip's flag down."""
    return partial(labels.clear_flag, trip_id=trip_id_of(request, trip), note=body.note)
