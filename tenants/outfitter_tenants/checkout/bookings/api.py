"""Calls around one guest (domain.md 5.5)."""

from functools import partial
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.bookings import guest_removal
from outfitter_tenants.checkout.bookings import operations as bookings
from outfitter_tenants.checkout.bookings import schemas as r
from outfitter_tenants.checkout.bookings.schemas import BookingAnswer
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    Work,
    answer,
    by_of,
    trip_change,
    trip_of_booking,
    trip_of_order,
)
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.trips import queries as trips

router = Router(tags=["guests"])
EDIT = allow("trip.edit")
_TRIP = {200: s.TripAnswer, **ERRORS}


@router.get(
    "/api/booking/get/{booking}",
    auth=allow("trip.view"),
    response={200: BookingAnswer, **ERRORS},
    operation_id="booking_get",
)
def booking_get(request: HttpRequest, booking: Id) -> dict[str, Any]:
    """Return one guest with the trip."""
    trip_id = trip_of_booking(request, booking)
    trip = trip_full(
        trip_id=trip_id, at=utc_now(), principal=caller_of(request), languages=reader_languages(request)
    )
    every = (one for order in trip["tripOrders"] for one in order["bookings"])
    found = next((one for one in every if one["id"] == booking), None)
    if found is None:
        raise trips.OrderNotFound("This guest was removed from the trip.")
    return {"booking": found, "trip": trip}


@router.post("/api/booking/{booking}/save", auth=EDIT, response=_TRIP, operation_id="booking_save")
def booking_save(request: HttpRequest, booking: Id, body: r.BookingSaveIn) -> dict[str, object]:
    """Write who travels on a ticket."""
    done = bookings.save(
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        values=body.values(),
        by=by_of(request, is_overbooking=body.overbook),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post("/api/booking/delete/{booking}", auth=EDIT, response=_TRIP, operation_id="booking_delete")
@trip_change
def booking_delete(request: HttpRequest, booking: Id, body: r.BookingDeleteIn) -> Work:
    """Take one guest off; the last one takes the order along."""
    trip_id = trip_of_booking(request, booking)
    return partial(
        guest_removal.delete,
        trip_id=trip_id,
        trip_order_id=trips.order_of_booking(booking_id=booking),
        booking_ids=[booking],
        reason=body.reason,
    )


@router.post("/api/bookings/{tripOrder}/delete", auth=EDIT, response=_TRIP, operation_id="bookings_delete")
@trip_change
def bookings_delete(request: HttpRequest, tripOrder: Id, body: r.BookingsDeleteIn) -> Work:
    """Take guests off an order, all of them when none are named."""
    return partial(
        guest_removal.delete,
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        booking_ids=body.booking_ids,
        reason=body.reason,
    )


@router.post("/api/booking/clone/{booking}", auth=EDIT, response=_TRIP, operation_id="booking_clone")
def booking_clone(request: HttpRequest, booking: Id, body: r.BookingCloneIn) -> dict[str, object]:
    """Put guests like one on the same order."""
    done = guest_removal.clone(
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        qty=body.qty,
        is_with_addons=body.copy_addons,
        is_with_answers=body.copy_custom_fields,
        by=by_of(request, is_overbooking=body.overbook),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)
