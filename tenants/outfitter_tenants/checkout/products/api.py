"""Calls around things from the shelf (domain.md 5.5)."""

from functools import partial

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter_tenants.checkout.addons import requests as r
from outfitter_tenants.checkout.products import operations as products
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    TripKey,
    Work,
    trip_change,
    trip_id_of,
    trip_of_booking,
)
from outfitter_tenants.checkout.trip_response.requests.lifecycle import VersionedIn

router = Router(tags=["products"])
EDIT = allow("trip.edit")
_TRIP = {200: s.TripAnswer, **ERRORS}


@router.post(
    "/api/booking/{booking}/product/add", auth=EDIT, response=_TRIP, operation_id="booking_product_add"
)
@trip_change
def add(request: HttpRequest, booking: Id, body: r.ProductAddIn) -> Work:
    """Sell something from the shelf to a guest."""
    return partial(
        products.sell,
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        wanted=products.ProductRequest(body.product_id, body.qty, body.unit_amount),
    )


@router.post(
    "/api/booking/{booking}/product/remove", auth=EDIT, response=_TRIP, operation_id="booking_product_remove"
)
@trip_change
def remove(request: HttpRequest, booking: Id, body: r.ProductRemoveIn) -> Work:
    """Take so many of a product off a guest."""
    return partial(
        products.remove,
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        product_id=body.product_id,
        qty=body.qty,
    )


@router.post(
    "/api/booking/{booking}/product/removeAll",
    auth=EDIT,
    response=_TRIP,
    operation_id="booking_product_remove_all",
)
@trip_change
def remove_all(request: HttpRequest, booking: Id, body: VersionedIn) -> Work:
    """Take everything from the shelf off a guest."""
    return partial(
        products.remove,
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        product_id=None,
        qty=None,
    )


@router.post(
    "/api/trip/{trip}/bookingProduct/{bookingProduct}/update",
    auth=EDIT,
    response=_TRIP,
    operation_id="booking_product_update",
)
@trip_change
def update(request: HttpRequest, trip: TripKey, bookingProduct: Id, body: r.BookingProductIn) -> Work:
    """Change how many, at what price or for whom."""
    sent = body.model_dump(exclude_unset=True, exclude={"version"})
    return partial(
        products.update, trip_id=trip_id_of(request, trip), booking_product_id=bookingProduct, values=sent
    )


@router.post(
    "/api/trip/{trip}/bookingProduct/{bookingProduct}/delete",
    auth=EDIT,
    response=_TRIP,
    operation_id="booking_product_delete",
)
@trip_change
def delete(request: HttpRequest, trip: TripKey, bookingProduct: Id, body: VersionedIn) -> Work:
    """Take something from the shelf off a trip."""
    return partial(products.delete, trip_id=trip_id_of(request, trip), booking_product_id=bookingProduct)
