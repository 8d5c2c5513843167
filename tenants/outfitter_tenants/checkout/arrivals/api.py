"""Guests on the day: check in, undo, no-show (domain.md 4.13, 5.25)."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.principal import allow, caller_of, signed_in
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.db.configuration import configuration
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.arrivals import operations as arrivals
from outfitter_tenants.checkout.arrivals.ticket_bodies import FoundTicketOut, TicketCodeIn
from outfitter_tenants.checkout.card_charges import noshow_fees
from outfitter_tenants.checkout.trip_response import requests as r
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import answer, by_of, trip_of_order
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips import visibility
from outfitter_tenants.trips.operations.arrivals import ArrivalAction
from outfitter_tenants.trips.queries import ticket_codes

router = Router(tags=["arrivals"])
CHECK_IN = allow("booking.check_in")
# More than anybody scans, far fewer than anybody who guesses would need.
MOST_CODES_A_MINUTE = 90
GuestKeys = Annotated[list[Id] | None, Query(max_length=500)]


@router.post(
    "/api/tripOrder/{tripOrder}/checkin",
    auth=CHECK_IN,
    response={200: s.TripAnswer, **ERRORS},
    operation_id="trip_order_checkin",
)
def checkin(request: HttpRequest, tripOrder: int, body: r.CheckinIn) -> dict[str, object]:
    """Check in the guests of an order, or some of them."""
    return _note(request, tripOrder, body, ids=body.booking_ids, slug="checked_in")


@router.post(
    "/api/tripOrder/{tripOrder}/noshow",
    auth=CHECK_IN,
    response={200: s.TripAnswer, **ERRORS},
    operation_id="trip_order_noshow",
)
def noshow(request: HttpRequest, tripOrder: int, body: r.NoshowIn) -> dict[str, object]:
    """Mark guests of an order as not come."""
    noted = _note(request, tripOrder, body, ids=body.booking_ids, slug="no_show")
    return _with_fee(request, tripOrder, body, noted) if body.charge_fee else noted


@router.get(
    "/api/tripOrder/{tripOrder}/noshowFee/get",
    auth=allow("payment.take"),
    response={200: s.NoshowFeeOut, **ERRORS},
    operation_id="trip_order_noshow_fee",
)
def noshow_fee(request: HttpRequest, tripOrder: Id, booking_ids: GuestKeys = None) -> noshow_fees.NoshowFee:
    """Return what would be charged if guests of an order, or all who are not here, did not come."""
    return noshow_fees.preview(
        trip_id=trip_of_order(request, tripOrder), trip_order_id=tripOrder, booking_ids=booking_ids
    )


def _with_fee(request: HttpRequest, order_id: int, body: r.NoshowIn, noted: dict[str, Any]) -> dict[str, Any]:
    """Charge the fee for not coming: that they did not come stands, whatever becomes of it."""
    try:
        done = noshow_fees.charge_fee(
            trip_id=trips.trip_of_order(trip_order_id=order_id),
            trip_order_id=order_id,
            booking_ids=body.booking_ids,
            by=by_of(request),
            at=utc_now(),
        )
    except DomainError as problem:
        told = {"code": problem.code, "message": problem.message, "severity": "warn"}
        return {**noted, "warnings": [*noted["warnings"], told]}
    paid = answer(request, done)
    return {**paid, "warnings": [*noted["warnings"], *paid["warnings"]]}


@router.post(
    "/api/tripOrder/{tripOrder}/setBookingStatuses/save",
    auth=CHECK_IN,
    response={200: s.TripAnswer, **ERRORS},
    operation_id="trip_order_set_booking_statuses",
)
def set_statuses(request: HttpRequest, tripOrder: int, body: r.StatusesIn) -> dict[str, object]:
    """Give guests of an order any status; `not_checked_in` undoes a check-in."""
    status_id = body.booking_status_id
    return _note(request, tripOrder, body, ids=body.booking_ids, status_id=status_id)


@router.post(
    "/api/booking/{booking}/status/{booking_status}/save",
    auth=CHECK_IN,
    response={200: s.TripAnswer, **ERRORS},
    operation_id="booking_set_status",
)
def set_status(
    request: HttpRequest, booking: int, booking_status: int, body: r.BookingStatusIn
) -> dict[str, object]:
    """Give one guest a status."""
    return _note(request, None, body, ids=[booking], status_id=booking_status)


def _note(
    request: HttpRequest,
    order_id: int | None,
    body: r.NotedIn,
    *,
    ids: Sequence[int] | None,
    slug: str | None = None,
    status_id: int | None = None,
) -> dict[str, object]:
    caller = caller_of(request)
    deed = ArrivalAction(
        trip_order_id=order_id,
        by=caller.avatar_id,
        status_id=status_id,
        status_slug=slug,
        booking_ids=None if ids is None else tuple(ids),
        occurred_at=body.occurred_at,
        action_id=body.client_action_id,
    )
    with configuration(caller.configuration_version):
        return answer(request, arrivals.note(deed=deed, at=utc_now(), caller=caller))


@router.post(
    "/api/ticket/find", auth=CHECK_IN, response={200: FoundTicketOut, **ERRORS}, operation_id="ticket_find"
)
def ticket_find(request: HttpRequest, body: TicketCodeIn) -> ticket_codes.TicketRow:
    """Return whose ticket or booking a code is; what a scanner asks about codes its list lacks."""
    caller = caller_of(request)
    limit(f"ticket-find:{caller.avatar_id}", times=MOST_CODES_A_MINUTE, seconds=60)
    reach = visibility.visible_trips(
        scope=caller.scope, avatar_id=caller.avatar_id, reseller_id=caller.reseller_id
    )
    return ticket_codes.find_ticket(code=body.code, day=body.day, reach=reach)


@router.get(
    "/api/bookingStatuses/get",
    auth=signed_in,
    response={200: list[s.FullStatusOut], **ERRORS},
    operation_id="booking_statuses",
)
def booking_statuses(request: HttpRequest) -> list[trips.StatusRow]:
    """Return the guest statuses in their order."""
    return trips.list_statuses()


@router.get(
    "/api/trip/methods/get",
    auth=signed_in,
    response={200: list[s.MethodOut], **ERRORS},
    operation_id="trip_methods",
)
def methods(request: HttpRequest) -> list[trips.MethodRow]:
    """Return how trips are sold."""
    return trips.list_methods()
