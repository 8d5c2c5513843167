"""A trip as an iCalendar file, made as the one that comes with the confirmation."""

from datetime import datetime
from email.utils import parseaddr
from typing import TYPE_CHECKING

from django.conf import settings

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import NotFound
from outfitter.plugins import contexts
from outfitter_tenants.messaging import subscribers
from outfitter_tenants.messaging.mails import calendar_file, confirmation
from outfitter_tenants.messaging.mails.guest_types import in_customers_words
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip


def trip_calendar(*, trip: "Trip", at: datetime) -> str:
    """
    Return the calendar of a trip; calendars take it in place of earlier ones of the same trip.

    :raises NotFound: nothing of the trip has a time
    """
    text = calendar_file.invitation(
        data=confirmation.from_payload(in_customers_words(trips.confirmation_of(trip))),
        operator=subscribers.operator_of(contexts.context_for(schema_name=current_schema())),
        organizer=parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
        at=at,
        sequence=trip.version,
    )
    if text is None:
        raise NotFound("Nothing on this trip has a time.")
    return text
