"""Tickets and vouchers on paper (domain.md 5.5, 5.26)."""

from datetime import date, datetime
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Path, Router

from outfitter.accounts import business_profile
from outfitter.api.principal import caller_of, public
from outfitter.api.schemas import ERRORS
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.checkout.printouts import partner_links
from outfitter_tenants.checkout.printouts.customer_paper import pdf_answer, recipient_of
from outfitter_tenants.checkout.printouts.voucher import printout as voucher
from outfitter_tenants.checkout.trip_response.request_context import TripKey, trip_id_of
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

VoucherToken = Annotated[str, Path(min_length=1, max_length=200, pattern=r"^[A-Za-z0-9_~-]+$")]


router = Router(tags=["printing"])


class NotBooked(DomainError):
    """There is nothing to hand out: the trip is a cart, or its orders are cancelled."""

    code = "not_booked"
    status = 409


@router.get(
    "/api/voucher/{trip}/pdf", auth=public, response={200: None, **ERRORS}, operation_id="voucher_pdf"
)
def voucher_pdf(request: HttpRequest, trip: TripKey) -> HttpResponse:
    """Return a booked trip's voucher in its customer's language; who holds the hash may have it."""
    at = utc_now()
    trip_id = trip_id_of(request, trip)
    shown = trip_full(trip_id=trip_id, at=at, languages=_languages(trip_id))
    if shown["status"]["slug"] == "deleted":
        raise NotFound("Trip not found.")
    is_booked = shown["status"]["slug"] in {"reserved", "under_review"}
    if not is_booked or shown["schedule_state"] == "cancelled":
        raise NotBooked("This trip is not booked, so there is no voucher.")
    made = voucher.print_voucher(
        shown,
        recipient_of(shown, words=voucher.WORDS),
        contact=_contact(),
        at=at,
        is_priced=caller_of(request).sees_prices,
    )
    return pdf_answer(made, f"voucher-{shown['confirmation_code']}.pdf")


@router.get(
    "/api/voucher/partner/{token}/pdf",
    auth=public,
    response={200: None, **ERRORS},
    operation_id="voucher_partner_pdf",
)
def voucher_partner_pdf(request: HttpRequest, token: VoucherToken) -> HttpResponse:
    """
    Return the voucher of what a partner sold, or one guest's ticket, without any price.

    Who has the signed link may have it, until sixty days after the departure.
    """
    at = utc_now()
    link = partner_links.read_token(token, schema=current_schema())
    if link is None:
        raise NotFound("Voucher not found.")
    trip_id = trips.trip_of_order(trip_order_id=link.trip_order_id)
    shown = trip_full(trip_id=trip_id, at=at, languages=_languages(trip_id))
    orders = [one for one in shown["tripOrders"] if one["id"] == link.trip_order_id]
    dates = [_day(one["timeslot"]["date"]) for one in orders if one["timeslot"]]
    is_active = any(one["status"] == "active" for one in orders)
    _require_booked(shown["status"]["slug"], dates, at, is_active=is_active)
    made = voucher.print_voucher(
        {**shown, "tripOrders": orders},
        recipient_of(shown, words=voucher.WORDS),
        contact=_contact(),
        at=at,
        is_priced=False,
        booking_id=link.booking_id,
    )
    return pdf_answer(made, f"voucher-{shown['confirmation_code']}.pdf")


def _require_booked(status: str, dates: list[date], at: datetime, *, is_active: bool) -> None:
    ended = at.date() - partner_links.GOOD_AFTER
    if status == "deleted" or any(day < ended for day in dates):
        raise NotFound("Voucher not found.")
    if status not in {"reserved", "under_review"} or not is_active:
        raise NotBooked("This trip is not booked, so there is no voucher.")


def _day(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value


def _languages(trip_id: int) -> tuple[str, ...]:
    locale = trips.get_trip(trip_id=trip_id).locale
    return (normal(locale),) if locale else ()


def _contact() -> str:
    business = business_profile.get_business(schema_name=current_schema())
    phone = people.get_properties().ecom_phone_number or business.phone
    return " · ".join(part for part in (phone, business.website) if part)
