"""Who booked through a channel is forgotten with the customer they became (ADR 13)."""

from typing import Final

from outfitter.db.locks import atomic
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.channels.models import ChannelCall, ExternalBooking

# What of a ticket is not about a person.
_OF_TICKET: Final = frozenset({"uuid", "booking_id", "unit_ref", "reference", "group_size"})


def on_anonymised(ctx: TenantContext, event: Event) -> None:
    """Take off a customer's bookings what their channel said of them; twice is once."""
    forget(trip_ids=event.payload.get("trip_ids") or [])


def forget(*, trip_ids: list[int]) -> int:
    """
    Clear contact, notes, answers and stored responses of the bookings of these trips; returns how many.

    What was booked, what it cost and the channel's names for it stay. Calls about it lose their texts.
    """
    with atomic():
        rows = ExternalBooking.objects.select_for_update(of=("self",)).filter(trip_id__in=trip_ids)
        found = list(rows.order_by("pk"))
        for row in found:
            row.contact, row.notes, row.answers, row.question_answers, row.extra = {}, "", {}, {}, {}
            row.cancel_reason = None
            row.units = [{key: one[key] for key in one if key in _OF_TICKET} for one in row.units]
            row.save()
        names = {name for row in found for name in _names_of(row)}
        if names:
            calls = ChannelCall.objects.filter(references__overlap=sorted(names))
            calls.update(asked="", answered="")
    return len(found)


def _names_of(row: ExternalBooking) -> list[str]:
    """Return what calls name a booking by."""
    names = (str(row.uuid), row.reference, row.late_reference, row.channel_reference, row.confirmation_code)
    return [name for name in names if name]
