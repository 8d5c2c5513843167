"""The calls of a checkout: the widget's and staff's alike (domain.md 5.16, 5.24, 5.25)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.api.principal import allow, caller_of, public, public_read
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.db.configuration import configuration
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, Invalid, NotFound
from outfitter.plugins import idempotency
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.audit.schemas import HistoryOut
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.carts import hold_release, resume_tokens, visitor_cart
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest, OrderRequest
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.products.operations import ProductRequest
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.trip_response import requests as r
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import TripKey, answer, trip_id_of
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations.drafts import Contact

router = Router(tags=["checkout"])


def _caller(request: HttpRequest, method: str | None, *, is_overbooked: bool = False) -> CartActor:
    principal = caller_of(request)
    ip = getattr(request, "client_ip", None)
    if principal.is_staff:
        if not principal.can("trip.create"):
            raise Forbidden("Your role does not allow this.", permission="trip.create")
        if principal.scope == "reseller":
            if is_overbooked:
                raise Forbidden("Only staff can overbook.", permission="timeslot.overbook")
            return CartActor.of_agent(principal, ip)
        way = method or people.get_properties().default_trip_method
        if is_overbooked and not principal.can("timeslot.overbook"):
            raise Forbidden("Your role does not allow this.", permission="timeslot.overbook")
        return CartActor(
            "online" if way == "ecommerce" else "direct",
            way,
            None,
            ip,
            principal.avatar_id,
            may_book_past=principal.can("timeslot.book_past"),
            may_overbook=is_overbooked,
            may_reprice=principal.can("booking.reprice"),
        )
    if is_overbooked:
        raise Forbidden("Only staff can overbook.", permission="timeslot.overbook")
    if method not in {None, "ecommerce"}:
        raise Forbidden("Only staff can sell this way.", method=method)
    limit(f"trip-save:{ip}", times=60, seconds=60)
    visitor = request.headers.get("X-Outfitter-Visitor", "")[:64] or None
    return CartActor("online", "ecommerce", visitor, ip)


@router.post("/api/trip/save", auth=public, response={200: s.TripAnswer, **ERRORS}, operation_id="trip_save")
def save(request: HttpRequest, body: r.TripSaveIn) -> HttpResponse:
    """Make a draft trip, or change one, and hold its seats."""
    caller = _caller(request, body.method, is_overbooked=body.overbook)
    if body.products is not None and not caller_of(request).is_staff:
        raise Forbidden("Only staff can sell products directly.", permission="trip.create")
    if caller.avatar_id is not None and (body.customFieldValues or body.may_remind is not None):
        raise Invalid({"customFieldValues": ["Only visitors can answer and accept for themselves."]})

    def work() -> HttpResponse:
        with configuration(caller_of(request).configuration_version):
            return _saved(request, body, caller)

    name = f"avatar:{caller.avatar_id}" if caller.avatar_id else f"public:{caller.ip}"
    return idempotency.run_once(request, name, work)


def _saved(request: HttpRequest, body: r.TripSaveIn, caller: CartActor) -> HttpResponse:
    trip_id = trip_id_of(request, str(body.id)) if body.id is not None else None
    saved = visitor_cart.save_cart(
        cart=_cart(body, trip_id),
        caller=caller,
        at=utc_now(),
        answers={one.key: one.value for one in body.customFieldValues},
    )
    shaped = s.TripAnswer.model_validate(answer(request, saved))
    return HttpResponse(shaped.model_dump_json(), content_type="application/json")


def _cart(body: r.TripSaveIn, trip_id: int | None) -> CartRequest:
    contact = body.contact
    orders = None
    if body.orders is not None:
        orders = [OrderRequest(o.id, o.experience_id, o.timeslot_id, _sum(o.quantities)) for o in body.orders]
    return CartRequest(
        trip_id=trip_id,
        version=body.version,
        locale=body.locale,
        contact=Contact(contact.first_name, contact.last_name, contact.email, contact.phone, contact.country)
        if contact
        else None,
        orders=orders,
        utm=dict(body.utm or {}),
        referrer=body.referrer,
        products=_products(body),
        may_remind=body.may_remind,
        reseller_id=body.reseller,
        promo_code=body.promo,
    )


def _products(body: r.TripSaveIn) -> list[ProductRequest] | None:
    if body.products is None:
        return None
    return [ProductRequest(one.product_id, one.qty, one.unit_amount) for one in body.products]


def _sum(quantities: list[r.QuantityIn]) -> dict[int, int]:
    wanted: dict[int, int] = {}
    for item in quantities:
        key = item.experience_customer_type_id
        wanted[key] = wanted.get(key, 0) + item.qty
    return wanted


@router.get(
    "/api/trip/{trip}/get", auth=public, response={200: s.TripFull, **ERRORS}, operation_id="trip_get"
)
def get(request: HttpRequest, trip: TripKey) -> dict[str, Any]:
    """Return one trip."""
    caller = caller_of(request)
    with configuration(caller.configuration_version):
        return trip_full(
            trip_id=trip_id_of(request, trip),
            at=utc_now(),
            principal=caller,
            languages=reader_languages(request),
        )


@router.post(
    "/api/trip/{trip}/resumeToken",
    auth=public,
    response={200: s.ResumeTokenOut, **ERRORS},
    operation_id="trip_resume_token",
)
def make_resume_token(request: HttpRequest, trip: TripKey) -> dict[str, object]:
    """Return what finds a cart again where a visitor's frame can store nothing, while it is held."""
    ip, browser = _place(request)
    found = resume_tokens.make_resume_token(
        trip_id=trip_id_of(request, trip), ip=ip, browser=browser, at=utc_now()
    )
    token, until = found or (None, None)
    return {"token": token, "until": until}


@router.post(
    "/api/trip/resume", auth=public, response={200: s.TripFull, **ERRORS}, operation_id="trip_resume"
)
def resume(request: HttpRequest, body: r.ResumeIn) -> dict[str, Any]:
    """Return the cart that a token finds, to the page it was given to."""
    ip, browser = _place(request)
    limit(f"trip-resume:{ip}", times=30, seconds=60)
    at = utc_now()
    trip_id = resume_tokens.find_resumed_trip(token=body.token, ip=ip, browser=browser, at=at)
    return trip_full(
        trip_id=trip_id, at=at, principal=caller_of(request), languages=reader_languages(request)
    )


def _place(request: HttpRequest) -> tuple[str | None, str]:
    """Return where a visitor is: their address and browser; pages of other sites are nowhere."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise Forbidden("This is for our own pages.")
    return getattr(request, "client_ip", None), request.headers.get("User-Agent", "")[:400]


@router.get(
    "/api/trip/{trip}/history",
    auth=allow("trip.view"),
    response={200: HistoryOut, **ERRORS},
    operation_id="trip_history",
)
def history(request: HttpRequest, trip: TripKey) -> dict[str, Any]:
    """Return what happened to a trip, newest first."""
    rows = audit.list_of_trip(trip_id=trip_id_of(request, trip))
    return {"data": rows, "meta": {"total": len(rows)}}


@router.post(
    "/api/tripOrder/{tripOrder}/holds/cancel",
    auth=public_read,
    response={200: s.TripAnswer, **ERRORS},
    operation_id="trip_order_cancel_holds",
)
def cancel_holds(request: HttpRequest, tripOrder: int, body: r.HoldsCancelIn) -> dict[str, object]:
    """Give an order's seats back before they expire."""
    trip_id = trips.trip_of_order(trip_order_id=tripOrder)
    caller = caller_of(request)
    if not (caller.is_staff and caller.can("trip.edit")):
        named = trips.find_trip_id(key=body.trip or "", by_id=False)
        if named != trip_id:
            raise NotFound("Trip order not found.")
    hold_release.release_holds(trip_id=trip_id, trip_order_id=tripOrder, at=utc_now())
    return answer(request, trip_id)


@router.post(
    "/api/trip/{trip}/convert",
    auth=public,
    response={200: s.TripAnswer, 402: ErrorOut, **ERRORS},
    operation_id="trip_convert",
)
def convert(request: HttpRequest, body: r.ConvertIn, trip: TripKey) -> dict[str, object]:
    """Complete a checkout: free of charge, or paid already."""
    trip_id = trip_id_of(request, trip, "trip.edit")
    if body.intent_id is not None:
        intents.confirm(trip_id=trip_id, intent_id=body.intent_id, at=utc_now(), is_told=body.notify)
    elif not caller_of(request).is_staff:
        visitor_cart.require_complete(trip_id=trip_id)
    conversion.convert(
        trip_id=trip_id,
        expected_total=body.expected_total,
        accept_terms=body.accept_terms,
        is_opt_in=body.marketing_opt_in,
        at=utc_now(),
        is_told=body.notify,
        may_leave_unpaid=caller_of(request).can("trip.reserve_unpaid"),
    )
    return answer(request, trip_id)
