"""Routes of the inbox: conversations with guests (docs/adr/0105)."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Path, Query, Router

from outfitter.api.etags import keep_by_etag
from outfitter.api.principal import allow, allow_unscoped, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter_tenants.checkout.trip_management.staff_replies import ReplyRequest, addressee_of
from outfitter_tenants.checkout.trip_response.request_context import TripKey, trip_id_of
from outfitter_tenants.crm.inbox import assignments, inbox_answers, serializers
from outfitter_tenants.crm.inbox import schemas as s
from outfitter_tenants.customers import lists as customers
from outfitter_tenants.customers import queries as people
from outfitter_tenants.messaging import conversation as questions
from outfitter_tenants.messaging import message_rows, staff_answers
from outfitter_tenants.messaging.conversations import inbox_changes as changes
from outfitter_tenants.messaging.conversations import inbox_pages as pages
from outfitter_tenants.messaging.schemas import MessageOut
from outfitter_tenants.messaging.staff_answers import Addressee
from outfitter_tenants.trips import queries as trips

router = Router(tags=["inbox"])
# Whoever sees only some bookings sees no strangers, and nobody else's words.
WRITE = allow_unscoped("crm.send")
ConversationId = Annotated[int, Path(ge=1, le=2**63 - 1)]
Show = Literal["open", "mine", "unassigned", "unread", "closed"]
MOST_FOUND = 500
PAGE = 50


@router.get("/api/inbox/get", auth=WRITE, response={200: s.InboxOut, **ERRORS}, operation_id="inbox_get")
def inbox_get(
    request: HttpRequest,
    show: Show = "open",
    search: Annotated[str, Query(max_length=100, pattern=r"^[^\x00]*$")] = "",
    cursor: Annotated[str, Query(max_length=60)] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> dict[str, Any]:
    """Return a page of conversations, the newest first."""
    words = search.strip()
    found = customers.ids_like(text=words, limit=MOST_FOUND) if words else None
    digits = "".join(sign for sign in words if sign.isdigit())
    wanted = pages.InboxFilter(
        show,
        caller_of(request).avatar_id,
        customer_ids=found,
        address=digits.lstrip("0") if len(digits) >= 3 else words.lower(),
    )
    rows, following = pages.list_page(wanted=wanted, cursor=cursor, limit=limit)
    return {"data": serializers.conversations_out(rows), "next_cursor": following}


@router.get(
    "/api/inbox/unread/get",
    auth=WRITE,
    response={200: s.InboxUnreadOut, **ERRORS},
    operation_id="inbox_unread",
)
def inbox_unread(request: HttpRequest) -> dict[str, int]:
    """Return how many conversations hold something unread, for the badge."""
    keep_by_etag(request)
    unread_cnt, mine_cnt = pages.count_unread(avatar_id=caller_of(request).avatar_id)
    return {"unread_cnt": unread_cnt, "mine_cnt": mine_cnt}


@router.get(
    "/api/inbox/people/get",
    auth=WRITE,
    response={200: s.InboxPeopleOut, **ERRORS},
    operation_id="inbox_people",
)
def inbox_people(request: HttpRequest) -> dict[str, Any]:
    """Return whom a conversation can be handed to."""
    return {"data": [{"id": one.id, "name": one.name} for one in assignments.list_people()]}


@router.get(
    "/api/conversation/{conversation}/get",
    auth=WRITE,
    response={200: s.ConversationFullOut, **ERRORS},
    operation_id="conversation_get",
)
def conversation_get(
    request: HttpRequest,
    conversation: ConversationId,
    before: Annotated[int | None, Query(ge=1, le=2**63 - 1)] = None,
) -> dict[str, Any]:
    """Return a conversation with its last messages, or those before one."""
    row = pages.get_conversation(conversation_id=conversation)
    return _full(row, before)


@router.get(
    "/api/messages/trip/{trip}/ways/get",
    auth=allow("crm.send"),
    response={200: s.WaysOut, **ERRORS},
    operation_id="messages_ways_of_trip",
)
def messages_ways_of_trip(request: HttpRequest, trip: TripKey) -> dict[str, Any]:
    """Return how the customer of a trip can be written to."""
    found = trips.get_trip(trip_id=trip_id_of(request, trip))
    who = addressee_of(found, contexts.context_for(schema_name=current_schema()))
    thread = [row for row in questions.list_thread(trip_id=found.pk) if row.direction == "in"]
    conversation_id = pages.find_id(customer_id=found.customer_id) if found.customer_id else None
    return _ways(who, thread[-1] if thread else None, conversation_id)


@router.get(
    "/api/messages/customer/{customer}/ways/get",
    auth=WRITE,
    response={200: s.WaysOut, **ERRORS},
    operation_id="messages_ways_of_customer",
)
def messages_ways_of_customer(request: HttpRequest, customer: ConversationId) -> dict[str, Any]:
    """Return how a customer can be written to."""
    row = pages.with_customer(customer_id=people.get_customer(customer_id=customer).pk)
    who = inbox_answers.addressee(row, contexts.context_for(schema_name=current_schema()))
    return _ways(who, pages.last_inbound(row), row.pk)


@router.post(
    "/api/customer/{customer}/answer",
    auth=WRITE,
    response={200: MessageOut, **ERRORS},
    operation_id="customer_answer",
)
def customer_answer(
    request: HttpRequest, customer: ConversationId, body: s.ConversationAnswerIn
) -> dict[str, Any]:
    """Write to a customer, whether or not they ever wrote."""
    caller = caller_of(request)
    limit(f"trip-message:{caller.avatar_id}", times=60, seconds=60)
    message = inbox_answers.write_to(
        customer_id=customer,
        wish=_wish(body),
        sent_by=caller.avatar_id,
        ctx=contexts.context_for(schema_name=current_schema()),
        at=utc_now(),
    )
    return message_rows.shown([message])[0]


def _wish(body: s.ConversationAnswerIn) -> ReplyRequest:
    return ReplyRequest(body.body, body.channel, body.subject, tuple(body.attachments))


def _ways(who: Addressee, asked: Any, conversation_id: int | None) -> dict[str, Any]:
    at = utc_now()
    number = asked.from_address if asked and asked.channel in {"sms", "whatsapp"} else None
    return {
        "conversation_id": conversation_id,
        "ways": serializers.ways_out(who, number=number, at=at),
        "default_channel": staff_answers.default_channel(asked, who=who, at=at),
    }


def _full(row: Any, before: int | None = None) -> dict[str, Any]:
    messages, has_older = pages.thread_of(row, limit=PAGE, before=before)
    who = inbox_answers.addressee(row, contexts.context_for(schema_name=current_schema()))
    found = _ways(who, pages.last_inbound(row), row.pk)
    return {
        "conversation": serializers.conversations_out([row])[0],
        "trip": serializers.trip_out(row.trip_id),
        "locale": who.locale,
        "ways": found["ways"],
        "default_channel": found["default_channel"],
        "messages": message_rows.shown(messages),
        "has_older": has_older,
    }


@router.post(
    "/api/conversation/{conversation}/answer",
    auth=WRITE,
    response={200: MessageOut, **ERRORS},
    operation_id="conversation_answer",
)
def conversation_answer(
    request: HttpRequest, conversation: ConversationId, body: s.ConversationAnswerIn
) -> dict[str, Any]:
    """Answer in a conversation: by email or text, as the guest wrote last unless said otherwise."""
    caller = caller_of(request)
    limit(f"trip-message:{caller.avatar_id}", times=60, seconds=60)
    message = inbox_answers.answer(
        conversation_id=conversation,
        wish=_wish(body),
        sent_by=caller.avatar_id,
        ctx=contexts.context_for(schema_name=current_schema()),
        at=utc_now(),
    )
    return message_rows.shown([message])[0]


@router.post(
    "/api/conversation/{conversation}/assign",
    auth=WRITE,
    response={200: s.ConversationOut, **ERRORS},
    operation_id="conversation_assign",
)
def conversation_assign(
    request: HttpRequest, conversation: ConversationId, body: s.ConversationAssignIn
) -> dict[str, Any]:
    """Hand a conversation to a member of staff, or to nobody."""
    caller = caller_of(request)
    assignments.assign(
        conversation_id=conversation,
        avatar_id=body.avatar_id,
        by_id=caller.avatar_id,
        by_name=caller.name,
        at=utc_now(),
    )
    return _line(conversation)


@router.post(
    "/api/conversation/{conversation}/close",
    auth=WRITE,
    response={200: s.ConversationOut, **ERRORS},
    operation_id="conversation_close",
)
def conversation_close(request: HttpRequest, conversation: ConversationId) -> dict[str, Any]:
    """Take a conversation off the list until its guest writes again."""
    changes.set_open(conversation_id=conversation, is_open=False, at=utc_now())
    return _line(conversation)


@router.post(
    "/api/conversation/{conversation}/open",
    auth=WRITE,
    response={200: s.ConversationOut, **ERRORS},
    operation_id="conversation_open",
)
def conversation_open(request: HttpRequest, conversation: ConversationId) -> dict[str, Any]:
    """Put a conversation on the list again."""
    changes.set_open(conversation_id=conversation, is_open=True, at=utc_now())
    return _line(conversation)


@router.post(
    "/api/conversation/{conversation}/read",
    auth=WRITE,
    response={200: s.ConversationOut, **ERRORS},
    operation_id="conversation_read",
)
def conversation_read(
    request: HttpRequest, conversation: ConversationId, body: s.ConversationReadIn
) -> dict[str, Any]:
    """Note that somebody has read what the guest wrote; what comes in meanwhile stays unread."""
    changes.mark_read(conversation_id=conversation, at=utc_now(), up_to=body.up_to)
    return _line(conversation)


def _line(conversation_id: int) -> dict[str, Any]:
    row = pages.get_conversation(conversation_id=conversation_id)
    return serializers.conversations_out([row])[0]
