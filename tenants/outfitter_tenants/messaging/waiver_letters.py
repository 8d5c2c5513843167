"""Reminders to sign, in writing."""

from datetime import date, datetime

from outfitter_tenants.messaging.letters import Letter, mailbox, new_letter
from outfitter_tenants.messaging.mails import waiver_reminder
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.waiver_reminder import WaiverReminderData
from outfitter_tenants.messaging.operations import insert_once
from outfitter_tenants.messaging.template_queries import choose_text
from outfitter_tenants.messaging.text_messages import queue_text
from outfitter_tenants.messaging.text_sentences import waiver_text


def queue_waiver_reminder(
    *, data: WaiverReminderData, operator: Operator, occasion: str, at: datetime
) -> int:
    """Ask a trip's customer to have everybody sign, once for each occasion; returns the message's id."""
    trip = data.trip
    message = new_letter(
        Letter(
            "waiver_request",
            waiver_reminder.values(data, operator),
            trip.locale,
            trip.currency,
            tuple(one.experience_id for one in trip.orders),
            trip.method,
        ),
        operator,
        at,
        category="waiver_reminder",
        dedupe_key=f"waiver_reminder:{occasion}"[:120],
        customer_id=trip.customer_id,
        trip_id=trip.trip_id,
        to=mailbox(trip.contact_name, trip.contact_email),
    )
    return insert_once(message, at)


def queue_waiver_text(
    *,
    to: str,
    data: WaiverReminderData,
    day: date,
    first_start_at: datetime,
    operator: Operator,
    occasion: str,
    at: datetime,
) -> int:
    """Ask a trip's customer by text to have everybody sign, once for each occasion; returns its id."""
    trip = data.trip
    chosen = choose_text(slug="waiver_request", locale=trip.locale, operator_locale=operator.locale)
    draft = waiver_text(
        to=to,
        day=day,
        first_start_at=first_start_at,
        locale=trip.locale,
        url=data.url,
        operator=operator,
        occasion=occasion,
        customer_id=trip.customer_id,
        trip_id=trip.trip_id,
        words=chosen.words,
    )
    return queue_text(draft.written_by(chosen.template_id, chosen.version), at=at)
