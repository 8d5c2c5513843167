"""The addresses that Harbour calls. A handler reads, asks the engine, and says what came of it."""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from outfitter.sdk import channels
from outfitter.sdk.channels import (
    AmendRequest,
    BadCredentials,
    BookingKey,
    ChannelError,
    DepartureRef,
    PartnerCall,
    PartnerRoute,
)

from outfitter_harbour import errors, requests, serializers

BASE: Final = "partner/harbour/v1"
Handler = Callable[[PartnerCall], HttpResponse]


def partner_routes() -> list[PartnerRoute]:
    """Return all addresses."""
    one = f"{BASE}/bookings/<str:reference>"
    several = {"GET": "booking", "PATCH": "amend", "DELETE": "cancel"}
    return [
        PartnerRoute(f"{BASE}/products", "products", list_products, ("GET",), key_of),
        PartnerRoute(
            f"{BASE}/products/<str:product>/departures", "departures", departures, ("GET",), key_of
        ),
        PartnerRoute(f"{BASE}/bookings", "book", book, ("POST",), key_of),
        PartnerRoute(one, several, change, ("GET", "PATCH", "DELETE"), key_of),
        PartnerRoute(f"{one}/confirm", "confirm", confirm, ("POST",), key_of),
    ]


def key_of(request: HttpRequest, body: bytes) -> str:
    """
    Return the key of a request; the host finds the connection that it belongs to.

    :raises BadCredentials: there is none
    """
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise BadCredentials("Send your key as a bearer token.", is_missing=True)
    return key.strip()


def endpoint(handler: Handler) -> Handler:
    """Say what the engine refuses in Harbour's words."""

    @wraps(handler)
    def answer(call: PartnerCall) -> HttpResponse:
        try:
            return handler(call)
        except ChannelError as problem:
            call.add_references(code=problem.code)
            return errors.refusal(problem)

    return answer


@endpoint
def list_products(call: PartnerCall) -> HttpResponse:
    """Return what is on sale."""
    found = channels.products(call.connection)
    return JsonResponse({"products": [serializers.product_of(product) for product in found]})


@endpoint
def departures(call: PartnerCall) -> HttpResponse:
    """Return seats and prices of local days."""
    asked = call.request.GET
    product = call.params["product"]
    call.add_references(product=product)
    found = channels.availability(
        call.connection,
        product_id=product,
        date_from=requests.day_of(asked.get("from")),
        date_to=requests.day_of(asked.get("to")),
    )
    return JsonResponse({"departures": [serializers.departure_of(one) for one in found]})


@endpoint
def book(call: PartnerCall) -> HttpResponse:
    """Book, or hold; the same reference gets the same answer."""
    wanted = requests.read(requests.BookingIn, call.body)
    call.add_references(reference=wanted.reference, product=wanted.product)
    make = channels.hold if wanted.hold else channels.book
    return JsonResponse(serializers.booking_of(make(call.connection, requests.request_of(wanted))))


@endpoint
def confirm(call: PartnerCall) -> HttpResponse:
    """Make a hold a booking."""
    return JsonResponse(serializers.booking_of(channels.confirm(call.connection, _key(call))))


@endpoint
def change(call: PartnerCall) -> HttpResponse:
    """Tell, change or cancel one booking."""
    key = _key(call)
    if call.request.method == "GET":
        found = channels.booking(call.connection, key)
    elif call.request.method == "DELETE":
        found = channels.cancel(call.connection, key)
    else:
        wanted = requests.read(requests.ChangeIn, call.body)
        departure = DepartureRef(starts_at=wanted.starts_at) if wanted.starts_at else None
        units = requests.units_of(wanted.units) if wanted.units else None
        found = channels.amend(call.connection, key, AmendRequest(departure=departure, units=units))
    return JsonResponse(serializers.booking_of(found))


def _key(call: PartnerCall) -> BookingKey:
    reference = call.params["reference"]
    call.add_references(reference=reference)
    return BookingKey(reference=reference)
