"""The addresses that GetYourGuide calls, with and without the slash at their end."""

import json
from collections.abc import Callable
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from pydantic import ValidationError

from outfitter.sdk.channels import (
    BadCredentials,
    ChannelError,
    PartnerCall,
    PartnerRoute,
    PartyRefused,
    UnknownProduct,
    stop_selling,
)
from outfitter_getyourguide import (
    availability,
    basic_auth,
    bookings,
    errors,
    product_ids,
    products,
    requests,
    reservations,
    responses,
)
from outfitter_getyourguide.errors import GetYourGuideError
from outfitter_getyourguide.responses import respond
from outfitter_getyourguide.settings import settings_of

BASE: Final = "partner/gyg/1"
# GetYourGuide drops a call after 27 seconds.
SALE_SECONDS: Final = 25.0
READ_SECONDS: Final = 15.0
SECRETS: Final = ("firstName", "lastName", "email", "phoneNumber", "travelerHotel", "comment")
DataT = TypeVar("DataT", bound=requests.RequestPart)
Handler = Callable[[PartnerCall], Any]


def key_of(request: HttpRequest, body: bytes) -> str:
    """
    Return the password of a call; whose it is decides the connection.

    :raises BadCredentials: there is none
    """
    found = basic_auth.read(request.headers.get("Authorization", ""))
    if found is None or not found[1]:
        raise BadCredentials("Basic authentication is required.", is_missing=True)
    return found[1]


def _admit(call: PartnerCall) -> None:
    """
    Check the user name, where one was agreed on.

    :raises Refused: it is another
    """
    agreed = settings_of(call.known).user_name
    found = basic_auth.read(call.request.headers.get("Authorization", ""))
    if agreed and (found is None or not basic_auth.is_same(found[0], agreed)):
        raise GetYourGuideError(errors.AUTHORIZATION_FAILURE, "Incorrect credentials")


def _answer(operation: str, handler: Handler) -> Callable[[PartnerCall], HttpResponse]:
    def handle(call: PartnerCall) -> HttpResponse:
        try:
            _admit(call)
            return responses.data(handler(call))
        except GetYourGuideError as problem:
            refused = problem
        except ChannelError as problem:
            refused = responses.refusal(problem)
        body = refused.body(operation)
        call.note(code=str(body["errorCode"]))
        answer = respond(body)
        is_unknown = refused.code == errors.AUTHORIZATION_FAILURE
        if is_unknown and settings_of(call.known).is_refused_with_401:
            answer.status_code = 401
        return answer

    return handle


def _form(model: type[DataT], body: bytes) -> DataT:
    """
    Return what is in the envelope.

    :raises Refused: VALIDATION_FAILURE, with what is wrong
    """
    try:
        found = json.loads(body, parse_constant=_no_constant)
        _require_text(found)
    except (ValueError, RecursionError) as problem:
        raise GetYourGuideError(errors.VALIDATION_FAILURE, "Invalid JSON received") from problem
    try:
        return requests.Envelope[model].model_validate(found).data  # type: ignore[valid-type]
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise GetYourGuideError(errors.VALIDATION_FAILURE, f"{where}: {first['msg']}") from problem


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def _require_text(found: Any) -> None:
    """
    Refuse letters that no database keeps: NUL, and halves of letters.

    :raises ValueError: there is one
    """
    waiting = [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str):
            if "\x00" in one:
                raise ValueError("a NUL")
            one.encode()


def _way(call: PartnerCall, product_id: str) -> product_ids.ProductOption:
    if "\x00" in product_id:
        raise UnknownProduct(product_id.replace("\x00", ""))
    call.note(product=product_id)
    return product_ids.find(call.known, product_id)


def _availabilities(call: PartnerCall) -> Any:
    query = call.request.GET
    missing = [name for name in ("productId", "fromDateTime", "toDateTime") if not query.get(name)]
    if missing:
        raise GetYourGuideError(errors.VALIDATION_FAILURE, f"{missing[0]} is required")
    way = _way(call, query["productId"])
    found = availability.list_availability(call.known, way, query["fromDateTime"], query["toDateTime"])
    return {"availabilities": found}


def _reserve(call: PartnerCall) -> Any:
    form = _form(requests.ReserveData, call.body)
    call.note(reference=form.gyg_booking_reference)
    way = _way(call, form.product_id)
    if not way.product.is_instant:
        raise GetYourGuideError(errors.NO_AVAILABILITY, "Bookings of this activity are agreed to by hand")
    try:
        held = reservations.place_hold(call.known, way, form)
    except PartyRefused as problem:
        raise reservations.party_refused(way, problem) from problem
    call.note(booking=held.supplier_reference)
    return reservations.serialize_reservation(held, ZoneInfo(way.product.time_zone))


def _cancel_reservation(call: PartnerCall) -> Any:
    form = _form(requests.CancelReservationData, call.body)
    call.note(reference=form.gyg_booking_reference)
    reservations.release_hold(call.known, form)
    return {}


def _book(call: PartnerCall) -> Any:
    form = _form(requests.BookData, call.body)
    call.note(reference=form.gyg_booking_reference)
    way = _way(call, form.product_id)
    try:
        made = bookings.create_booking(call.known, way, form)
    except PartyRefused as problem:
        raise reservations.party_refused(way, problem) from problem
    call.note(booking=made.supplier_reference)
    return bookings.serialize_booking(made, settings_of(call.known))


def _cancel_booking(call: PartnerCall) -> Any:
    form = _form(requests.CancelBookingData, call.body)
    call.note(reference=form.gyg_booking_reference, booking=form.booking_reference)
    bookings.cancel_booking(call.known, form)
    return {}


def _notify(call: PartnerCall) -> Any:
    form = _form(requests.NotifyData, call.body)
    call.note(product=form.product_details.product_id)
    if form.notification_type == "PRODUCT_DEACTIVATION":
        _stop(call, form)
    return {}


def _stop(call: PartnerCall, form: requests.NotifyData) -> None:
    details, of_product = form.notification_details, form.product_details
    reasons = (details.error_type, details.error_message_received, form.description)
    why = ": ".join(text.strip() for text in reasons if text.strip())[:1000]
    option = of_product.gyg_tour_option_id
    words = f"{why} (GetYourGuide option {option})" if option else why
    try:
        way = product_ids.find(call.known, of_product.product_id)
        stop_selling(call.known, product_id=way.product.product_id, why=words)
    except UnknownProduct:
        # It is not on sale here any more: there is nothing to stop.
        return


def _categories(call: PartnerCall) -> Any:
    try:
        way = _way(call, call.params["product_id"])
    except UnknownProduct:
        # The one answer of which no error is published: what is not sold has no categories.
        return {"pricingCategories": []}
    return {"pricingCategories": products.pricing_categories(way)}


def _products(call: PartnerCall) -> Any:
    return products.product_list(call.known, call.params["supplier_id"])


def _addons(call: PartnerCall) -> Any:
    _way(call, call.params["product_id"])
    return {"addons": []}


def _details(call: PartnerCall) -> Any:
    return products.details(call.known, _way(call, call.params["product_id"]))


def _post(operation: str, handler: Handler) -> PartnerRoute:
    return PartnerRoute(
        f"{BASE}/{operation}",
        operation,
        _answer(operation, handler),
        key=key_of,
        seconds=SALE_SECONDS,
        secrets=SECRETS,
    )


def _get(path: str, operation: str, handler: Handler) -> PartnerRoute:
    return PartnerRoute(
        f"{BASE}/{path}",
        operation,
        _answer(operation, handler),
        methods=("GET",),
        key=key_of,
        seconds=READ_SECONDS,
    )


def partner_routes() -> list[PartnerRoute]:
    """Return all addresses."""
    return [
        _get("get-availabilities", "get-availabilities", _availabilities),
        _post("reserve", _reserve),
        _post("cancel-reservation", _cancel_reservation),
        _post("book", _book),
        _post("cancel-booking", _cancel_booking),
        _post("notify", _notify),
        _get("products/<str:product_id>/pricing-categories", "pricing-categories", _categories),
        _get("suppliers/<str:supplier_id>/products", "products", _products),
        _get("products/<str:product_id>/addons", "addons", _addons),
        _get("products/<str:product_id>", "product", _details),
    ]
