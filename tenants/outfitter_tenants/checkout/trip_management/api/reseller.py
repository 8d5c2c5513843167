"""Calls around the partner who sells a trip (domain.md 5.24)."""

from functools import partial

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.trip_management import prepaid_balance, trip_reseller
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

router = Router(tags=["trips"])
EDIT = allow("trip.edit")
_ANSWER = {200: s.TripAnswer, 423: ErrorOut, **ERRORS}


@router.post("/api/trip/{trip}/reseller/edit", auth=EDIT, response=_ANSWER, operation_id="trip_reseller_edit")
@trip_change
def edit_reseller(request: HttpRequest, trip: TripKey, body: r.TripResellerIn) -> Work:
    """Say which partner sells a trip."""
    return partial(
        trip_reseller.set_reseller,
        trip_id=trip_id_of(request, trip),
        reseller_id=body.reseller_id,
        reprice=body.reprice,
    )


@router.post(
    "/api/trip/{trip}/reseller/remove", auth=EDIT, response=_ANSWER, operation_id="trip_reseller_remove"
)
@trip_change
def remove_reseller(request: HttpRequest, trip: TripKey, body: r.TripResellerRemoveIn) -> Work:
    """Take the partner off a trip."""
    return partial(trip_reseller.remove_reseller, trip_id=trip_id_of(request, trip), reprice=body.reprice)


@router.post(
    "/api/trip/{trip}/resellerAgent/edit", auth=EDIT, response=_ANSWER, operation_id="trip_agent_edit"
)
def edit_agent(request: HttpRequest, trip: TripKey, body: r.TripAgentIn) -> dict[str, object]:
    """Say who of the partner sold a trip."""
    return _agent(request, trip, body.agent_id, body.version)


@router.post(
    "/api/trip/{trip}/resellerAgent/remove", auth=EDIT, response=_ANSWER, operation_id="trip_agent_remove"
)
def remove_agent(request: HttpRequest, trip: TripKey, body: r.TripAgentRemoveIn) -> dict[str, object]:
    """Take that back."""
    return _agent(request, trip, None, body.version)


def _agent(request: HttpRequest, trip: str, agent_id: int | None, version: int | None) -> dict[str, object]:
    done = trip_reseller.set_agent(
        trip_id=trip_id_of(request, trip), agent_id=agent_id, by=by_of(request), at=utc_now(), version=version
    )
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/reseller/topUp/use",
    auth=allow("payment.take"),
    response=_ANSWER,
    operation_id="trip_topup_use",
)
@trip_change
def use_topup(request: HttpRequest, trip: TripKey, body: r.PrepaidUseIn) -> Work:
    """Pay what the partner owes for a trip from what it paid in advance."""
    return partial(prepaid_balance.pay_from_balance, trip_id=trip_id_of(request, trip), amount=body.amount)


@router.post(
    "/api/trip/{trip}/reseller/commission/edit",
    auth=allow("reseller.manage"),
    response=_ANSWER,
    operation_id="trip_commission_edit",
)
@trip_change
def edit_commission(request: HttpRequest, trip: TripKey, body: r.CommissionIn) -> Work:
    """Set what a partner earns on a trip by hand."""
    return partial(
        trip_reseller.edit_commission,
        trip_id=trip_id_of(request, trip),
        ppm=body.ppm,
        amount=body.amount,
        agent_amount=body.agent_amount,
        reason=body.reason,
    )
