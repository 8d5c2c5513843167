"""A payment link that an agent has sent: to the trip's own contact, and not for ever."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.kit.errors import DomainError
from outfitter.plugins import contexts
from outfitter_tenants.ai_agents import agent_calls
from outfitter_tenants.ai_agents.agent_settings import AgentLimits
from outfitter_tenants.ai_agents.speech import Speaker
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.payment_links import operations as payment_links
from outfitter_tenants.checkout.payment_links import payment_requests
from outfitter_tenants.checkout.payment_links.serializers import url_of
from outfitter_tenants.checkout.payments.requested_amount import AmountRequest
from outfitter_tenants.messaging import tasks, text_messages
from outfitter_tenants.messaging.text_messages import TextDraft
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import PaymentLink
    from outfitter_tenants.trips.models import Trip

Channel = Literal["sms", "email"]


class NoAddress(DomainError):
    """The trip's contact cannot be reached that way."""

    code = "no_address"
    status = 422


@dataclass(frozen=True, slots=True)
class SentLink:
    """The link, and the message that carries it."""

    message_id: int
    expires_at: datetime


def send_payment_link(
    *, trip_id: int, call_id: str | None, channel: Channel, mode: str, limits: AgentLimits, at: datetime
) -> SentLink:
    """
    Make a payment link and send it to the trip's own contact: all of it, or nothing.

    :raises TripNotFound: none that this agent made or was shown lately
    :raises NoAddress: the contact has no address of that kind; also TextsNotConnected
    :raises TooManyLinks: today's are used up
    :raises NothingDue: nothing is owed
    """
    if not agent_calls.may_speak_of(trip_id=trip_id, call_id=call_id, at=at):
        raise trips.TripNotFound("Trip not found.")
    trip = trips.get_trip(trip_id=trip_id)
    _require_address(trip, channel)
    day = zones.local_day(at, people.get_properties().time_zone)
    with atomic():
        agent_calls.count_link(trip_id=trip_id, day=day, most=limits.links_a_day)
        link = payment_links.create(
            trip_id=trip_id,
            asked=AmountRequest(mode),
            note="",
            is_tip_asked=False,
            days=None,
            by=payment_links.PAYER,
            at=at,
        )
        if channel == "email":
            message_id = payment_requests.queue(link=link, at=at)
        else:
            message_id = _queue_text(trip, link, at)
        record(
            entity_type="trip",
            entity_id=trip_id,
            trip_id=trip_id,
            action="trip.message_sent",
            at=at,
            after={"message_id": message_id, "kind": "payment_request", "payment_link_id": link.pk},
        )
        tasks.send_message.after_commit(message_id=message_id)
    return SentLink(message_id, link.expires_at)


def _require_address(trip: "Trip", channel: Channel) -> None:
    if channel == "sms":
        text_messages.demand_texts("sms")
    if not (trip.contact_phone if channel == "sms" else trip.contact_email):
        raise NoAddress("This trip's contact can't be reached this way.", channel=channel)


def _queue_text(trip: "Trip", link: "PaymentLink", at: datetime) -> int:
    own = people.get_properties()
    speaker = Speaker.of(
        trip.locale, operator_locale=own.locale, currency=trip.currency, time_zone=own.time_zone
    )
    text = speaker.say(
        "link_text",
        operator=contexts.context_for(schema_name=current_schema()).name,
        amount=speaker.money(link.sent_amount),
        code=trip.confirmation_code,
        url=url_of(link),
    )
    draft = TextDraft(
        to=trip.contact_phone or "",
        text=text,
        locale=trip.locale,
        category="payment_request",
        occasion=str(link.pk),
        # They are on the phone now.
        is_urgent=True,
        useful_until=link.expires_at,
        customer_id=trip.customer_id,
        trip_id=trip.pk,
    )
    return text_messages.queue_text(draft, at=at)
