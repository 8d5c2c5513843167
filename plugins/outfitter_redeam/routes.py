"""
The addresses: what Redeam calls (`redeam/partner/api/`), and what our people call (`redeam/api/`).
"""

from collections.abc import Mapping
from typing import Any, Final

from outfitter.sdk.channels import PartnerCall, PartnerRoute, forget_cached
from outfitter_redeam import availability, bookings, requests, serializers, times
from outfitter_redeam.api import proxy_read
from outfitter_redeam.errors import bad_request, not_found
from outfitter_redeam.request_context import KEY, SECRET, RequestContext, key_of
from outfitter_redeam.responses import Handler, endpoint

PARTNER: Final = "redeam/partner/api"
STAFF: Final = "redeam/api"
SECRETS: Final = (KEY, SECRET, "firstName", "lastName", "email", "phone")
PERMISSION: Final = "setup.plugins"
# Redeam does not say how long it waits: a guest at a till waits no longer than this.
SECONDS: Final = 15.0
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
_TIMES: Final = ("start", "end", "at")


def _query(asked: RequestContext) -> dict[str, str]:
    query = dict(asked.query)
    return {name: times.query(text) if name in _TIMES else text for name, text in query.items()}


def _availabilities(asked: RequestContext) -> Mapping[str, Any]:
    query = _query(asked)
    if not asked.call.params and not (query.get("supplier_id") and query.get("product_id")):
        raise bad_request("supplier_id and product_id are required.")
    product_id = _product_id(asked)
    window = requests.read(requests.Window, _camel(query))
    return availability.listed(asked.connection, product_id, window, asked.settings, asked.call.at)


def _availability(asked: RequestContext) -> Mapping[str, Any]:
    product_id = _product_id(asked)
    moment = requests.read(requests.Moment, _camel(_query(asked)))
    return availability.one(asked.connection, product_id, moment, asked.settings)


def _product_id(asked: RequestContext) -> str:
    asked.check_supplier(asked.part("supplier_id"))
    product_id = asked.part("product_id")
    asked.call.note(product=product_id)
    return product_id


def _camel(query: Mapping[str, str]) -> dict[str, str]:
    return {"rateId" if name == "rate_id" else name: text for name, text in query.items() if text}


def _place(asked: RequestContext) -> Mapping[str, Any]:
    form = requests.read(requests.HoldBody, requests.load(asked.call.body)).hold
    asked.call.note(product=form.items[0].product_id, request=asked.request_id)
    found = serializers.hold(asked, bookings.place_hold(asked, form))
    asked.call.note(hold=found["hold"]["id"])
    return found


def _hold(asked: RequestContext) -> Mapping[str, Any]:
    hold_id = asked.part("hold_id")
    asked.call.note(hold=hold_id)
    if asked.call.request.method == "DELETE":
        return serializers.hold(asked, bookings.release_hold(asked, hold_id))
    return serializers.hold(asked, bookings.find_hold(asked.connection, hold_id))


def _sell(asked: RequestContext) -> Mapping[str, Any]:
    form = requests.read(requests.BookingBody, requests.load(asked.call.body)).booking
    asked.call.note(reference=form.reseller_booking_ref, hold=form.hold_id)
    made = bookings.create_booking(asked, form)
    asked.call.note(booking=made[0].supplier_reference)
    return serializers.serialize_booking(asked, made)


def _booking(asked: RequestContext) -> Mapping[str, Any]:
    name = asked.part("booking_id")
    asked.call.note(reference=name)
    return serializers.serialize_booking(asked, bookings.find(asked.connection, name))


def _cancel(asked: RequestContext) -> Mapping[str, Any]:
    name = asked.part("booking_id")
    asked.call.note(reference=name)
    ended = bookings.cancel_booking(asked, name)
    asked.call.note(booking=ended[0].supplier_reference)
    return serializers.serialize_booking(asked, ended)


def _clear(asked: RequestContext) -> Mapping[str, Any]:
    forget_cached(asked.connection)
    return {"cleared": True}


def _nothing(asked: RequestContext) -> Mapping[str, Any]:
    # Every answer that is no success has Redeam's form, a wrong address too.
    raise not_found("There is no such address.")


def _partner(path: str, operation: str | Mapping[str, str], handle: Handler, *methods: Any) -> PartnerRoute:
    return PartnerRoute(
        f"{PARTNER}/{path}", operation, handle, methods=methods, key=key_of, seconds=SECONDS, secrets=SECRETS
    )


def _staff(path: str, operation: str, *parts: str) -> PartnerRoute:
    """Return an address for our people; a part in braces is one of the path's own."""

    def named(call: PartnerCall) -> tuple[str, ...]:
        return tuple(call.params[part[1:-1]] if part.startswith("{") else part for part in parts)

    return PartnerRoute(
        f"{STAFF}/{path}",
        operation,
        proxy_read(operation, named),
        methods=("GET",),
        permission=PERMISSION,
        seconds=SECONDS,
    )


def partner_routes() -> list[PartnerRoute]:
    """Return all addresses; what none of them is stands behind them."""
    of_product = "suppliers/<str:supplier_id>/products/<str:product_id>"
    holds = {"GET": "hold", "DELETE": "release"}
    supplier, one = ("suppliers", "{supplier_id}"), ("products", "{product_id}")
    return [
        _partner(f"{of_product}/availabilities", "availabilities", endpoint(_availabilities), "GET"),
        _partner(f"{of_product}/availability", "availability", endpoint(_availability), "GET"),
        _partner("availabilities", "availabilities", endpoint(_availabilities), "GET"),
        _partner("holds", "hold", endpoint(_place), "POST"),
        _partner("holds/<str:hold_id>", holds, endpoint(_hold), "GET", "DELETE"),
        _partner("bookings", "book", endpoint(_sell), "POST"),
        _partner("bookings/<str:booking_id>", "booking", endpoint(_booking), "GET"),
        _partner("bookings/cancel/<str:booking_id>", "cancel", endpoint(_cancel), "PUT"),
        _partner("cache/clear", "clear-cache", endpoint(_clear), "POST"),
        *(_partner(rest, "unknown", endpoint(_nothing), *METHODS) for rest in ("", "<path:rest>")),
        _staff("channels", "redeam-channels", "channels"),
        _staff("channels/<str:channel_id>", "redeam-channel", "channels", "{channel_id}"),
        _staff("suppliers", "redeam-suppliers", "suppliers"),
        _staff("suppliers/<str:supplier_id>", "redeam-supplier", *supplier),
        _staff("suppliers/<str:supplier_id>/products", "redeam-products", *supplier, "products"),
        _staff(of_product, "redeam-product", *supplier, *one),
        _staff(f"{of_product}/rates", "redeam-rates", *supplier, *one, "rates"),
    ]
