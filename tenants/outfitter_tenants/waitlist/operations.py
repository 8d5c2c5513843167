"""
Writes of the waiting list: places in line, and what becomes of them.

Every change of a state is a conditional update, so a job or a click that comes twice changes nothing.
Places are locked before trips and departures (outfitter.db.locks).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal

from django.db import IntegrityError, transaction

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.audit.operations import record
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as departures
from outfitter_tenants.waitlist import queries
from outfitter_tenants.waitlist.models import WaitlistEntry
from outfitter_tenants.waitlist.rules import line_order
from outfitter_tenants.waitlist.rules.line_order import Departure, Flexibility

# So many parties may be in line for one departure.
MOST_IN_LINE: Final = 200
End = Literal["expired", "left", "removed", "closed"]


class AlreadyWaiting(DomainError):
    """The address is in line for this departure."""

    code = "already_waiting"
    status = 409


class WaitlistFull(DomainError):
    """As many parties are in line for a departure as may be."""

    code = "waitlist_full"
    status = 409


@dataclass(frozen=True, slots=True)
class Guest:
    """Who waits, and how they are told."""

    first_name: str
    last_name: str
    email: str
    phone: str | None
    locale: str


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """
    What somebody waits for: seats for a party on a departure, or on one near to it.

    `quantities`: experience customer type id -> how many; `pax_cnt` the seats they take. `reseller_id`
    and `created_by` say which partner and which member of the team asked for them.
    """

    timeslot_id: int
    experience_id: int
    day: date
    flexibility: Flexibility
    quantities: Mapping[int, int]
    pax_cnt: int
    guest: Guest
    reseller_id: int | None = None
    created_by: int | None = None


def add_entry(request: EntryRequest, *, at: datetime) -> WaitlistEntry:
    """
    Put a party at the end of the line; in the caller's transaction.

    :raises AlreadyWaiting: the address is in line for this departure
    :raises WaitlistFull: so many parties are
    """
    if queries.find_in_line(timeslot_id=request.timeslot_id, email=request.guest.email):
        raise AlreadyWaiting("This email address is already on the waiting list for this departure.")
    if queries.count_in_line(timeslot_id=request.timeslot_id) >= MOST_IN_LINE:
        raise WaitlistFull("The waiting list for this departure is full.", most=MOST_IN_LINE)
    first, last = line_order.days_of(request.day, request.flexibility)
    guest = request.guest
    row = WaitlistEntry(
        experience_id=request.experience_id,
        timeslot_id=request.timeslot_id,
        flexibility=request.flexibility,
        date_from=first,
        date_to=last,
        qty_by_type={str(kind): qty for kind, qty in sorted(request.quantities.items()) if qty},
        pax_cnt=request.pax_cnt,
        first_name=guest.first_name,
        last_name=guest.last_name,
        email=guest.email,
        phone=guest.phone,
        locale=guest.locale,
        reseller_id=request.reseller_id,
        created_by=request.created_by,
        position=int(at.timestamp() * 1_000_000),
        created_at=at,
    )
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as problem:
        raise AlreadyWaiting(
            "This email address is already on the waiting list for this departure."
        ) from problem
    record(
        entity_type="waitlist_entry",
        entity_id=row.pk,
        action="waitlist_entry.added",
        at=at,
        after={"timeslot_id": row.timeslot_id, "pax_cnt": row.pax_cnt, "flexibility": row.flexibility},
    )
    return row


def mark_offered(
    *, row: WaitlistEntry, timeslot_id: int, hold_id: int, until: datetime, at: datetime
) -> bool:
    """Write that seats are held for a party that waits; False when it no longer does."""
    facts = {
        "status": "offered",
        "offer_timeslot_id": timeslot_id,
        "offer_hold_id": hold_id,
        "offer_expires_at": until,
    }
    if not _change(row, ("waiting",), facts):
        return False
    after = {"timeslot_id": timeslot_id, "until": until.isoformat(), "pax_cnt": row.pax_cnt}
    _record(row, "waitlist_entry.offered", at, after)
    return True


def mark_accepted(*, row: WaitlistEntry, trip_id: int, at: datetime) -> bool:
    """Write which cart an offer became; False when there is no offer any more."""
    if not _change(row, ("offered",), {"status": "accepted", "trip_id": trip_id, "closed_at": at}):
        return False
    _record(row, "waitlist_entry.accepted", at, {"trip_id": trip_id})
    return True


def end_entry(*, row: WaitlistEntry, status: End, at: datetime) -> bool:
    """Take a party out of the line; False when it was in none any more."""
    if not _change(row, queries.IN_LINE, {"status": status, "closed_at": at}):
        return False
    _record(row, f"waitlist_entry.{status}", at, {"timeslot_id": row.timeslot_id})
    return True


def reorder(*, departure: Departure, experience_id: int, wanted: list[int], at: datetime) -> None:
    """Give parties in line for a departure each other's places, so that they stand as `wanted` says."""
    with atomic():
        rows = queries.lock_in_line(departure=departure, experience_id=experience_id)
        known = {row.pk: row for row in rows}
        places = line_order.in_new_order([(row.pk, row.position) for row in rows], wanted)
        moved = {pk: place for pk, place in places.items() if known[pk].position != place}
        for pk, place in sorted(moved.items()):
            WaitlistEntry.objects.filter(pk=pk).update(position=place)
        if moved:
            first = known[next(iter(places))]
            _record(first, "waitlist_entry.reordered", at, {"order": list(places)})


def update_waiting(
    *, experience_id: int, first: date, last: date, at: datetime, tried_ids: Iterable[int] = ()
) -> None:
    """
    Write on an experience's departures of these local days who waits for each.

    `tried_ids` are departures of whose free seats nobody who waits could have any.
    """
    slots = departures.list_timeslots(experience_id=experience_id, first=first, last=last, at=at)
    scheduling.lock_departures(timeslot_ids=[slot.id for slot in slots])
    waiting = [queries.party_of(row) for row in queries.list_waiting(experience_ids=[experience_id])]
    wanted = {slot.id: line_order.smallest_party(Departure(slot.id, slot.date), waiting) for slot in slots}
    scheduling.set_waiting(smallest=wanted, tried_ids=set(tried_ids))


def _change(row: WaitlistEntry, states: Iterable[str], facts: Mapping[str, object]) -> bool:
    if not WaitlistEntry.objects.filter(pk=row.pk, status__in=list(states)).update(**facts):
        return False
    for name, value in facts.items():
        setattr(row, name, value)
    return True


def _record(row: WaitlistEntry, action: str, at: datetime, after: Mapping[str, object]) -> None:
    record(
        entity_type="waitlist_entry",
        entity_id=row.pk,
        trip_id=row.trip_id,
        action=action,
        at=at,
        after=dict(after),
    )
