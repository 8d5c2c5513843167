"""Calls around things from the shelf (domain.md 5.5)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.addons import requests as r
from outfitter_tenants.checkout.products import operations as products
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    TripKey,
    answer,
    by_of,
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
def add(request: HttpRequest, booking: Id, body: r.ProductAddIn) -> dict[str, Any]:
    """Sell something from the shelf to a guest."""
    done = products.sell(
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        wanted=products.ProductRequest(body.product_id, body.qty, body.unit_amount),
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/booking/{booking}/product/remove", auth=EDIT, response=_TRIP, operation_id="booking_product_remove"
)
def remove(request: HttpRequest, booking: Id, body: r.ProductRemoveIn) -> dict[str, Any]:
    """Take so many of a product off a guest."""
    done = products.remove(
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        product_id=body.product_id,
        qty=body.qty,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/booking/{booking}/product/removeAll",
    auth=EDIT,
    response=_TRIP,
    operation_id="booking_product_remove_all",
)
def remove_all(request: HttpRequest, booking: Id, body: VersionedIn) -> dict[str, Any]:
    """Take everything from the shelf off a guest."""
    done = products.remove(
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        product_id=None,
        qty=None,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/bookingProduct/{bookingProduct}/update",
    auth=EDIT,
    response=_TRIP,
    operation_id="booking_product_update",
)
def update(
    request: HttpRequest, trip: TripKey, bookingProduct: Id, body: r.BookingProductIn
) -> dict[str, Any]:
    """Change how many, at what price or for whom."""
    sent = body.model_dump(exclude_unset=True, exclude={"version"})
    done = products.update(
        trip_id=trip_id_of(request, trip),
        booking_product_id=bookingProduct,
        values=sent,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/bookingProduct/{bookingProduct}/delete",
    auth=EDIT,
    response=_TRIP,
    operation_id="booking_product_delete",
)
def delete(request: HttpRequest, trip: TripKey, bookingProduct: Id, body: VersionedIn) -> dict[str, Any]:
    """Take something from the shelf off a trip."""
    done = products.delete(
        trip_id=trip_id_of(request, trip),
        booking_product_id=bookingProduct,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)
