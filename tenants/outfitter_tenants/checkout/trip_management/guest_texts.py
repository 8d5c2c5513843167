"""What guests write by text: it stands with their newest trip, and staff hear of it (domain.md 4.22)."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.kit.person_names import full_name
from outfitter.plugins import outbox
from outfitter.plugins.message_channels.types import IncomingText, TextChannel
from outfitter_tenants.audit.operations import record
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging import conversation, suppressions
from outfitter_tenants.messaging.conversations import inbox_pages as pages
from outfitter_tenants.messaging.conversations import rows as conversations
from outfitter_tenants.messaging.text_requests import request_of
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips.queries import phone_trips

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Message
    from outfitter_tenants.trips.models import Trip

# Of a text as staff are told of it at once; the trip has all of it.
_EXCERPT: Final = 200


def receive(*, text: IncomingText, channel: TextChannel, source: str, at: datetime) -> int | None:
    """
    Keep a text with the newest trip of its number and tell staff; returns the message's id.

    A text that came before changes nothing (None). STOP and START are kept, obeyed and told to
    nobody. `source` is the provider's slug.
    """
    with atomic():
        ids = customers.ids_with_phone(phone=text.sender)
        trip = phone_trips.find_newest(phone=text.sender, customer_ids=ids, at=at)
        customer_id = conversations.hold(trip.customer_id if trip else next(iter(ids), None))
        if customer_id is not None:
            # What they wrote before anybody knew whose number it is.
            conversations.link(customer_id=customer_id, addresses=[text.sender])
        request = text.request or request_of(text.text)
        made = conversation.keep_text(
            key=f"{source}:{text.provider_id}",
            trip_id=trip.pk if trip else None,
            customer_id=customer_id,
            sender=text.sender,
            channel=channel,
            locale=trip.locale if trip else people.get_properties().locale,
            body="\n".join([text.text, *text.media_urls]).strip(),
            at=at,
            is_read=request is not None,
        )
        if made is None:
            return None
        if request == "stop":
            suppressions.suppress(address=text.sender, channel=channel, source=suppressions.REPLY, at=at)
        elif request == "start":
            suppressions.lift(address=text.sender, channel=channel, at=at)
        _record(made, at)
        if request is None:
            _tell_staff(made, trip, at)
    return made.pk


def _record(made: "Message", at: datetime) -> None:
    record(
        entity_type="message",
        entity_id=made.pk,
        trip_id=made.trip_id,
        action="message.received",
        at=at,
        after={"from": made.from_address, "excerpt": made.body_text[:_EXCERPT]},
    )


def _tell_staff(made: "Message", trip: "Trip | None", at: datetime) -> None:
    excerpt = made.body_text[:_EXCERPT]
    if trip is not None:
        outbox.publish(
            "trip.question_asked",
            at=at,
            trip_id=trip.pk,
            message_id=made.pk,
            confirmation_code=trip.confirmation_code,
            contact_name=full_name(trip.contact_first_name, trip.contact_last_name) or made.from_address,
            excerpt=excerpt,
        )
        return
    outbox.publish(
        "text.received",
        at=at,
        message_id=made.pk,
        customer_id=made.customer_id,
        conversation_id=pages.find_id(customer_id=made.customer_id, conversation_id=made.conversation_id),
        phone=made.from_address,
        excerpt=excerpt,
    )
