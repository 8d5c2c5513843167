"""Every address of the protocol below /partner/octo, with and without a slash at its end."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from outfitter.sdk.channels import BadCredentials, PartnerCall, PartnerRoute
from outfitter_octo import booking_handlers, catalog_handlers, order_handlers, webhook_handlers

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

Handler = Callable[[PartnerCall], "HttpResponse"]
BASE: Final = "partner/octo"


def bearer(request: "HttpRequest", body: bytes) -> str:
    """
    Return the key of a request: one key is one reseller's agreement with one operator.

    :raises BadCredentials: there is none
    """
    scheme, _, key = request.headers.get("Authorization", "").strip().partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise BadCredentials(is_missing=True)
    return key.strip()


def _by_method(handlers: Mapping[str, Handler]) -> Handler:
    def handle(call: PartnerCall) -> "HttpResponse":
        return handlers[call.request.method or "GET"](call)

    return handle


def _route(path: str, handlers: dict[str, tuple[str, Handler]], seconds: float) -> PartnerRoute:
    return PartnerRoute(
        path=f"{BASE}/{path}",
        operation={method: name for method, (name, _) in handlers.items()},
        handle=_by_method({method: handler for method, (_, handler) in handlers.items()}),
        methods=tuple(handlers),  # type: ignore[arg-type]
        key=bearer,
        seconds=seconds,
        secrets=("headers", "fullName", "emailAddress", "phoneNumber", "deliveryValue"),
    )


ROUTES: Final[tuple[PartnerRoute, ...]] = (
    PartnerRoute(
        path=f"{BASE}/capabilities",
        operation="capabilities",
        methods=("GET",),
        handle=catalog_handlers.get_capabilities,
    ),
    _route("supplier", {"GET": ("supplier", catalog_handlers.get_supplier)}, 5),
    _route("products", {"GET": ("products", catalog_handlers.get_products)}, 20),
    _route("products/<str:id>", {"GET": ("product", catalog_handlers.get_product)}, 10),
    _route("availability", {"POST": ("availability", catalog_handlers.post_availability)}, 10),
    _route("availability/calendar", {"POST": ("calendar", catalog_handlers.post_calendar)}, 10),
    _route(
        "bookings",
        {
            "GET": ("bookings", booking_handlers.list_bookings),
            "POST": ("hold", booking_handlers.post_booking),
        },
        25,
    ),
    _route(
        "bookings/<str:uuid>",
        {
            "GET": ("booking", booking_handlers.get_booking),
            "PATCH": ("update", booking_handlers.patch_booking),
            "DELETE": ("cancel", booking_handlers.post_cancellation),
        },
        25,
    ),
    _route("bookings/<str:uuid>/confirm", {"POST": ("confirm", booking_handlers.post_confirmation)}, 25),
    _route("bookings/<str:uuid>/extend", {"POST": ("extend", booking_handlers.post_extension)}, 25),
    _route("bookings/<str:uuid>/cancel", {"POST": ("cancel", booking_handlers.post_cancellation)}, 25),
    _route("orders", {"POST": ("order", order_handlers.post_order)}, 10),
    _route(
        "orders/<str:id>",
        {
            "GET": ("order", order_handlers.get_order),
            "PATCH": ("order update", order_handlers.patch_order),
            "DELETE": ("order cancel", order_handlers.post_order_cancellation),
        },
        25,
    ),
    _route("orders/<str:id>/extend", {"POST": ("order extend", order_handlers.post_order_extension)}, 25),
    _route(
        "orders/<str:id>/confirm", {"POST": ("order confirm", order_handlers.post_order_confirmation)}, 25
    ),
    _route("orders/<str:id>/cancel", {"POST": ("order cancel", order_handlers.post_order_cancellation)}, 25),
    _route("mappings", {"GET": ("mappings", catalog_handlers.get_mappings)}, 10),
    _route(
        "webhooks",
        {
            "GET": ("webhooks", webhook_handlers.list_webhooks),
            "POST": ("webhook", webhook_handlers.post_webhook),
        },
        5,
    ),
    _route(
        "webhooks/<str:id>",
        {
            "PATCH": ("webhook update", webhook_handlers.patch_webhook),
            "DELETE": ("webhook delete", webhook_handlers.delete_webhook),
        },
        5,
    ),
    # Behind all others: whoever has a wrong address reads so in the protocol's form.
    *(
        PartnerRoute(
            path=f"{BASE}{rest}",
            operation="unknown",
            handle=catalog_handlers.not_found,
            methods=("GET", "POST", "PUT", "PATCH", "DELETE"),
            key=bearer,
        )
        for rest in ("", "/<path:rest>")
    ),
)
