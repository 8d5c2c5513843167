"""Calls around the add-ons of guests and orders (domain.md 5.5, 5.24, 5.25)."""

from functools import partial
from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router
from ninja.params.functions import Path

from outfitter.api.principal import allow, caller_of, public
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, NotFound
from outfitter_tenants.checkout.addons import operations as addons
from outfitter_tenants.checkout.addons import requests as r
from outfitter_tenants.checkout.addons.rules import AddonChoice
from outfitter_tenants.checkout.addons.serializers import order_addons
from outfitter_tenants.checkout.bookings.schemas import OrderAddonsOut
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    TripKey,
    Work,
    answer,
    by_of,
    trip_change,
    trip_id_of,
    trip_of_booking,
    trip_of_order,
)
from outfitter_tenants.trips import queries as trips

router = Router(tags=["add-ons"])
EDIT = allow("trip.edit")
_TRIP = {200: s.TripAnswer, **ERRORS}
Qty = Annotated[int, Path(ge=0, le=r.MOST)]


@router.post("/api/booking/{booking}/addon/add", auth=EDIT, response=_TRIP, operation_id="booking_addon_add")
@trip_change
def booking_add(request: HttpRequest, booking: Id, body: r.AddonAddIn) -> Work:
    """Choose an add-on for a guest; what is counted comes on top."""
    return partial(
        addons.add, trip_id=trip_of_booking(request, booking), booking_id=booking, choice=body.choice()
    )


@router.post(
    "/api/booking/{booking}/addon/change", auth=EDIT, response=_TRIP, operation_id="booking_addon_change"
)
@trip_change
def booking_change(request: HttpRequest, booking: Id, body: r.AddonChangeIn) -> Work:
    """Choose otherwise for a guest."""
    return partial(
        addons.change_addon,
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        choice=body.choice(),
        line_id=body.line_id,
    )


@router.post(
    "/api/booking/{booking}/addon/remove", auth=EDIT, response=_TRIP, operation_id="booking_addon_remove"
)
@trip_change
def booking_remove(request: HttpRequest, booking: Id, body: r.AddonRemoveIn) -> Work:
    """Take an add-on off a guest."""
    return partial(
        addons.remove,
        trip_id=trip_of_booking(request, booking),
        booking_id=booking,
        addon_id=body.addon_id,
        value_id=body.value_id,
    )


@router.post(
    "/api/trip/{trip}/booking/{booking}/addon/{addon}",
    auth=public,
    response=_TRIP,
    operation_id="booking_addon_set",
)
def booking_set(
    request: HttpRequest, trip: TripKey, booking: Id, addon: Id, body: r.AddonSetIn
) -> dict[str, object]:
    """Have exactly so many of an add-on for a guest; 0 takes it off. Visitors: in their cart."""
    by = _by(request)
    done = addons.set_addon(
        trip_id=trip_id_of(request, trip, "trip.edit"),
        booking_id=booking,
        choice=AddonChoice(addon, body.value_id, body.qty, body.text_value),
        by=by,
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/booking/{booking}/enabledAddons", auth=EDIT, response=_TRIP, operation_id="booking_enabled_addons"
)
@trip_change
def booking_enabled(request: HttpRequest, booking: Id, body: r.EnabledAddonsIn) -> Work:
    """Say which optional add-ons a guest is offered."""
    return partial(
        addons.enable, trip_id=trip_of_booking(request, booking), booking_id=booking, addon_ids=body.addon_ids
    )


@router.get(
    "/api/tripOrder/{tripOrder}/addons/get",
    auth=public,
    response={200: OrderAddonsOut, **ERRORS},
    operation_id="trip_order_addons",
)
def order_get(request: HttpRequest, tripOrder: Id, asked: Query[r.OwnTripQuery]) -> dict[str, object]:
    """Return what can be chosen for an order and its guests, and what was; visitors: their own."""
    caller = caller_of(request)
    if caller.is_staff and caller.can("trip.view"):
        trip_id = trip_of_order(request, tripOrder)
    else:
        trip_id = trips.trip_of_order(trip_order_id=tripOrder)
        if asked.trip is None or trips.find_trip_id(key=asked.trip, by_id=False) != trip_id:
            raise NotFound("Trip order not found.")
    return order_addons(trip_id=trip_id, trip_order_id=tripOrder, at=utc_now(), principal=caller_of(request))


@router.post(
    "/api/tripOrder/{tripOrder}/addon/add", auth=EDIT, response=_TRIP, operation_id="trip_order_addon_add"
)
@trip_change
def order_add(request: HttpRequest, tripOrder: Id, body: r.AddonAddIn) -> Work:
    """Choose an add-on for an order as such; what is counted comes on top."""
    return partial(
        addons.add, trip_id=trip_of_order(request, tripOrder), trip_order_id=tripOrder, choice=body.choice()
    )


@router.post(
    "/api/tripOrder/{tripOrder}/addon/change",
    auth=EDIT,
    response=_TRIP,
    operation_id="trip_order_addon_change",
)
@trip_change
def order_change(request: HttpRequest, tripOrder: Id, body: r.AddonChangeIn) -> Work:
    """Choose otherwise for an order as such."""
    return partial(
        addons.change_addon,
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        choice=body.choice(),
        line_id=body.line_id,
    )


@router.post(
    "/api/tripOrder/{tripOrder}/addon/remove",
    auth=EDIT,
    response=_TRIP,
    operation_id="trip_order_addon_remove",
)
@trip_change
def order_remove(request: HttpRequest, tripOrder: Id, body: r.AddonRemoveIn) -> Work:
    """Take an add-on off an order as such."""
    return partial(
        addons.remove,
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        addon_id=body.addon_id,
        value_id=body.value_id,
    )


@router.post(
    "/api/tripOrder/{tripOrder}/countableAddon/{experienceAddon}/{qty}/save",
    auth=EDIT,
    response=_TRIP,
    operation_id="trip_order_countable_addon",
)
def order_count(request: HttpRequest, tripOrder: Id, experienceAddon: Id, qty: Qty) -> dict[str, object]:
    """Have exactly so many of an add-on for an order; 0 takes it off."""
    done = addons.set_addon(
        trip_id=trip_of_order(request, tripOrder),
        trip_order_id=tripOrder,
        choice=AddonChoice(experienceAddon, None, qty),
        by=by_of(request),
        at=utc_now(),
    )
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/tripOrder/{tripOrder}/addon/save",
    auth=public,
    response=_TRIP,
    operation_id="trip_order_addons_save",
)
def order_save(
    request: HttpRequest, trip: TripKey, tripOrder: Id, body: r.OrderAddonsIn
) -> dict[str, object]:
    """
    Make the add-ons of an order as such, and of the guests that are named, exactly these.

    Visitors choose for their own cart, by its hash.
    """
    by = _by(request)
    done = addons.save_all(
        trip_id=trip_id_of(request, trip, "trip.edit"),
        trip_order_id=tripOrder,
        choices=[one.choice() for one in body.addons],
        of_guests=body.of_guests(),
        by=by,
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


def _by(request: HttpRequest) -> TripActor:
    caller = caller_of(request)
    if caller.is_staff:
        if not caller.can("trip.edit"):
            raise Forbidden("Your role does not allow this.", permission="trip.edit")
        return by_of(request)
    limit(f"addons:{getattr(request, 'client_ip', None)}", times=120, seconds=60)
    return TripActor(audience="online")
