"""
Offering seats that came back: to the next party they fit, then to the next (docs/adr/0088).

The database holds what came back before it lets us know; here it becomes offers in one transaction.
Locks are taken in the order of outfitter.db.locks: places in line, departures, holds.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from django.db import transaction

from outfitter.db.locks import atomic
from outfitter.kit.errors import Busy, DomainError
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.checkout.sale_terms.order_terms import plugin_check
from outfitter_tenants.checkout.waitlist import entries, letters
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations import NotBookable, ResourceUnavailable, SeatRequest, SoldOut
from outfitter_tenants.scheduling.queries import TimeslotRow
from outfitter_tenants.waitlist import operations as waitlist
from outfitter_tenants.waitlist import queries
from outfitter_tenants.waitlist.rules import line_order
from outfitter_tenants.waitlist.rules.line_order import Departure

if TYPE_CHECKING:
    from outfitter_tenants.waitlist.models import WaitlistEntry

# The database schedules this one by itself (scheduling/migrations/0007).
SERVE: Final = "waitlist.serve"
EXPIRE: Final = "waitlist.expire"


class NotWaiting(DomainError):
    """The party has an offer already, or waits no longer."""

    code = "not_waiting"
    status = 409


def serve(payload: Mapping[str, int], at: datetime) -> None:
    """Offer what is free on a departure to whoever waits for it; a due job, which may run twice."""
    serve_departure(timeslot_id=payload["timeslot_id"], at=at)


def serve_departure(*, timeslot_id: int, at: datetime) -> int:
    """
    Offer what is free on a departure to whoever waits for it, in their order; returns how many offers.

    A party that does not fit is passed over and keeps its place. A cancelled departure is closed for
    everybody who waits for it alone. What nobody can have goes on sale.
    """
    slot = scheduling.get_timeslot(timeslot_id=timeslot_id, at=at)
    if "cancelled" in {slot.status, slot.day.status}:
        close_departure(slot, at=at)
        return 0
    departure = Departure(slot.id, slot.date)
    with atomic():
        waiting = queries.lock_waiting(departure=departure, experience_id=slot.experience_id)
        line = sorted(waiting, key=lambda row: (row.position, row.pk))
        _lock_departures(slot, line, at)
        left = seats.release_kept_seats(timeslot_id=slot.id, at=at).free_pax_cnt
        offered = 0
        for row in line if people.get_properties().is_waitlist_on else ():
            if left is not None and row.pax_cnt > left:
                continue
            with suppress(SoldOut, NotBookable, ResourceUnavailable), transaction.atomic():
                _offer(row, slot, at)
                offered += 1
                left = left if left is None else left - row.pax_cnt
        first, last = _days(slot, line)
        waitlist.update_waiting(
            experience_id=slot.experience_id, first=first, last=last, at=at, tried_ids=[slot.id]
        )
    return offered


def offer_by_hand(*, entry_id: int, timeslot_id: int, at: datetime) -> "WaitlistEntry":
    """
    Offer seats of a departure to one party, whoever stands before it.

    :raises EntryNotFound: there is no such place
    :raises NotWaiting: the party has an offer, or waits no longer
    :raises SoldOut: the seats are not there
    :raises NotBookable: anything else speaks against it
    """
    with atomic():
        row = queries.lock_entry(entry_id=entry_id)
        slot = scheduling.get_timeslot(timeslot_id=timeslot_id, at=at)
        if row.status != "waiting" or slot.experience_id != row.experience_id:
            raise NotWaiting("This party isn't waiting for this departure anymore.", status=row.status)
        _lock_departures(slot, [row], at)
        seats.release_kept_seats(timeslot_id=slot.id, at=at)
        _offer(row, slot, at)
        first, last = _days(slot, [row])
        waitlist.update_waiting(experience_id=slot.experience_id, first=first, last=last, at=at)
    return row


def _offer(row: "WaitlistEntry", slot: TimeslotRow, at: datetime) -> None:
    """Hold seats for a party whose place and departure are locked, and write to it."""
    until = line_order.offer_ends_at(
        at=at,
        minutes=people.get_properties().waitlist_offer_minutes,
        closes_at=slot.windows["online"].closes_at(slot.booked_pax_cnt),
    )
    quantities = {int(kind): int(qty) for kind, qty in row.qty_by_type.items()}
    request = SeatRequest(slot.id, quantities, entries.BUYER, until, kind="waitlist", check=plugin_check())
    hold = seats.offer_seats(request, at=at)
    waitlist.mark_offered(row=row, timeslot_id=slot.id, hold_id=hold.id, until=until, at=at)
    scheduled_jobs.schedule(EXPIRE, key=str(row.pk), due_at=until, payload={"entry_id": row.pk})
    letters.send(row=row, kind="offer", slot=slot, at=at)


def expire(payload: Mapping[str, int], at: datetime) -> None:
    """End an offer that nobody took in time; a due job, which may run twice."""
    end_offer(entry_id=payload["entry_id"], at=at)


def end_offer(*, entry_id: int, at: datetime) -> bool:
    """
    End an offer whose time is over: its seats come back, and go to the next in line.

    The place is lost, and the party is told. False when there was nothing to end.
    """
    with atomic():
        row = queries.lock_entry(entry_id=entry_id)
        if row.status != "offered" or row.offer_expires_at is None or row.offer_expires_at > at:
            return False
        waitlist.end_entry(row=row, status="expired", at=at)
        if row.offer_hold_id is not None:
            seats.release_hold(hold_id=row.offer_hold_id, at=at)
        slot = scheduling.get_timeslot(timeslot_id=row.offer_timeslot_id or row.timeslot_id, at=at)
        letters.send(row=row, kind="expired", slot=slot, at=at)
    return True


def close_departure(slot: TimeslotRow, *, at: datetime) -> int:
    """
    Take everybody off the list of a departure that does not take place, and tell them.

    Who would go with another one stays in line for that. Returns how many were told.
    """
    told = 0
    for row in queries.list_in_line(
        departure=Departure(slot.id, slot.date), experience_id=slot.experience_id
    ):
        if row.status == "offered" and row.offer_timeslot_id != slot.id:
            continue
        if row.status == "waiting" and _has_another(row, slot, at):
            continue
        with atomic():
            locked = queries.lock_entry(entry_id=row.pk)
            if waitlist.end_entry(row=locked, status="closed", at=at):
                letters.send(row=locked, kind="closed", slot=slot, at=at)
                told += 1
                entries.update_waiting(locked, at=at)
    with atomic():
        waitlist.update_waiting(experience_id=slot.experience_id, first=slot.date, last=slot.date, at=at)
    return told


def sweep(_payload: Mapping[str, int], at: datetime) -> None:
    """
    Look through the whole list: seats that came back elsewhere, offers and days that are over.

    Seats of a day's cap, of a boat, of a departure that is new do not come back on the row of the
    departure that somebody waits for. A due job, which comes again while anybody waits.
    """
    for entry_id in queries.list_expired_offers(before=at):
        end_offer(entry_id=entry_id, at=at)
    offered = scheduling.get_timeslot_refs(ids=queries.offered_timeslots(), at=at)
    for slot in offered.values():
        if "cancelled" in {slot.status, slot.day.status}:
            close_departure(slot, at=at)
    by_experience: dict[int, list[WaitlistEntry]] = {}
    for row in queries.list_waiting():
        by_experience.setdefault(row.experience_id, []).append(row)
    for experience_id, rows in by_experience.items():
        _sweep_experience(experience_id, rows, at)
    if queries.has_waiting():
        scheduled_jobs.schedule(entries.SWEEP, key="all", due_at=at + entries.SWEEP_EVERY)


def _sweep_experience(experience_id: int, rows: Sequence["WaitlistEntry"], at: datetime) -> None:
    first, last = min(row.date_from for row in rows), max(row.date_to for row in rows)
    slots = scheduling.list_timeslots(experience_id=experience_id, first=first, last=last, at=at)
    parties = [queries.party_of(row) for row in rows]
    for row, party in zip(rows, parties, strict=True):
        if not any(_is_ahead(slot, at) for slot in slots if party.wants(Departure(slot.id, slot.date))):
            entries.leave(entry_id=row.pk, status="closed", at=at)
    with atomic():
        waitlist.update_waiting(experience_id=experience_id, first=first, last=last, at=at)
    for slot in slots:
        smallest = line_order.smallest_party(Departure(slot.id, slot.date), parties)
        left = slot.remaining.of(entries.BUYER.audience, entries.BUYER.method)
        if smallest is not None and slot.slot.is_open("online", at) and (left is None or left >= smallest):
            with suppress(Busy):  # somebody is selling there; the next round comes
                serve_departure(timeslot_id=slot.id, at=at)


def _is_ahead(slot: TimeslotRow, at: datetime) -> bool:
    """Return whether strangers may still book a departure some time."""
    gone = "cancelled" in {slot.status, slot.day.status}
    return not gone and slot.windows["online"].closes_at(slot.booked_pax_cnt) > at


def _has_another(row: "WaitlistEntry", gone: TimeslotRow, at: datetime) -> bool:
    party = queries.party_of(row)
    slots = scheduling.list_timeslots(
        experience_id=row.experience_id, first=row.date_from, last=row.date_to, at=at
    )
    near = [slot for slot in slots if slot.id != gone.id and party.wants(Departure(slot.id, slot.date))]
    return any(_is_ahead(slot, at) for slot in near)


def _days(slot: TimeslotRow, line: Sequence["WaitlistEntry"]) -> tuple[date, date]:
    """Return the first and the last day on which anything may have changed for this line."""
    return (
        min([slot.date, *(row.date_from for row in line)]),
        max([slot.date, *(row.date_to for row in line)]),
    )


def _lock_departures(slot: TimeslotRow, line: Sequence["WaitlistEntry"], at: datetime) -> None:
    """Lock every departure that this line may change, in the product's one order."""
    first, last = _days(slot, line)
    slots = scheduling.list_timeslots(experience_id=slot.experience_id, first=first, last=last, at=at)
    seats.lock_departures(timeslot_ids=[one.id for one in slots])


def install() -> None:
    """Name the handlers of due work; called when all apps are there."""
    scheduled_jobs.handles(SERVE, serve)
    scheduled_jobs.handles(EXPIRE, expire)
    scheduled_jobs.handles(entries.SWEEP, sweep)
