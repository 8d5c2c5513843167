"""What each guest of a trip owes (domain.md 4.9, "pay my tab")."""

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS
from outfitter_tenants.checkout.payments import requested_amount
from outfitter_tenants.checkout.trip_response.request_context import TripKey, trip_id_of
from outfitter_tenants.checkout.trip_response.schemas import payments as paid
from outfitter_tenants.trips import queries as trips

router = Router(tags=["payments"])


@router.get(
    "/api/trip/{trip}/tab/get",
    auth=allow("payment.take"),
    response={200: paid.TabOut, **ERRORS},
    operation_id="trip_tab",
)
def tab(request: HttpRequest, trip: TripKey) -> dict[str, object]:
    """Return what is still open for each guest: their lines and their part of shared ones."""
    found = trips.get_trip(trip_id=trip_id_of(request, trip))
    shares = requested_amount.tab_of(trip=found)
    return {
        "data": [
            {"booking_id": booking_id, "open_amount": amount} for booking_id, amount in sorted(shares.items())
        ]
    }
