"""Answers of channels to the operator's questions: kept with the trip, its orders and guests."""

from collections.abc import Sequence
from datetime import datetime

from outfitter.plugins.channels.booking_types import BookingDetails, UnitRequest
from outfitter.plugins.channels.errors import MalformedRequest
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.queries.products import is_asked_by_channels
from outfitter_tenants.channels.rules import question_answers as rules
from outfitter_tenants.channels.rules.question_answers import SortedAnswers
from outfitter_tenants.checkout.custom_field_answers.given_answers import keep_answers
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.fields import queries as questions
from outfitter_tenants.trips.queries import channel_details


def sort(
    experience_id: int, details: BookingDetails, units: Sequence[UnitRequest] = (), *, region: str
) -> SortedAnswers:
    """
    Return what a request answers; without any answer nothing is looked up.

    :raises MalformedRequest: an answer that binds does not fit (`BookingDetails.is_answer_binding`)
    """
    if not details.answers and not any(unit.answers for unit in units):
        return SortedAnswers()
    asked = {
        str(row.custom_field.id): row.custom_field
        for row in questions.assigned(experience_id=experience_id)
        if is_asked_by_channels(row.custom_field)
    }
    return rules.sort_answers(
        asked,
        details.answers,
        [unit.answers for unit in units],
        region=region,
        is_binding=details.is_answer_binding,
    )


def keep(
    row: ExternalBooking, found: SortedAnswers, booking_ids: Sequence[int] = (), *, at: datetime
) -> None:
    """
    Keep answers with what they are about, in the caller's transaction.

    Those about the customer wait until the booking has one; see `keep_of_customer`.
    """
    targets = {"trip": row.trip_id, "trip_order": row.trip_order_id}
    given = [
        fields.GivenAnswer(field, targets[field.scope], value)
        for field, value in found.of_booking
        if field.scope in targets
    ]
    for booking_id, answers in zip(booking_ids, found.of_units, strict=False):
        given += [fields.GivenAnswer(field, booking_id, value) for field, value in answers]
    keep_answers(trip_id=row.trip_id, given=given, at=at)


def keep_of_customer(row: ExternalBooking, experience_id: int, *, region: str, at: datetime) -> None:
    """Keep what was answered about the customer of a trip that was just sold."""
    if not row.question_answers:
        return
    details = BookingDetails(answers=row.question_answers)
    found = [
        one for one in sort(experience_id, details, region=region).of_booking if one[0].scope == "customer"
    ]
    customer_id = channel_details.customer_of(trip_id=row.trip_id) if found else None
    if customer_id is not None:
        given = [fields.GivenAnswer(field, customer_id, value) for field, value in found]
        keep_answers(trip_id=row.trip_id, given=given, at=at)


def require_answers(row: ExternalBooking, experience_id: int, details: BookingDetails) -> None:
    """
    Refuse to sell while a required question is open, where the channel says its answers bind.

    :raises MalformedRequest: `field` is "answers." and the question's id
    """
    if not details.is_answer_binding:
        return
    asked = [
        (one.custom_field, one.is_required)
        for one in questions.assigned(experience_id=experience_id)
        if is_asked_by_channels(one.custom_field)
    ]
    said = rules.merged(row.question_answers, details.answers)
    left = rules.open_question(asked, said, [unit.get("answers", {}) for unit in row.units])
    if left is not None:
        raise MalformedRequest(f"{left.label}: an answer is required.", field=f"answers.{left.id}")


def remember(row: ExternalBooking, details: BookingDetails) -> None:
    """Note what was said, for the channel to read again; the caller saves."""
    if details.answers:
        row.question_answers = rules.merged(row.question_answers, details.answers)
