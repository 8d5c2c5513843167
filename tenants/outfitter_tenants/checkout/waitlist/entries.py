"""Joining the waiting list of a departure, and leaving it."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.checkout.sale_terms import contacts
from outfitter_tenants.checkout.waitlist import letters
from outfitter_tenants.checkout.waitlist.types import JoinRequest
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations.booking_rules import Buyer, NotBookable, Party, party_of
from outfitter_tenants.scheduling.queries import TimeslotRow
from outfitter_tenants.waitlist import operations as waitlist
from outfitter_tenants.waitlist import queries
from outfitter_tenants.waitlist.operations import End, EntryRequest, Guest
from outfitter_tenants.waitlist.rules import line_order
from outfitter_tenants.waitlist.rules.line_order import Flexibility

if TYPE_CHECKING:
    from outfitter_tenants.waitlist.models import WaitlistEntry

# Offers are accepted on the website, whoever put the party on the list.
BUYER: Final = Buyer("online", "ecommerce")
SWEEP: Final = "waitlist.sweep"
SWEEP_EVERY: Final = timedelta(minutes=2)


class WaitlistOff(DomainError):
    """The operator keeps no waiting list."""

    code = "waitlist_off"
    status = 409


class NotSoldOut(DomainError):
    """There are seats for the party: it books at once instead."""

    code = "not_sold_out"
    status = 409


class PartyTooLarge(DomainError):
    """A departure never has so many seats."""

    code = "party_too_large"
    status = 409


def join(request: JoinRequest, *, at: datetime) -> "WaitlistEntry":
    """
    Put a party on the waiting list of a departure and write to it; returns its place.

    :raises WaitlistOff: the operator keeps none
    :raises TimeslotNotFound: there is no such departure
    :raises NotBookable: cancelled, begun, closed, or the party breaks a rule
    :raises PartyTooLarge: the departure never has so many seats
    :raises NotSoldOut: there are seats; `detail.timeslot_ids` says where
    :raises AlreadyWaiting: the address is in line for this departure
    :raises WaitlistFull: so many parties are
    """
    if not people.get_properties().is_waitlist_on:
        raise WaitlistOff("There is no waiting list here.")
    guest = _guest(request)
    with read_cache(), atomic():
        party = _party(request, at)
        slot = party.slot
        _require_sold_out(party, request.flexibility, at)
        row = waitlist.add_entry(
            EntryRequest(
                slot.id,
                slot.experience_id,
                slot.date,
                request.flexibility,
                party.ask.quantities,
                party.pax_cnt,
                guest,
                request.reseller_id,
                request.created_by,
            ),
            at=at,
        )
        # Nobody could have what is free there now; else it would have been refused above.
        update_waiting(row, at=at, is_tried=True)
        letters.send(row=row, kind="joined", slot=slot, at=at)
        keep_sweeping(at=at)
    return row


def _party(request: JoinRequest, at: datetime) -> Party:
    found = scheduling.get_timeslot_for_sale(timeslot_id=request.timeslot_id, at=at)
    if found.slot.experience_id in request.hidden_experience_ids:
        raise scheduling.TimeslotNotFound("Time not found.")
    party = party_of(found, qty_by_type=request.quantities, buyer=BUYER, at=at, check=None)
    if party.pax_cnt < 1:
        raise NotBookable("min_party")
    most = _most_seats(found.slot)
    if most is not None and party.pax_cnt > most:
        raise PartyTooLarge("This departure never has that many seats.", most=most)
    return party


def _most_seats(slot: TimeslotRow) -> int | None:
    limits = [one for one in (slot.capacity, slot.day.capacity) if one is not None]
    return min(limits, default=None)


def _require_sold_out(party: Party, flexibility: Flexibility, at: datetime) -> None:
    """Refuse a party that could book at once; from here on no seat comes back unseen."""
    slot = party.slot
    first, last = line_order.days_of(slot.date, flexibility)
    read = partial(scheduling.list_timeslots, experience_id=slot.experience_id, first=first, last=last, at=at)
    seats.lock_departures(timeslot_ids=[one.id for one in read()])
    near = read()
    if flexibility == "departure":
        near = [one for one in near if one.id == slot.id]
    free = [one.id for one in near if is_free(one, party.ask.pax_by_type, at)]
    if free:
        raise NotSoldOut("There are still seats for your party. Book now.", timeslot_ids=free)


def is_free(slot: TimeslotRow, pax_by_type: Mapping[int, int], at: datetime) -> bool:
    """Return whether strangers could book a party (experience customer type id -> seats) now."""
    if not slot.slot.is_open("online", at):
        return False
    return slot.remaining.has(BUYER.audience, BUYER.method, pax_by_type)


def _guest(request: JoinRequest) -> Guest:
    contact = contacts.clean_contact(
        request.contact, region=contacts.region_of(people.get_properties().locale)
    )
    missing = {
        f"contact.{name}": ["Please fill this in."]
        for name, value in (
            ("first_name", contact.first_name),
            ("last_name", contact.last_name),
            ("email", contact.email),
        )
        if not (value or "").strip()
    }
    if missing:
        raise Invalid(missing)
    return Guest(contact.first_name, contact.last_name, contact.email or "", contact.phone, request.locale)


def leave(*, entry_id: int, status: End, at: datetime) -> "WaitlistEntry":
    """
    Take a party off the list; seats that are held for it come back. Twice is once.

    :raises EntryNotFound: there is no such place
    """
    with atomic():
        row = queries.lock_entry(entry_id=entry_id)
        was_offered = row.status == "offered"
        if waitlist.end_entry(row=row, status=status, at=at):
            if was_offered and row.offer_hold_id is not None:
                seats.release_hold(hold_id=row.offer_hold_id, at=at)
            update_waiting(row, at=at)
    return row


def update_waiting(
    row: "WaitlistEntry", *, at: datetime, is_tried: bool = False, tried_ids: Collection[int] = ()
) -> None:
    """Write on every departure that this party would go with who waits for it now."""
    tried: Collection[int] = tried_ids
    if is_tried:
        slots = scheduling.list_timeslots(
            experience_id=row.experience_id, first=row.date_from, last=row.date_to, at=at
        )
        party = queries.party_of(row)
        tried = [one.id for one in slots if party.wants(line_order.Departure(one.id, one.date))]
    waitlist.update_waiting(
        experience_id=row.experience_id, first=row.date_from, last=row.date_to, at=at, tried_ids=tried
    )


def keep_sweeping(*, at: datetime) -> None:
    """Have the list looked through soon, and again while anybody waits."""
    if not scheduled_jobs.is_waiting(SWEEP, key="all"):
        scheduled_jobs.schedule(SWEEP, key="all", due_at=at + SWEEP_EVERY)
