"""Calls that put offer codes on trips (domain.md 4.6, 5.16)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow, caller_of, public
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_prices import offer_codes
from outfitter_tenants.checkout.trip_prices import schemas as r
from outfitter_tenants.checkout.trip_prices.schemas import AvailableOfferOut
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import TripKey, answer, by_of, trip_id_of
from outfitter_tenants.trips import visibility

router = Router(tags=["trip prices"])
ANSWERS: Any = {200: s.TripAnswer, 423: ErrorOut, **ERRORS}


@router.post(
    "/api/trip/{trip}/payments/offerCode/add",
    auth=public,
    response=ANSWERS,
    operation_id="trip_add_offer_code",
)
def add(request: HttpRequest, trip: TripKey, body: r.OfferCodeAddIn) -> dict[str, object]:
    """Put a code on a trip; visitors on their own cart, by its hash."""
    by = _by(request)
    done = offer_codes.add(
        trip_id=trip_id_of(request, trip, "offer.apply"),
        code=body.code,
        is_replacing=body.replace,
        by=by,
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/payments/offerCode/remove",
    auth=public,
    response=ANSWERS,
    operation_id="trip_remove_offer_code",
)
def remove(request: HttpRequest, trip: TripKey, body: r.OfferCodeRemoveIn) -> dict[str, object]:
    """Take a code off a trip; visitors off their own cart, by its hash."""
    by = _by(request)
    done = offer_codes.remove(
        trip_id=trip_id_of(request, trip, "offer.apply"),
        offer_code_id=body.offer_code_id,
        by=by,
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.get(
    "/api/payments/getAvailableOfferCodes",
    auth=allow("offer.apply"),
    response={200: list[AvailableOfferOut], **ERRORS},
    operation_id="offer_codes_available",
)
def available(request: HttpRequest, trip_id: Id) -> list[offer_codes.AvailableOffer]:
    """Return the codes that would take something off a trip, best first."""
    visibility.check(trip_id=trip_id, caller=caller_of(request))
    return offer_codes.available(trip_id=trip_id, at=utc_now())


def _by(request: HttpRequest) -> TripActor:
    if caller_of(request).is_staff:
        return by_of(request)
    # Nobody tries out codes by the thousand.
    limit(f"offer-code:{getattr(request, 'client_ip', None)}", times=20, seconds=60)
    return TripActor(audience="online")
