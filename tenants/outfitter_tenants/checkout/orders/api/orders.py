"""Calls around one order of a trip: guests, kinds, notes (domain.md 5.25)."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.bookings import order_guests
from outfitter_tenants.checkout.orders import operations as orders
from outfitter_tenants.checkout.orders import requests as r
from outfitter_tenants.checkout.trip_response import requests as trip_response
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    Work,
    answer,
    by_of,
    trip_change,
    trip_of_order,
)
from outfitter_tenants.checkout.trip_response.schemas import orders as so
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.trips.operations.orders import GuestName

router = Router(tags=["trip orders"])
VIEW, EDIT = allow("trip.view"), allow("trip.edit")
_TRIP = {200: s.TripAnswer, **ERRORS}


def summed(quantities: Sequence[trip_response.QuantityIn]) -> dict[int, int]:
    """Return so many tickets by customer type, however often a type is named."""
    wanted: dict[int, int] = {}
    for item in quantities:
        kind = item.experience_customer_type_id
        wanted[kind] = wanted.get(kind, 0) + item.qty
    return wanted


@router.get(
    "/api/tripOrder/{tripOrder}/get",
    auth=VIEW,
    response={200: so.OrderAnswer, **ERRORS},
    operation_id="trip_order_get",
)
def get(request: HttpRequest, tripOrder: Id) -> dict[str, Any]:
    """Return one order with everything about it."""
    trip_id = trip_of_order(request, tripOrder)
    trip = trip_full(
        trip_id=trip_id, at=utc_now(), principal=caller_of(request), languages=reader_languages(request)
    )
    [order] = [item for item in trip["tripOrders"] if item["id"] == tripOrder]
    return {"tripOrder": order, "trip_id": trip_id, "trip_hash": trip["hash"], "version": trip["version"]}


@router.post(
    "/api/tripOrder/{tripOrder}/booking/add", auth=EDIT, response=_TRIP, operation_id="trip_order_booking_add"
)
def booking_add(request: HttpRequest, tripOrder: Id, body: r.BookingAddIn) -> dict[str, object]:
    """Put more guests on an order, at today's price."""
    done = order_guests.add_guests(
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        quantities=summed(body.quantities),
        names=[GuestName(**guest.model_dump()) for guest in body.guests],
        by=by_of(request, is_overbooking=body.overbook),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/tripOrder/{tripOrder}/changeCustomerTypes",
    auth=EDIT,
    response=_TRIP,
    operation_id="trip_order_change_types",
)
def change_types(request: HttpRequest, tripOrder: Id, body: r.ChangeTypesIn) -> dict[str, object]:
    """Make guests ones of another customer type."""
    done = order_guests.change_types(
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        changes={item.booking_id: item.to for item in body.changes or ()},
        quantities=summed(body.quantities) if body.quantities is not None else None,
        by=by_of(request, is_overbooking=body.overbook),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/tripOrder/{tripOrder}/note/save", auth=EDIT, response=_TRIP, operation_id="trip_order_note_save"
)
@trip_change
def note_save(request: HttpRequest, tripOrder: Id, body: r.OrderNoteIn) -> Work:
    """Write the note of an order."""
    return partial(
        orders.save_note, trip_id=trip_of_order(request, tripOrder), trip_order_id=tripOrder, note=body.note
    )


@router.post("/api/tripOrder/{tripOrder}/remove", auth=EDIT, response=_TRIP, operation_id="trip_order_remove")
@trip_change
def remove(request: HttpRequest, tripOrder: Id, body: r.OrderRemoveIn) -> Work:
    """Take an order out of a cart; one that was sold is cancelled instead."""
    return partial(orders.remove, trip_id=trip_of_order(request, tripOrder), trip_order_id=tripOrder)
