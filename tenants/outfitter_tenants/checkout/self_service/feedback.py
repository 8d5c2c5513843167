"""What customers say on their own page: questions to the operator, and how the tour was (domain.md 3.9)."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter.kit.person_names import full_name
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.self_service import rules
from outfitter_tenants.checkout.self_service.customer_trip import CustomerTrip, guests_of
from outfitter_tenants.checkout.self_service.facts import order_facts
from outfitter_tenants.checkout.self_service.refusal import demand
from outfitter_tenants.messaging import conversation, reviews
from outfitter_tenants.messaging.reviews import ReviewDraft

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Message, Review

# So many questions about one trip within so long; who has more to say calls.
MOST_QUESTIONS: Final = 10
WITHIN: Final = timedelta(hours=24)
# Of a question as staff are told of it at once; the trip has all of it.
_EXCERPT: Final = 200


class TooManyQuestions(DomainError):
    """Somebody writes a lot, and the operator has not caught up."""

    code = "rate_limited"
    status = 429


def ask(*, trip_id: int, body: str, at: datetime) -> "Message":
    """
    Keep a customer's question with their trip and tell the operator's people.

    :raises NotOffered: the trip is not booked
    :raises TooManyQuestions: ten a day are enough
    """
    with atomic():
        mine = CustomerTrip.read(trip_id, at=at)
        demand(rules.may_ask(mine.facts))
        trip = mine.trip
        since = at - WITHIN
        asked = [row for row in conversation.list_thread(trip_id=trip_id) if row.direction == "in"]
        if sum(row.created_at > since for row in asked) >= MOST_QUESTIONS:
            raise TooManyQuestions(
                "We got your messages and will answer as soon as we can.", retry_after=3600
            )
        name = full_name(trip.contact_first_name, trip.contact_last_name)
        made = conversation.keep_question(
            trip_id=trip_id,
            customer_id=trip.customer_id,
            sender=name or trip.contact_email or "",
            address=trip.contact_email or trip.contact_phone or trip.confirmation_code,
            locale=trip.locale,
            body=body,
            at=at,
        )
        record(
            entity_type="message",
            entity_id=made.pk,
            trip_id=trip_id,
            action="trip.question_asked",
            at=at,
            after={"excerpt": body[:_EXCERPT]},
        )
        outbox.publish(
            "trip.question_asked",
            at=at,
            trip_id=trip_id,
            message_id=made.pk,
            confirmation_code=trip.confirmation_code,
            contact_name=name,
            excerpt=body[:_EXCERPT],
        )
    return made


def give_review(*, trip_id: int, draft: ReviewDraft, at: datetime) -> "Review":
    """
    Keep what a customer says of their trip: once, when the first of it is over.

    :raises NotOffered: it is not over, was canceled, or was reviewed
    """
    with atomic():
        mine = CustomerTrip.read(trip_id, at=at)
        trip = mine.trip
        known = reviews.find_of_trip(trip_id=trip_id)
        facts = mine.facts_with(is_reviewed=known is not None)
        orders = [order_facts(order, guests_of(order)) for order in mine.orders]
        demand(rules.may_review(facts, orders, at))
        over = next(
            order
            for order, one in zip(mine.orders, orders, strict=True)
            if one.is_active and one.end_at is not None and one.end_at <= at
        )
        made = reviews.write_review(
            trip_id=trip_id,
            customer_id=trip.customer_id,
            experience_id=over.experience_id,
            draft=draft,
            at=at,
        )
        record(
            entity_type="trip",
            entity_id=trip_id,
            trip_id=trip_id,
            action="trip.rated",
            at=at,
            after={"rating": draft.rating, "excerpt": draft.text[:_EXCERPT]},
        )
        outbox.publish(
            "trip.rated",
            at=at,
            trip_id=trip_id,
            review_id=made.pk,
            confirmation_code=trip.confirmation_code,
            contact_name=full_name(trip.contact_first_name, trip.contact_last_name),
            rating=draft.rating,
            excerpt=draft.text[:_EXCERPT],
        )
    return made
