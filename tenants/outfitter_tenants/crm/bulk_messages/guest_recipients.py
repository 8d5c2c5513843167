"""Who of a departure or day gets a message, who does not, and why: one for each contact."""

from collections.abc import Collection, Sequence

from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.crm.bulk_messages.types import (
    Channel,
    GuestRecipient,
    GuestScope,
    Recipients,
    SkippedGuest,
)
from outfitter_tenants.messaging import suppressions
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import TimeslotRow
from outfitter_tenants.trips.queries.message_recipients import PartyOn, parties_on


def find(*, scope: GuestScope, channel: Channel) -> Recipients:
    """
    Return who is reached and who is not.

    :raises TimeslotNotFound: there is no such departure
    :raises ExperienceNotFound: there is no such experience
    :raises Invalid: the experience has no departure on that day
    """
    slots = _slots(scope)
    ids = [slot.id for slot in slots]
    parties = parties_on(timeslot_ids=ids)
    reached, skipped = sort_out(parties, channel=channel, statuses=scope.statuses)
    title = {"name": slots[0].experience_name, "date": slots[0].date.isoformat()}
    if scope.timeslot_id is not None:
        title["start_time"] = slots[0].start_time.strftime("%H:%M")
    return Recipients(ids, frozenset(slot.experience_id for slot in slots), title, reached, skipped)


def _slots(scope: GuestScope) -> list[TimeslotRow]:
    if scope.timeslot_id is not None:
        return [scheduling.get_timeslot(timeslot_id=scope.timeslot_id)]
    if scope.experience_id is None or scope.day is None:
        raise Invalid({"timeslot_id": ["Choose a departure, or an experience and a date."]})
    row = catalog.get_experience(experience_id=scope.experience_id)
    found = scheduling.list_timeslots(experience_id=row.id, first=scope.day, last=scope.day)
    if not found:
        raise Invalid({"date": ["There are no departures on this date."]})
    return found


def sort_out(
    parties: Sequence[PartyOn], *, channel: Channel, statuses: Collection[str]
) -> tuple[list[GuestRecipient], list[SkippedGuest]]:
    """Return those who get a message and those who do not, in the order they came."""
    contacts = {party.trip_id: _contact(party, channel) for party in parties}
    silent = suppressions.among(addresses=[one for one in contacts.values() if one], channel=channel)
    home, taken = people.get_properties().locale, set[str]()
    reached, skipped = [], []
    for party in parties:
        contact = contacts[party.trip_id]
        reason = _reason(party, contact, channel, statuses, silent, taken)
        if reason:
            skipped.append(SkippedGuest(party.trip_id, party.confirmation_code, party.name, reason))
            continue
        taken.add(contact)
        reached.append(
            GuestRecipient(
                party.trip_id,
                party.order_id,
                party.customer_id,
                party.confirmation_code,
                party.name,
                contact,
                party.locale or home,
            )
        )
    return reached, skipped


def _contact(party: PartyOn, channel: Channel) -> str:
    return (party.email or "").lower() if channel == "email" else party.phone or ""


def _reason(
    party: PartyOn,
    contact: str,
    channel: Channel,
    statuses: Collection[str],
    silent: Collection[str],
    taken: Collection[str],
) -> str:
    if statuses and not party.statuses & set(statuses):
        return "other_status"
    if not contact:
        return "no_address" if channel == "email" else "no_phone"
    if contact in silent:
        return "opted_out"
    return "duplicate_contact" if contact in taken else ""
