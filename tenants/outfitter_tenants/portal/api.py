"""The customer portal (domain.md 5.8): a trip, its papers, what its customer may do with it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.accounts import business_profile
from outfitter.api.principal import PUBLIC, anonymous, anonymous_sale, principal_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.db.read_cache import read_cache
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.payment_links import customer_links
from outfitter_tenants.checkout.payment_links import serializers as link_view
from outfitter_tenants.checkout.payments import requested_amount
from outfitter_tenants.checkout.payments.requested_amount import NothingDue
from outfitter_tenants.checkout.self_service import rules
from outfitter_tenants.checkout.self_service.refusal import demand
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.checkout.waivers.required_waivers import waivers_of_trip
from outfitter_tenants.people import queries as people
from outfitter_tenants.portal import documents, meeting_places, trip_calendar, trip_page
from outfitter_tenants.portal.requests import PortalPayIn
from outfitter_tenants.portal.schemas import PortalInitOut, PortalPayOut
from outfitter_tenants.portal.trip_link import TripHash, find_trip_id
from outfitter_tenants.portal.trip_page import TripPage
from outfitter_tenants.trips import queries as trips

router = Router(tags=["portal"])


@router.get(
    "/api/customerPortal/{hash}/init/{waiverId}",
    auth=anonymous,
    response={200: PortalInitOut, **ERRORS},
    operation_id="customer_portal_init",
)
def portal_init(request: HttpRequest, waiverId: int, hash: TripHash) -> dict[str, Any]:  # noqa: A002
    """
    Return one trip to whoever holds its hash; to a signed-in agent without prices, without them.

    `waiverId` is the template to sign first, 0 is none in particular.
    """
    return init_of(request, waiverId, hash, reader_languages(request))


def init_of(request: HttpRequest, waiverId: int, hash: str, languages: Sequence[str]) -> dict[str, Any]:  # noqa: A002
    """
    Return PortalInitOut, for a reader of `languages` (normal tags, the dearest first).

    :raises NotFound: no trip has this hash, or no one on it signs this waiver
    """
    # Who it is is known to `PriceMiddleware` then; nothing else depends on it.
    principal_of(request)
    at = utc_now()
    trip_id = find_trip_id(request, hash)
    # Every guest is asked the same of the same experiences.
    with read_cache():
        return _shown(request, trip_id, waiver_id=waiverId, languages=languages, at=at)


def _shown(
    request: HttpRequest, trip_id: int, *, waiver_id: int, languages: Sequence[str], at: datetime
) -> dict[str, Any]:
    full = _full(trip_id, languages)
    page = TripPage.of(trips.get_trip(trip_id=trip_id), at=at)
    locale = next(iter(languages), "") or full["contact"]["locale"]
    required = waivers_of_trip(trip=page.trip, locale=locale)
    if waiver_id and waiver_id not in {row["template"]["id"] for row in required}:
        raise NotFound("No one on this trip has to sign this waiver.")
    tenant: Any = request.tenant  # type: ignore[attr-defined]
    return {
        "trip": full,
        "payments": trip_page.money(page),
        "properties": people.get_properties(),
        "account": {"slug": tenant.slug, "name": tenant.name, **contact()},
        "documents": documents.documents_of(
            page, full, required, slug=tenant.slug, locale=locale, is_priced=principal_of(request).sees_prices
        ),
        "waivers_required": required,
        "waiver_id": waiver_id or None,
        "locale": full["contact"]["locale"],
        "actions": page.actions(),
        "policies": page.policies(),
        "orders": trip_page.private_guests(full, page.trip, trip_page.pending_moves(trip_id, at)),
        "places": meeting_places.places_of(
            {order["id"]: order["experience"]["id"] for order in full["tripOrders"]}, languages=languages
        ),
        "questions": full["customFieldValues"],
        "messages": trip_page.thread(trip_id),
        "review": page.said(),
        "tip": page.tip(),
        "receipts": trip_page.receipts(full["payments"]),
    }


@router.post(
    "/api/customerPortal/{hash}/pay",
    auth=anonymous_sale,
    response={200: PortalPayOut, 423: ErrorOut, **ERRORS},
    operation_id="customer_portal_pay",
)
def portal_pay(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    body: PortalPayIn,
) -> dict[str, Any]:
    """
    Return the address at which whoever holds a trip's hash pays what is left of it, a part, or a tip.
    """
    limit(f"portal-pay:{getattr(request, 'client_ip', None)}", times=30, seconds=60)
    trip_id, at, wanted = find_trip_id(request, hash), utc_now(), body
    page = TripPage.of(trips.get_trip(trip_id=trip_id), at=at)
    requested_amount.require_ours(page.trip)
    if wanted.tip is not None:
        demand(rules.may_tip(page.facts, [one.facts for one in page.orders]))
        link = customer_links.open_for_tip(trip_id=trip_id, amount=wanted.tip, at=at)
    elif not rules.may_pay(page.facts).is_allowed:
        raise NothingDue("There's nothing to pay right now.")
    elif wanted.amount is None and not wanted.booking_ids:
        link = customer_links.open_for_balance(trip_id=trip_id, at=at)
    else:
        link = customer_links.open_for_part(
            trip_id=trip_id, amount=wanted.amount, booking_ids=tuple(wanted.booking_ids), at=at
        )
    return {"url": link_view.url_of(link)}


@router.get(
    "/api/customerPortal/{hash}/calendar.ics",
    auth=anonymous,
    response={200: None, **ERRORS},
    operation_id="customer_portal_calendar",
)
def portal_calendar(request: HttpRequest, hash: TripHash) -> HttpResponse:  # noqa: A002
    """Return the trip as a calendar file."""
    trip = trips.get_trip(trip_id=find_trip_id(request, hash))
    if trip.status == "deleted":
        raise NotFound("Trip not found.")
    body = trip_calendar.trip_calendar(trip=trip, at=utc_now())
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="trip.ics"'
    return response


def contact() -> dict[str, str | None]:
    """Return how the operator is reached: `phone` and `email`, None where there is none."""
    properties = people.get_properties()
    phone = properties.ecom_phone_number or business_profile.get_business(schema_name=current_schema()).phone
    return {"phone": phone or None, "email": properties.reply_to or None}


def _full(trip_id: int, languages: Sequence[str]) -> dict[str, Any]:
    full = trip_full(trip_id=trip_id, at=utc_now(), principal=PUBLIC, languages=languages)
    if full["status"]["slug"] == "deleted":
        raise NotFound("Trip not found.")
    return full
