"""How far guests are with the waivers that their experience and ticket ask for (domain.md 4.20)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from outfitter_tenants.trips.operations import guests as rows
from outfitter_tenants.waivers import queries as waivers
from outfitter_tenants.waivers.rules import requirements

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking


def asked_of(booking: "Booking", *, experience_id: int) -> tuple[int, ...]:
    """Return the ids of the templates that the experience asks a guest's ticket to sign."""
    asked = waivers.required_templates(experience_id=experience_id)
    return asked.get(booking.experience_customer_type_id, ())


def recount(guests: "Sequence[Booking]", *, experience_id: int) -> "list[Booking]":
    """
    Count anew how far guests of one order are; returns those of whom something else is true now.

    Call it, with the trip locked, after anything it depends on has changed: the experience, the
    ticket, what was signed or said. What was signed stays good on another departure as long as the
    template is asked for there too.
    """
    asked = waivers.required_templates(experience_id=experience_id)
    if not any(asked.values()) and not any(one.waiver_required_cnt for one in guests):
        return []
    known = waivers.booking_rows(booking_ids=[one.pk for one in guests])
    changed = []
    for one in guests:
        found = requirements.count(asked.get(one.experience_customer_type_id, ()), known.get(one.pk, ()))
        if rows.set_waiver(booking=one, state=found.state, required=found.required, signed=found.signed):
            changed.append(one)
    return changed
