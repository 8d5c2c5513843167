"""The calls of an agent's desk (domain.md 4.17, 5.20; docs/adr/0082-agents-have-a-desk.md)."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.db.configuration import configuration
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter_tenants.backoffice.reseller_desk import agent_places, departures, invoices, overview, vouchers
from outfitter_tenants.backoffice.reseller_desk import schemas as s
from outfitter_tenants.backoffice.reseller_desk.sellers import price_reader_of, seller_of
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.carts.types import CartActor
from outfitter_tenants.checkout.invoices.requests import StatementQuery
from outfitter_tenants.checkout.trip_response.request_context import TripKey, trip_id_of
from outfitter_tenants.checkout.waitlist.requests import WaitlistAcceptIn, WaitlistJoinIn, WaitlistLeaveIn
from outfitter_tenants.checkout.waitlist.schemas import DeskWaitlistEntryOut
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling.schemas.timeslots import Day

router = Router(tags=["desk"])
SELL, LOOK = allow("trip.create"), allow("trip.view")
_INVOICES: Final[Any] = {200: list[s.DeskInvoiceOut], **ERRORS}
_WAITING: Final[Any] = {200: list[DeskWaitlistEntryOut], **ERRORS}


@router.get("/api/desk/get", auth=LOOK, response={200: s.DeskOut, **ERRORS}, operation_id="desk_get")
def desk_get(request: HttpRequest) -> dict[str, object]:
    """Return whom an agent sells for, on which terms, and what they sell again and again."""
    with configuration(caller_of(request).configuration_version):
        return overview.overview(seller=seller_of(request), names=_names(request), at=utc_now())


@router.get(
    "/api/desk/day/{day}/get", auth=SELL, response={200: s.DeskDayOut, **ERRORS}, operation_id="desk_day_get"
)
def desk_day_get(request: HttpRequest, day: Day) -> dict[str, object]:
    """Return the departures of a day that an agent can sell, with their partner's prices."""
    with configuration(caller_of(request).configuration_version):
        seller = seller_of(request)
        resellers.require_active(reseller_id=seller.partner.id)
        return departures.day_of(day=day, seller=seller, names=_names(request), at=utc_now())


@router.get(
    "/api/desk/earnings/get",
    auth=LOOK,
    response={200: s.EarningsOut, **ERRORS},
    operation_id="desk_earnings_get",
)
def desk_earnings_get(request: HttpRequest, wanted: Query[s.EarningsQuery]) -> dict[str, object]:
    """Return what an agent, or everybody at their partner, earned in a month."""
    seller = price_reader_of(request)
    return overview.earnings(seller=seller, month=wanted.month, is_mine=wanted.mine, at=utc_now())


@router.get("/api/desk/invoices/get", auth=LOOK, response=_INVOICES, operation_id="desk_invoices_get")
def desk_invoices_get(request: HttpRequest) -> list[dict[str, object]]:
    """Return what an agent's own partner was sent, the newest first."""
    return invoices.list_invoices(seller=price_reader_of(request), at=utc_now())


@router.get(
    "/api/desk/invoice/{invoice}/pdf",
    auth=LOOK,
    response={200: None, **ERRORS},
    operation_id="desk_invoice_pdf",
)
def desk_invoice_pdf(request: HttpRequest, invoice: Id) -> HttpResponse:
    """Return an invoice of an agent's own partner as PDF."""
    name, made = invoices.print_invoice(seller=price_reader_of(request), invoice_id=invoice)
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


@router.get(
    "/api/desk/statement/get",
    auth=LOOK,
    response={200: s.DeskStatementOut, **ERRORS},
    operation_id="desk_statement_get",
)
def desk_statement_get(request: HttpRequest, wanted: Query[StatementQuery]) -> dict[str, object]:
    """Return the account of an agent's own partner: invoices, payments, and what is left."""
    seller = price_reader_of(request)
    return invoices.account_of(
        seller=seller, date_from=wanted.date_from, date_to=wanted.date_to, at=utc_now()
    )


@router.get(
    "/api/desk/trip/{trip}/tickets/get",
    auth=LOOK,
    response={200: list[s.DeskTicketOut], **ERRORS},
    operation_id="desk_tickets_get",
)
def desk_tickets_get(request: HttpRequest, trip: TripKey) -> list[dict[str, object]]:
    """Return the ticket codes of a trip that an agent's partner sold, to be shown and scanned."""
    seller_of(request)
    return vouchers.tickets_of(trip_id=trip_id_of(request, trip))


@router.post(
    "/api/desk/trip/{trip}/send",
    auth=SELL,
    response={200: s.DeskSentOut, **ERRORS},
    operation_id="desk_trip_send",
)
def desk_trip_send(request: HttpRequest, trip: TripKey, body: s.DeskSendIn) -> dict[str, int]:
    """Send the guest of a trip its confirmation, or a link to pay what they owe."""
    seller_of(request)
    limit(f"trip-message:{caller_of(request).avatar_id}", times=60, seconds=60)
    trip_id = trip_id_of(request, trip)
    ctx = contexts.context_for(schema_name=current_schema())
    return {"message_id": vouchers.send(trip_id=trip_id, what=body.what, ctx=ctx, at=utc_now())}


@router.get("/api/desk/waitlist/get", auth=SELL, response=_WAITING, operation_id="desk_waitlist_get")
def desk_waitlist_get(request: HttpRequest) -> list[dict[str, object]]:
    """Return the places on waiting lists that an agent took for their guests."""
    seller_of(request)
    return agent_places.list_own(agent=caller_of(request), names=_names(request), at=utc_now())


@router.post("/api/desk/waitlist/join", auth=SELL, response=_WAITING, operation_id="desk_waitlist_join")
def desk_waitlist_join(request: HttpRequest, body: WaitlistJoinIn) -> list[dict[str, object]]:
    """Put an agent's guests on the waiting list of a full departure."""
    resellers.require_active(reseller_id=seller_of(request).partner.id)
    agent_places.join(body.asked(caller=caller_of(request)), at=utc_now())
    return desk_waitlist_get(request)


@router.post(
    "/api/desk/waitlist/{waitlistEntry}/accept",
    auth=SELL,
    response={200: s.DeskCartOut, **ERRORS},
    operation_id="desk_waitlist_accept",
)
def desk_waitlist_accept(request: HttpRequest, waitlistEntry: Id, body: WaitlistAcceptIn) -> dict[str, int]:
    """Put the seats that are offered to an agent's guests into a cart of theirs."""
    resellers.require_active(reseller_id=seller_of(request).partner.id)
    caller = caller_of(request)
    actor = CartActor.of_agent(caller, getattr(request, "client_ip", None))
    trip_id = agent_places.accept(agent=caller, actor=actor, entry_id=waitlistEntry, at=utc_now())
    return {"trip_id": trip_id}


@router.post(
    "/api/desk/waitlist/{waitlistEntry}/leave",
    auth=SELL,
    response=_WAITING,
    operation_id="desk_waitlist_leave",
)
def desk_waitlist_leave(
    request: HttpRequest, waitlistEntry: Id, body: WaitlistLeaveIn
) -> list[dict[str, object]]:
    """Give up a place in line that the agent took."""
    seller_of(request)
    agent_places.leave(agent=caller_of(request), entry_id=waitlistEntry, at=utc_now())
    return desk_waitlist_get(request)


def _names(request: HttpRequest) -> GuestTypeNames:
    return catalog.guest_type_names(languages=reader_languages(request))
