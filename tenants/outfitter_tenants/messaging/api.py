"""Routes of messages (domain.md 5.6)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.principal import allow, allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging import message_rows, privacy, queries, trip_port
from outfitter_tenants.messaging.schemas import MessageOut

router = Router(tags=["messages"])
TripKey = Annotated[str, Path(max_length=40, description="a trip's id or hash")]


@router.get(
    "/api/messages/trip/{trip}/get",
    auth=allow("trip.view"),
    response={200: list[MessageOut], **ERRORS},
    operation_id="messages_of_trip",
)
def messages_of_trip(request: HttpRequest, trip: TripKey) -> list[dict[str, Any]]:
    """Return what was written to the customer about one trip, newest first."""
    rows = queries.list_of_trip(trip_id=trip_port.find_trip_id(trip, caller_of(request)))
    return message_rows.shown(rows)


@router.get(
    "/api/messages/customer/{customer}/get",
    auth=allow_unscoped("customer.view"),
    response={200: list[MessageOut], **ERRORS},
    operation_id="messages_of_customer",
)
def messages_of_customer(
    request: HttpRequest, customer: Annotated[int, Path(ge=1, le=2**63 - 1)]
) -> list[dict[str, Any]]:
    """Return what was written to one customer, newest first."""
    row = customers.get_customer(customer_id=customer)
    return message_rows.shown(privacy.list_of_customer(customer_id=row.pk))
