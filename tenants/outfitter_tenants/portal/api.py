"""The customer portal (domain.md 5.8). Thin today: the trip, its papers, how to reach us."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Router
from ninja.params.functions import Path

from outfitter.accounts import hosts
from outfitter.api.principal import PUBLIC, anonymous, anonymous_sale, principal_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut, Out
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.payment_links import operations as payment_links
from outfitter_tenants.checkout.payment_links import serializers as link_view
from outfitter_tenants.checkout.payments import requested_amount
from outfitter_tenants.checkout.payments.requested_amount import NothingDue
from outfitter_tenants.checkout.trip_response.schemas import TripFull
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.checkout.waivers.required_waivers import waivers_of_trip
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.schemas import PropertiesOut
from outfitter_tenants.portal import trip_calendar
from outfitter_tenants.portal.waiver_schemas import WaiverRequiredOut
from outfitter_tenants.trips import queries as trips

router = Router(tags=["portal"])
TripHash = Annotated[str, Path(max_length=40, description="a trip's hash")]


class PortalAccountOut(Out):
    """Whose trip this is."""

    slug: str
    name: str


class DocumentOut(Out):
    """A paper to take along."""

    slug: str
    title: str
    url: str


class PortalMoneyOut(Out):
    """
    What a customer still has to pay, in minor units, and by when.

    `is_payable` says whether that can be done here and now. `collected_by` names the partner whom
    the customer pays instead of us.
    """

    due_amount: int
    due_at: datetime | None
    is_payable: bool
    collected_by: str | None


class PortalPayOut(Out):
    """Where a customer pays."""

    url: str


class PortalInitOut(Out):
    """What the portal shows of one trip; `waiver_id` is the template to sign first, null for none."""

    trip: TripFull
    payments: PortalMoneyOut
    properties: PropertiesOut
    account: PortalAccountOut
    documents: list[DocumentOut]
    waivers_required: list[WaiverRequiredOut]
    waiver_id: int | None
    locale: str


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
    # Who it is is known to `PriceMiddleware` then; nothing else depends on it.
    principal_of(request)
    languages = reader_languages(request)
    trip = _trip(hash, languages)
    trip_id = trips.find_trip_id(key=hash, by_id=False)
    locale = next(iter(languages), "") or trip["contact"]["locale"]
    required = waivers_of_trip(trip=trips.get_trip(trip_id=trip_id), locale=locale)
    if waiverId and waiverId not in {row["template"]["id"] for row in required}:
        raise NotFound("No one on this trip has to sign this waiver.")
    slug = request.tenant.slug  # type: ignore[attr-defined]
    return {
        "trip": trip,
        "payments": _money(trip_id),
        "properties": people.get_properties(),
        "account": {"slug": slug, "name": request.tenant.name},  # type: ignore[attr-defined]
        "documents": _documents(slug, trip),
        "waivers_required": required,
        "waiver_id": waiverId or None,
        "locale": trip["contact"]["locale"],
    }


@router.post(
    "/api/customerPortal/{hash}/pay",
    auth=anonymous_sale,
    response={200: PortalPayOut, 423: ErrorOut, **ERRORS},
    operation_id="customer_portal_pay",
)
def portal_pay(request: HttpRequest, hash: TripHash) -> dict[str, Any]:  # noqa: A002
    """Return the address at which whoever holds a trip's hash pays what is left of it."""
    limit(f"portal-pay:{getattr(request, 'client_ip', None)}", times=30, seconds=60)
    trip_id = trips.find_trip_id(key=hash, by_id=False)
    requested_amount.require_ours(trips.get_trip(trip_id=trip_id))
    if not _money(trip_id)["is_payable"]:
        raise NothingDue("There's nothing to pay right now.")
    return {"url": link_view.url_of(payment_links.of_customer(trip_id=trip_id, at=utc_now()))}


@router.get(
    "/api/customerPortal/{hash}/calendar.ics",
    auth=anonymous,
    response={200: None, **ERRORS},
    operation_id="customer_portal_calendar",
)
def portal_calendar(request: HttpRequest, hash: TripHash) -> HttpResponse:  # noqa: A002
    """Return the trip as a calendar file."""
    trip = trips.get_trip(trip_id=trips.find_trip_id(key=hash, by_id=False))
    if trip.status == "deleted":
        raise NotFound("Trip not found.")
    body = trip_calendar.trip_calendar(trip=trip, at=utc_now())
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="trip.ics"'
    return response


def _money(trip_id: int) -> dict[str, Any]:
    """Return PortalMoneyOut: nothing is due here where the partner has the customer's money."""
    trip = trips.get_trip(trip_id=trip_id)
    due = max(0, trips.customer_owes(trip))
    is_open = due > 0 and trip.status == "reserved"
    return {
        "due_amount": due,
        "due_at": trip.balance_due_at if due else None,
        "is_payable": is_open and link_view.is_paid_here(),
        "collected_by": trips.partner_who_collects([trip]).get(trip.pk),
    }


def _documents(slug: str, trip: dict[str, Any]) -> list[dict[str, str]]:
    key, booked = trip["hash"], trip["status"]["slug"] in {"reserved", "under_review"}
    papers = []
    if any(order["timeslot"] for order in trip["tripOrders"]):
        papers.append(("calendar", "Calendar file", f"/api/customerPortal/{key}/calendar.ics"))
    if booked and trip["schedule_state"] != "cancelled":
        papers.append(("voucher", "Voucher", f"/api/voucher/{key}/pdf"))
    return [
        {"slug": name, "title": title, "url": hosts.tenant_url(slug, path)} for name, title, path in papers
    ]


def _trip(key: str, languages: Sequence[str] = ()) -> dict[str, Any]:
    trip_id = trips.find_trip_id(key=key, by_id=False)
    full = trip_full(trip_id=trip_id, at=utc_now(), principal=PUBLIC, languages=languages)
    if full["status"]["slug"] == "deleted":
        raise NotFound("Trip not found.")
    return full
