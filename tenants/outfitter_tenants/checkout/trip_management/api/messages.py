"""Calls that send messages about a trip and hold them back (domain.md 5.6, 5.27)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id, Lookup
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter_tenants.checkout.trip_management import staff_replies, trip_messages
from outfitter_tenants.checkout.trip_management.schemas import QuestionAnswerIn
from outfitter_tenants.checkout.trip_response.request_context import TripKey, trip_id_of
from outfitter_tenants.messaging import operations as messaging
from outfitter_tenants.messaging import queries as sent
from outfitter_tenants.messaging.schemas import MessageStateOut
from outfitter_tenants.trips import visibility

router = Router(tags=["messages"])
SEND = allow("crm.send")
PaymentKey = Annotated[int, Path(ge=0, le=2**63 - 1, description="0: no payment is meant")]


@router.post(
    "/api/trip/{trip}/questions/answer",
    auth=SEND,
    response={200: MessageStateOut, **ERRORS},
    operation_id="trip_question_answer",
)
def answer_question(request: HttpRequest, trip: TripKey, body: QuestionAnswerIn) -> object:
    """Answer a trip's customer, who asked something on their own page."""
    limit(f"trip-message:{caller_of(request).avatar_id}", times=60, seconds=60)
    return staff_replies.answer_question(
        trip_id=trip_id_of(request, trip),
        wish=staff_replies.ReplyRequest(
            body=body.body, channel=body.channel, subject=body.subject, papers=tuple(body.attachments)
        ),
        sent_by=caller_of(request).avatar_id,
        ctx=contexts.context_for(schema_name=current_schema()),
        at=utc_now(),
    )


@router.get(
    "/trip/message-types/get/",
    auth=allow("trip.view"),
    response={200: list[Lookup], **ERRORS},
    operation_id="trip_message_types",
)
def message_types(request: HttpRequest) -> list[dict[str, object]]:
    """Return what a trip's customer can be sent."""
    return trip_messages.list_kinds()


@router.post(
    "/trip/message/send/{customer}/{messageType}/{trip}/{tripPayment}",
    auth=SEND,
    response={200: MessageStateOut, **ERRORS},
    operation_id="trip_message_send",
)
def send(
    request: HttpRequest,
    customer: Id,
    messageType: trip_messages.Kind,
    trip: TripKey,
    tripPayment: PaymentKey,
    channel: trip_messages.SendChannel | None = None,
) -> Any:
    """
    Send a trip's customer a message about it.

    A waiver reminder goes by text with `channel` sms, and without an email address.
    """
    limit(f"trip-message:{caller_of(request).avatar_id}", times=60, seconds=60)
    message_id = trip_messages.send(
        trip_id=trip_id_of(request, trip),
        customer_id=customer,
        kind=messageType,
        payment_id=tripPayment or None,
        channel=channel,
        at=utc_now(),
        ctx=contexts.context_for(schema_name=current_schema()),
    )
    return sent.get_message(message_id=message_id)


@router.post(
    "/trip/messages/cancel/{message}",
    auth=SEND,
    response={200: MessageStateOut, **ERRORS},
    operation_id="trip_message_cancel",
)
def cancel(request: HttpRequest, message: Id) -> Any:
    """Hold back a message that was not sent yet."""
    found = sent.get_message(message_id=message)
    if found.trip_id is not None:
        visibility.check(trip_id=found.trip_id, caller=caller_of(request))
    messaging.cancel(message_id=message, at=utc_now())
    return sent.get_message(message_id=message)
