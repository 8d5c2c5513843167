"""The addresses that GetYourGuide calls, with and without the slash at their end."""

from typing import Final

from django.http import HttpRequest

from outfitter.sdk.channels import BadCredentials, PartnerRoute
from outfitter_getyourguide import basic_auth, handlers
from outfitter_getyourguide.responses import Handler, endpoint

BASE: Final = "partner/gyg/1"
# GetYourGuide drops a call after 27 seconds.
SALE_SECONDS: Final = 25.0
READ_SECONDS: Final = 15.0
SECRETS: Final = ("firstName", "lastName", "email", "phoneNumber", "travelerHotel", "comment")


def key_of(request: HttpRequest, body: bytes) -> str:
    """
    Return the password of a call; whose it is decides the connection.

    :raises BadCredentials: there is none
    """
    found = basic_auth.read(request.headers.get("Authorization", ""))
    if found is None or not found[1]:
        raise BadCredentials("Basic authentication is required.", is_missing=True)
    return found[1]


def _post(operation: str, handler: Handler) -> PartnerRoute:
    return PartnerRoute(
        f"{BASE}/{operation}",
        operation,
        endpoint(operation, handler),
        key=key_of,
        seconds=SALE_SECONDS,
        secrets=SECRETS,
    )


def _get(path: str, operation: str, handler: Handler) -> PartnerRoute:
    return PartnerRoute(
        f"{BASE}/{path}",
        operation,
        endpoint(operation, handler),
        methods=("GET",),
        key=key_of,
        seconds=READ_SECONDS,
    )


def partner_routes() -> list[PartnerRoute]:
    """Return all addresses."""
    return [
        _get("get-availabilities", "get-availabilities", handlers.get_availabilities),
        _post("reserve", handlers.reserve),
        _post("cancel-reservation", handlers.cancel_reservation),
        _post("book", handlers.book),
        _post("cancel-booking", handlers.cancel_booking),
        _post("notify", handlers.notify),
        _get("products/<str:product_id>/pricing-categories", "pricing-categories", handlers.list_categories),
        _get("suppliers/<str:supplier_id>/products", "products", handlers.list_products),
        _get("products/<str:product_id>/addons", "addons", handlers.list_addons),
        _get("products/<str:product_id>", "product", handlers.get_product),
    ]
