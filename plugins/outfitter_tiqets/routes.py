"""Every address of the protocol. The one Tiqets is given ends before /v2."""

from typing import TYPE_CHECKING, Final

from outfitter.sdk.channels import BadCredentials, PartnerRoute
from outfitter_tiqets import handlers

if TYPE_CHECKING:
    from django.http import HttpRequest

BASE: Final = "partner/tiqets/v2"


def api_key(request: "HttpRequest", body: bytes) -> str:
    """
    Return the shared secret of a request.

    :raises BadCredentials: there is none
    """
    key = request.headers.get("API-Key", "").strip()
    if not key:
        raise BadCredentials(is_missing=True)
    return key


# "value" stands beside "field" in what every visitor is asked.
SECRETS: Final = ("first_name", "last_name", "full_name", "required_visitor_data", "tickets")

ROUTES: Final = (
    PartnerRoute(
        path=f"{BASE}/products",
        operation="products",
        methods=("GET",),
        handle=handlers.get_products,
        key=api_key,
        seconds=4.5,
    ),
    PartnerRoute(
        path=f"{BASE}/products/<str:product_id>/availability",
        operation="availability",
        methods=("GET",),
        handle=handlers.get_availability,
        key=api_key,
        seconds=4.5,
    ),
    PartnerRoute(
        path=f"{BASE}/products/<str:product_id>/reservation",
        operation="hold",
        methods=("POST",),
        handle=handlers.post_reservation,
        key=api_key,
        seconds=4.5,
        secrets=SECRETS,
    ),
    PartnerRoute(
        path=f"{BASE}/booking",
        operation="confirm",
        methods=("POST",),
        handle=handlers.post_booking,
        key=api_key,
        seconds=4.5,
        secrets=SECRETS,
    ),
    PartnerRoute(
        path=f"{BASE}/booking/<str:booking_id>",
        operation="cancel",
        methods=("DELETE",),
        handle=handlers.delete_booking,
        key=api_key,
        seconds=4.5,
    ),
)
