"""Calls that put offer codes on trips (domain.md 4.6, 5.16)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.limits import limit
from outfitter.api.principal import allow, caller_of, public
from outfitter.api.schema import ERRORS, ErrorOut, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout import schemas as s
from outfitter_tenants.checkout.api.common import TripKey, answer, by_of, trip_id_of
from outfitter_tenants.checkout.operations.frame.change import By
from outfitter_tenants.checkout.operations.price import codes
from outfitter_tenants.checkout.requests import pricing as r
from outfitter_tenants.checkout.schemas.pricing import AvailableOfferOut
from outfitter_tenants.trips import reach

router = Router(tags=["trip prices"])
ANSWERS: Any = {200: s.TripAnswer, 423: ErrorOut, **ERRORS}


@router.post(
    "/api/trip/{trip}/payments/offerCode/add", auth=public, response=ANSWERS,
    operation_id="trip_add_offer_code",
)  # fmt: skip
def add(request: HttpRequest, trip: TripKey, body: r.OfferCodeAddIn) -> dict[str, Any]:
    """Put a code on a trip; visitors on their own cart, by its hash."""
    by = _by(request)
    done = codes.add(
        trip_id=trip_id_of(request, trip, "offer.apply"), code=body.code,
        is_replacing=body.replace, by=by, at=utc_now(), version=body.version,
    )  # fmt: skip
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/payments/offerCode/remove", auth=public, response=ANSWERS,
    operation_id="trip_remove_offer_code",
)  # fmt: skip
def remove(request: HttpRequest, trip: TripKey, body: r.OfferCodeRemoveIn) -> dict[str, Any]:
    """Take a code off a trip; visitors off their own cart, by its hash."""
    by = _by(request)
    done = codes.remove(
        trip_id=trip_id_of(request, trip, "offer.apply"), offer_code_id=body.offer_code_id,
        by=by, at=utc_now(), version=body.version,
    )  # fmt: skip
    return answer(request, done)


@router.get(
    "/api/payments/getAvailableOfferCodes", auth=allow("offer.apply"),
    response={200: list[AvailableOfferOut], **ERRORS}, operation_id="offer_codes_available",
)  # fmt: skip
def available(request: HttpRequest, trip_id: Id) -> list[codes.AvailableOffer]:
    """Return the codes that would take something off a trip, best first."""
    reach.check(trip_id=trip_id, caller=caller_of(request))
    return codes.available(trip_id=trip_id, at=utc_now())


def _by(request: HttpRequest) -> By:
    if caller_of(request).is_staff:
        return by_of(request)
    # Nobody tries out codes by the thousand.
    limit(f"offer-code:{getattr(request, 'client_ip', None)}", times=20, seconds=60)
    return By(audience="online")
