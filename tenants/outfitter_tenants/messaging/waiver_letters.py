"""Reminders to sign, in writing."""

from datetime import datetime

from outfitter_tenants.messaging.mails import waiver_reminder
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.mails.waiver_reminder import WaiverReminderData
from outfitter_tenants.messaging.operations import insert_once, mailbox, new_letter


def queue_waiver_reminder(
    *, data: WaiverReminderData, operator: Operator, occasion: str, at: datetime
) -> int:
    """Ask a trip's customer to have everybody sign, once for each occasion; returns the message's id."""
    trip = data.trip
    message = new_letter(
        waiver_reminder.render(data=data, operator=operator),
        operator,
        at,
        category="waiver_reminder",
        dedupe_key=f"waiver_reminder:{occasion}"[:120],
        customer_id=trip.customer_id,
        trip_id=trip.trip_id,
        to=mailbox(trip.contact_name, trip.contact_email),
    )
    return insert_once(message, at)
