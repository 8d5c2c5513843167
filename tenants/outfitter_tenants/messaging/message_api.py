"""Routes of one message, and of who wants no news (domain.md 5.6)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router

from outfitter.api.principal import Principal, allow, allow_unscoped, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.messaging import message_view, queries, status_changes, trip_port, unsubscribes
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.messaging.schemas import (
    MessageDetailOut,
    MessageStateOut,
    UnsubscribedIn,
    UnsubscribedOut,
    UnsubscribedQuery,
)

router = Router(tags=["messages"])
SEND = allow("crm.send")
MessageId = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.get(
    "/api/message/{message}/get",
    auth=allow("trip.view"),
    response={200: MessageDetailOut, **ERRORS},
    operation_id="message_get",
)
def message_get(request: HttpRequest, message: MessageId) -> dict[str, Any]:
    """Return one message with what became of it."""
    return message_view.shown(_visible(message, caller_of(request)))


@router.post(
    "/api/message/{message}/status/{status}/change",
    auth=SEND,
    response={200: MessageStateOut, **ERRORS},
    operation_id="message_status_change",
)
def message_status_change(
    request: HttpRequest, message: MessageId, status: Annotated[str, Path(max_length=20)]
) -> Any:
    """Hold a message back, have a failed one sent again, or mark a guest's as read."""
    row = _visible(message, caller_of(request))
    if status == "queued":
        limit(f"trip-message:{caller_of(request).avatar_id}", times=60, seconds=60)
    status_changes.change(message_id=row.pk, wanted=status, at=utc_now())
    return queries.get_message(message_id=row.pk)


@router.get(
    "/api/template/is-unsubscribed",
    auth=allow_unscoped("crm.send"),
    response={200: UnsubscribedOut, **ERRORS},
    operation_id="template_is_unsubscribed",
)
def is_unsubscribed(request: HttpRequest, wanted: Query[UnsubscribedQuery]) -> dict[str, bool]:
    """Return whether an address or a number gets no news, by channel."""
    return _answer(wanted.email, wanted.phone)


@router.post(
    "/api/template/is-unsubscribed",
    auth=allow_unscoped("crm.send"),
    response={200: UnsubscribedOut, **ERRORS},
    operation_id="template_set_unsubscribed",
)
def set_unsubscribed(request: HttpRequest, body: UnsubscribedIn) -> dict[str, bool]:
    """Keep news from an address or a number, or let messages reach it again."""
    unsubscribes.set_by_staff(
        address=body.address, channel=body.channel, is_unsubscribed=body.unsubscribed, at=utc_now()
    )
    return _answer(body.email, body.phone)


def _answer(email: str | None, phone: str | None) -> dict[str, bool]:
    return {
        "email": bool(email) and unsubscribes.is_unsubscribed(address=str(email), channel="email"),
        "sms": bool(phone) and unsubscribes.is_unsubscribed(address=str(phone), channel="sms"),
    }


def _visible(message_id: int, caller: Principal) -> Message:
    """
    Return a message that the caller may see.

    :raises NotFound: there is none, or it is about a trip that is not theirs to see
    """
    row = queries.get_message(message_id=message_id)
    if row.trip_id is not None:
        trip_port.find_trip_id(str(row.trip_id), caller)
    elif caller.scope != "all":
        raise queries.MessageNotFound("Message not found.")
    return row
