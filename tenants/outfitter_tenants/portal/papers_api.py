"""Papers that a customer takes along from their own page: receipt, signed waivers (domain.md 4.11)."""

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.accounts import business_profile
from outfitter.api.principal import PUBLIC, anonymous, principal_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.checkout.printouts.customer_paper import pdf_answer, recipient_of
from outfitter_tenants.checkout.printouts.trip_receipt import printout as receipt
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.portal.trip_link import TripHash, find_trip_id
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.waivers import printout as waivers
from outfitter_tenants.waivers import queries as signed

router = Router(tags=["portal"])
# A PDF is set anew each time.
MOST_A_MINUTE = 30


@router.get(
    "/api/customerPortal/{hash}/receipt.pdf",
    auth=anonymous,
    response={200: None, **ERRORS},
    operation_id="customer_portal_receipt",
)
def portal_receipt(request: HttpRequest, hash: TripHash) -> HttpResponse:  # noqa: A002
    """Return the receipt of what was paid and given back of the trip, in its customer's language."""
    trip_id, at = _trip(request, hash), utc_now()
    if not principal_of(request).sees_prices:
        raise NotFound("There is no receipt for this trip.")
    locale = trips.get_trip(trip_id=trip_id).locale
    languages = (normal(locale),) if locale else ()
    shown = trip_full(trip_id=trip_id, at=at, principal=PUBLIC, languages=languages)
    if shown["status"]["slug"] == "deleted" or not receipt.has_receipt(shown):
        raise NotFound("There is no receipt for this trip.")
    business = business_profile.get_business(schema_name=current_schema())
    sender = [business.legal_name, " ".join(str(business.address).split()), business.website]
    made = receipt.print_receipt(
        shown, recipient_of(shown, words=receipt.WORDS), sender=" · ".join(filter(None, sender)), at=at
    )
    return pdf_answer(made, f"receipt-{shown['confirmation_code']}.pdf")


@router.get(
    "/api/customerPortal/{hash}/waivers/{waiver}/pdf",
    auth=anonymous,
    response={200: None, **ERRORS},
    operation_id="customer_portal_waiver_pdf",
)
def portal_waiver_pdf(request: HttpRequest, hash: TripHash, waiver: Id) -> HttpResponse:  # noqa: A002
    """Return the printed copy of a waiver that a guest of the trip has signed."""
    trip_id = _trip(request, hash)
    trip = trips.get_trip(trip_id=trip_id)
    guests = [guest.pk for order in trips.active_orders(trip=trip) for guest in order.live_bookings]
    rows = [row for every in signed.booking_rows(booking_ids=guests).values() for row in every]
    found = next((row.waiver for row in rows if row.waiver_id == waiver), None)
    if found is None or trip.status == "deleted":
        raise NotFound("Waiver not found on this trip.")
    return pdf_answer(waivers.pdf_of(key=found.hash), "waiver.pdf")


def _trip(request: HttpRequest, key: str) -> int:
    limit(f"portal-papers:{getattr(request, 'client_ip', None)}", times=MOST_A_MINUTE, seconds=60)
    return find_trip_id(request, key)
