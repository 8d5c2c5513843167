"""What staff answer a customer who asked something on their own page (domain.md 5.8)."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.kit.locales import localized_path
from outfitter.plugins.types import TenantContext
from outfitter_tenants.audit.operations import record
from outfitter_tenants.messaging import conversation, subscribers, tasks
from outfitter_tenants.messaging.mails.answer import AnswerData
from outfitter_tenants.trips import queries as trips


def answer_question(*, trip_id: int, body: str, ctx: TenantContext, at: datetime) -> int:
    """
    Answer a trip's customer by e-mail and on their own page; returns the message's id.

    :raises Invalid: there is no address to write to
    """
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        if not trip.contact_email:
            raise Invalid({"contact.email": ["This trip has no email address."]})
        asked = [row for row in conversation.list_thread(trip_id=trip_id) if row.direction == "in"]
        path = localized_path("/customerPortal", trip.locale)
        message_id = conversation.queue_answer(
            trip_id=trip_id,
            customer_id=trip.customer_id,
            to=trip.contact_email,
            data=AnswerData(
                body=body,
                question=asked[-1].body_text if asked else "",
                confirmation_code=trip.confirmation_code,
                portal_url=f"{ctx.base_url}{path}?trip={trip.hash}",
                locale=trip.locale,
            ),
            operator=subscribers.operator_of(ctx),
            at=at,
        )
        record(
            entity_type="message",
            entity_id=message_id,
            trip_id=trip_id,
            action="trip.question_answered",
            at=at,
            after={"excerpt": body[:200]},
        )
        tasks.send_message.after_commit(message_id=message_id)
    return message_id
