"""A party before a kiosk: found, checked in, and its tickets printed (ADR 143)."""

from typing import Final

from django.db.models import Q

from outfitter.api.rate_limits import limit
from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.backoffice.check_in_kiosk import party_keys, party_view
from outfitter_tenants.backoffice.check_in_kiosk.party_view import Moment
from outfitter_tenants.backoffice.counter_prints.check_in_prints import print_after_check_in
from outfitter_tenants.checkout.arrivals import operations as arrivals
from outfitter_tenants.trips.operations.arrivals import ArrivalAction
from outfitter_tenants.trips.queries import kiosk_parties, ticket_codes
from outfitter_tenants.trips.queries.kiosk_parties import KioskParty

# Whoever mistypes has enough of these, whoever tries names and numbers has not.
MISSES: Final = 20
_MISS_SECONDS: Final = 600


class PartyNotFound(NotFound):
    """No party here has this code, or exactly one of today this name and number."""

    code = "ticket_not_found"


class KioskClosed(DomainError):
    """The party can't be checked in at this kiosk now; the detail says why."""

    code = "kiosk_closed"
    status = 409


class BalanceDue(DomainError):
    """Something is to be paid first, where nobody comes in unpaid."""

    code = "balance_due"
    status = 409


def find_by_code(code: str, now: Moment) -> dict[str, object]:
    """
    Return whose ticket or booking a code is.

    :raises PartyNotFound: nobody's here
    """
    try:
        ticket = ticket_codes.find_ticket(code=code, day=now.today, reach=Q())
    except ticket_codes.TicketNotFound as problem:
        raise _missed(now) from problem
    if ticket.state != "scheduled":
        return party_view.bare(ticket.state)
    parties = kiosk_parties.parties_of_trip(trip_id=ticket.trip_id)
    party = party_view.party_of_ticket(parties, ticket)
    if party is None:
        return party_view.bare("unscheduled")
    return party_view.shown(party, now)


def find_by_name(last_name: str, phone_end: str, now: Moment) -> dict[str, object]:
    """
    Return today's party with this last name and phone number, if there is exactly one.

    :raises PartyNotFound: there is none, there are several, or this kiosk doesn't ask for names
    """
    found = []
    if now.terms.finds_by_name:
        found = kiosk_parties.trips_by_contact(last_name=last_name, phone_end=phone_end, day=now.today)
    if len(found) != 1:
        raise _missed(now)
    today = [
        one
        for one in kiosk_parties.parties_of_trip(trip_id=found[0])
        if one.is_active and one.day == now.today
    ]
    return party_view.shown(party_view.next_party(today, today[0]), now)


def party_of_key(key: str, now: Moment) -> KioskParty:
    """
    Return a party that this kiosk found.

    :raises PartyKeyOld: that was too long ago, or by another device
    """
    trip_id, order_id = party_keys.read(key, device_id=now.device.pk)
    parties = kiosk_parties.parties_of_trip(trip_id=trip_id)
    found = next((one for one in parties if one.trip_order_id == order_id), None)
    if found is None:
        raise party_keys.PartyKeyOld("Please scan your ticket again.")
    return found


def check_in(key: str, booking_ids: list[int], action_id: str, now: Moment) -> dict[str, object]:
    """
    Check guests in and print their tickets; who is here already stays so, and gets no second ticket.

    :raises PartyKeyOld: the party was found too long ago, or by another device
    :raises KioskClosed: check-in isn't open for them here
    :raises BalanceDue: something is to be paid first
    :raises WaiverRequired: somebody has to sign first
    """
    party = party_of_key(key, now)
    state = party_view.state_of(party, now)
    if state != "open":
        raise KioskClosed("Check-in isn't open for this trip here. Please ask the staff.", state=state)
    if party.owes > 0 and not now.terms.allows_unpaid:
        raise BalanceDue("Something is still to be paid. Please go to the desk.")
    deed = ArrivalAction(
        trip_order_id=party.trip_order_id,
        by=None,
        status_slug="checked_in",
        booking_ids=tuple(sorted(set(booking_ids))),
        action_id=action_id,
    )
    came = arrivals.check_in(deed=deed, at=now.at).booking_ids
    papers = 0
    if now.terms.prints_tickets:
        papers = print_after_check_in(
            trip_id=party.trip_id, booking_ids=came, location_id=now.device.location_id, at=now.at
        )
    after = party_view.shown(party_of_key(key, now), now)
    return {"party": after, "checked_in_cnt": len(came), "papers_cnt": papers}


def _missed(now: Moment) -> DomainError:
    limit(f"kiosk-miss:{now.device.pk}", times=MISSES, seconds=_MISS_SECONDS)
    return PartyNotFound("We can't find a booking with that. Please ask the staff.")
