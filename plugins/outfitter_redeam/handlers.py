"""What each address of Redeam's Partner API answers."""

from collections.abc import Mapping
from typing import Any, Final

from outfitter.sdk.channels import forget_cached
from outfitter_redeam import availability, bookings, requests, serializers, times
from outfitter_redeam.errors import bad_request, not_found
from outfitter_redeam.requests import RequestContext
from outfitter_redeam.responses import endpoint

_TIMES: Final = ("start", "end", "at")


def _query(asked: RequestContext) -> dict[str, str]:
    query = dict(asked.query)
    return {name: times.query(text) if name in _TIMES else text for name, text in query.items()}


@endpoint
def list_availability(asked: RequestContext) -> Mapping[str, Any]:
    """GET …/availabilities: the departures of a window."""
    query = _query(asked)
    if not asked.call.params and not (query.get("supplier_id") and query.get("product_id")):
        raise bad_request("supplier_id and product_id are required.")
    product_id = _product_id(asked)
    window = requests.read(requests.Window, _camel(query))
    return availability.listed(asked.connection, product_id, window, asked.settings, asked.call.at)


@endpoint
def get_availability(asked: RequestContext) -> Mapping[str, Any]:
    """GET …/availability: one departure."""
    product_id = _product_id(asked)
    moment = requests.read(requests.Moment, _camel(_query(asked)))
    return availability.one(asked.connection, product_id, moment, asked.settings)


def _product_id(asked: RequestContext) -> str:
    asked.check_supplier(asked.part("supplier_id"))
    product_id = asked.part("product_id")
    asked.call.add_references(product=product_id)
    return product_id


def _camel(query: Mapping[str, str]) -> dict[str, str]:
    return {"rateId" if name == "rate_id" else name: text for name, text in query.items() if text}


@endpoint
def place_hold(asked: RequestContext) -> Mapping[str, Any]:
    """POST /holds."""
    form = requests.read(requests.HoldBody, requests.load(asked.call.body)).hold
    asked.call.add_references(product=form.items[0].product_id, request=asked.request_id)
    found = serializers.hold(asked, bookings.place_hold(asked, form))
    asked.call.add_references(hold=found["hold"]["id"])
    return found


@endpoint
def get_or_release_hold(asked: RequestContext) -> Mapping[str, Any]:
    """GET or DELETE /holds/{hold_id}."""
    hold_id = asked.part("hold_id")
    asked.call.add_references(hold=hold_id)
    if asked.call.request.method == "DELETE":
        return serializers.hold(asked, bookings.release_hold(asked, hold_id))
    return serializers.hold(asked, bookings.find_hold(asked.connection, hold_id))


@endpoint
def create_booking(asked: RequestContext) -> Mapping[str, Any]:
    """POST /bookings."""
    form = requests.read(requests.BookingBody, requests.load(asked.call.body)).booking
    asked.call.add_references(reference=form.reseller_booking_ref, hold=form.hold_id)
    made = bookings.create_booking(asked, form)
    asked.call.add_references(booking=made[0].supplier_reference)
    return serializers.serialize_booking(asked, made)


@endpoint
def get_booking(asked: RequestContext) -> Mapping[str, Any]:
    """GET /bookings/{booking_id}."""
    name = asked.part("booking_id")
    asked.call.add_references(reference=name)
    return serializers.serialize_booking(asked, bookings.find(asked.connection, name))


@endpoint
def cancel_booking(asked: RequestContext) -> Mapping[str, Any]:
    """PUT /bookings/cancel/{booking_id}."""
    name = asked.part("booking_id")
    asked.call.add_references(reference=name)
    ended = bookings.cancel_booking(asked, name)
    asked.call.add_references(booking=ended[0].supplier_reference)
    return serializers.serialize_booking(asked, ended)


@endpoint
def clear_cache(asked: RequestContext) -> Mapping[str, Any]:
    """POST /cache/clear: what is kept for Redeam is forgotten."""
    forget_cached(asked.connection)
    return {"cleared": True}


@endpoint
def refuse_address(asked: RequestContext) -> Mapping[str, Any]:
    """
    Refuse whatever is no address. Every answer that is no success has Redeam's form.

    :raises RedeamError: NOT_FOUND
    """
    raise not_found("Address not found.")
