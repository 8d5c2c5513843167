"""
The addresses: what Redeam calls (`redeam/partner/api/`), and what our people call (`redeam/api/`).
"""

from collections.abc import Mapping
from typing import Any, Final

from outfitter.sdk.channels import PartnerCall, PartnerRoute
from outfitter_redeam import handlers
from outfitter_redeam.api import proxy_read
from outfitter_redeam.requests import key_of
from outfitter_redeam.responses import Handler
from outfitter_redeam.settings import KEY, SECRET

PARTNER: Final = "redeam/partner/api"
STAFF: Final = "redeam/api"
SECRETS: Final = (KEY, SECRET, "firstName", "lastName", "email", "phone")
PERMISSION: Final = "setup.plugins"
# Redeam does not say how long it waits: a guest at a till waits no longer than this.
SECONDS: Final = 15.0
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")


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
        _partner(f"{of_product}/availabilities", "availabilities", handlers.list_availability, "GET"),
        _partner(f"{of_product}/availability", "availability", handlers.get_availability, "GET"),
        _partner("availabilities", "availabilities", handlers.list_availability, "GET"),
        _partner("holds", "hold", handlers.place_hold, "POST"),
        _partner("holds/<str:hold_id>", holds, handlers.get_or_release_hold, "GET", "DELETE"),
        _partner("bookings", "book", handlers.create_booking, "POST"),
        _partner("bookings/<str:booking_id>", "booking", handlers.get_booking, "GET"),
        _partner("bookings/cancel/<str:booking_id>", "cancel", handlers.cancel_booking, "PUT"),
        _partner("cache/clear", "clear-cache", handlers.clear_cache, "POST"),
        *(_partner(rest, "unknown", handlers.refuse_address, *METHODS) for rest in ("", "<path:rest>")),
        _staff("channels", "redeam-channels", "channels"),
        _staff("channels/<str:channel_id>", "redeam-channel", "channels", "{channel_id}"),
        _staff("suppliers", "redeam-suppliers", "suppliers"),
        _staff("suppliers/<str:supplier_id>", "redeam-supplier", *supplier),
        _staff("suppliers/<str:supplier_id>/products", "redeam-products", *supplier, "products"),
        _staff(of_product, "redeam-product", *supplier, *one),
        _staff(f"{of_product}/rates", "redeam-rates", *supplier, *one, "rates"),
    ]
