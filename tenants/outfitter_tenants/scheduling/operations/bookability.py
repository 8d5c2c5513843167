"""Whether a party can have a departure, with what else it could have (domain.md 4.2.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from django.db import transaction

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.operations import overbooking, resource_claims
from outfitter_tenants.scheduling.operations.booking_rules import Buyer, Party, ask_of, offer_of
from outfitter_tenants.scheduling.queries import holds, timeslots
from outfitter_tenants.scheduling.rules.booking_refusal import BookingRequest, refusal, warnings

_LOOK_AHEAD: Final = timedelta(days=7)
MAX_ALTERNATIVES: Final = 3
# Of more departures the resources are not looked at.
_MOST_TRIED: Final = 12


@dataclass(frozen=True, slots=True)
class Bookability:
    """
    The first reason against booking (None: go ahead), seats left, and near departures.

    `warnings` would stop strangers and do not stop staff; `can_overbook` says that this caller may
    sell beyond the seats.
    """

    slot: timeslots.TimeslotRow
    reason: str | None
    remaining: int | None
    alternatives: tuple[timeslots.TimeslotRow, ...]
    warnings: tuple[str, ...] = ()
    can_overbook: bool = False


@dataclass(frozen=True, slots=True)
class BookabilityQuery:
    """A party that wants a departure; the seats of `hold_id` count as free for it."""

    timeslot_id: int
    quantities: Mapping[int, int]
    hold_id: int = 0


def check(
    *, slot: timeslots.TimeslotRow, quantities: Mapping[int, int], buyer: Buyer, hold_id: int, at: datetime
) -> Bookability:
    """
    Return whether a party can have a departure.

    The seats of `hold_id` count as free when it is a live hold on this departure. Other
    departures, nearest first, are named only when this one is refused.
    """
    kinds = catalog.experience_customer_types(experience_id=slot.experience_id, audience="direct")
    party = Party(_without_hold(slot, hold_id, at), ask_of(kinds, quantities, buyer))
    reason = _reason(party, kinds, at)
    if reason is None and party.ask.quantities and party.slot.needs_resources:
        [lack] = resource_claims.check(parties=[party], at=at, hold_ids={hold_id})
        reason = "resource_unavailable" if lack else None
    return _answer(party, kinds, reason, at)


def check_all(*, wishes: Sequence[BookabilityQuery], buyer: Buyer, at: datetime) -> list[Bookability]:
    """
    Return whether parties can have their departures together, in one transaction.

    Each is served after those named before it: of two that share seats, a day or a van only the
    first may fit. What the holds of all of them have counts as free for whoever comes first.

    :raises TimeslotNotFound: one of the departures does not exist
    """
    with transaction.atomic():
        rows = timeslots.get_timeslot_refs(ids={wish.timeslot_id for wish in wishes}, at=at)
        for wish in wishes:
            if wish.timeslot_id not in rows:
                raise timeslots.TimeslotNotFound("Time not found.", id=wish.timeslot_id)
        own = {wish.hold_id for wish in wishes}
        for hold_id in sorted(own):
            _free(rows, hold_id, at)
        kinds = {
            pk: catalog.experience_customer_types(experience_id=pk, audience="direct")
            for pk in {row.experience_id for row in rows.values()}
        }
        found: list[tuple[Party, str | None]] = []
        for wish in wishes:
            slot = rows[wish.timeslot_id]
            party = Party(slot, ask_of(kinds[slot.experience_id], wish.quantities, buyer))
            reason = _reason(party, kinds[slot.experience_id], at)
            found.append((party, reason))
            if reason is None:
                _serve(rows, party)
        lacking = _lacking([p for p, reason in found if reason is None], own, at)
        return [
            _answer(p, kinds[p.slot.experience_id], lacking.get(id(p), reason), at) for p, reason in found
        ]


def refusal_of(
    *,
    slot: timeslots.TimeslotRow,
    kinds: Sequence[catalog.CustomerTypeRow],
    quantities: Mapping[int, int],
    buyer: Buyer,
    at: datetime,
) -> str | None:
    """
    Return the first reason why a party cannot have a departure that was read already; None: it can.

    What it needs besides seats (boats, guides) is left to whoever takes them.
    """
    sold = list(kinds)
    return _reason(Party(slot, ask_of(sold, quantities, buyer)), sold, at)


def _reason(party: Party, kinds: list[catalog.CustomerTypeRow], at: datetime) -> str | None:
    slot = party.slot
    if party.ask.quantities and slot.capacity_type != "resource" and slot.seats.room is not None:
        # Its own seats come first; boats are asked for this very party after (domain.md 4.2.5).
        slot = replace(slot, seats=replace(slot.seats, room=None))
    return refusal(offer_of(slot, kinds, party.ask.audience, party.ask.partner), party.ask, at=at)


def _lacking(parties: list[Party], hold_ids: set[int], at: datetime) -> dict[int, str]:
    wanted = [party for party in parties if party.ask.quantities]
    answers = resource_claims.check(parties=wanted, at=at, hold_ids=hold_ids)
    return {
        id(party): "resource_unavailable"
        for party, answer in zip(wanted, answers, strict=True)
        if answer is not None
    }


def _serve(rows: dict[int, timeslots.TimeslotRow], party: Party) -> None:
    """Count a party's seats as taken for whoever comes after it."""
    slot, pax = party.slot, party.pax_cnt
    taken = party.claims
    seats = replace(
        slot.seats,
        held_pax_cnt=slot.seats.held_pax_cnt + pax,
        room=_moved(slot.seats.room, -pax),
        online_held_pax_cnt=slot.seats.online_held_pax_cnt + (pax if party.is_online else 0),
        pools=tuple(
            replace(pool, held_pax_cnt=pool.held_pax_cnt + taken.get(pool.id, 0)) for pool in slot.seats.pools
        ),
    )
    rows[slot.id] = replace(slot, seats=seats)
    for pk, other in rows.items():
        if other.experience_date_id == slot.experience_date_id:
            day = replace(other.day, held_pax_cnt=other.day.held_pax_cnt + pax)
            rows[pk] = replace(other, day=day)


def _answer(
    party: Party, kinds: list[catalog.CustomerTypeRow], reason: str | None, at: datetime
) -> Bookability:
    slot, ask = party.slot, party.ask
    return Bookability(
        slot=slot,
        reason=reason,
        remaining=slot.remaining.of(ask.audience, ask.method),
        alternatives=_alternatives(slot, kinds, ask, at) if reason else (),
        warnings=tuple(warnings(offer_of(slot, kinds, ask.audience, ask.partner), ask)),
        can_overbook=reason == "sold_out" and overbooking.is_allowed(party),
    )


def _free(rows: dict[int, timeslots.TimeslotRow], hold_id: int, at: datetime) -> None:
    """Count the seats of a live hold as free, on its departure and on the day of others."""
    hold = holds.find_hold(hold_id=hold_id) if hold_id else None
    if hold is None or hold.timeslot_id not in rows or not hold.is_live(at):
        return
    mine = _without_hold(rows[hold.timeslot_id], hold_id, at)
    rows[mine.id] = mine
    for pk, other in rows.items():
        if pk != mine.id and other.experience_date_id == mine.experience_date_id:
            rows[pk] = replace(other, day=mine.day)


def _without_hold(slot: timeslots.TimeslotRow, hold_id: int, at: datetime) -> timeslots.TimeslotRow:
    hold = holds.find_hold(hold_id=hold_id) if hold_id else None
    if hold is None or hold.timeslot_id != slot.id or not hold.is_live(at):
        return slot
    seats = replace(
        slot.seats,
        lapsed_cnt=slot.seats.lapsed_cnt + hold.pax_cnt,
        room=_moved(slot.seats.room, hold.pax_cnt),
        online_lapsed_cnt=slot.seats.online_lapsed_cnt + (hold.pax_cnt if hold.is_online else 0),
        pools=tuple(
            replace(pool, lapsed_cnt=pool.lapsed_cnt + hold.pool_claims.get(pool.id, 0))
            for pool in slot.seats.pools
        ),
    )
    day = replace(slot.day, lapsed_cnt=slot.day.lapsed_cnt + hold.pax_cnt)
    return replace(slot, seats=seats, day=day)


def _moved(room: int | None, pax: int) -> int | None:
    return None if room is None else max(0, room + pax)


def _alternatives(
    slot: timeslots.TimeslotRow, kinds: list[catalog.CustomerTypeRow], ask: BookingRequest, at: datetime
) -> tuple[timeslots.TimeslotRow, ...]:
    near = timeslots.list_timeslots(
        experience_id=slot.experience_id, first=slot.date, last=slot.date + _LOOK_AHEAD, at=at
    )
    free = [
        other
        for other in near
        if other.id != slot.id
        and refusal(offer_of(other, kinds, ask.audience, ask.partner), ask, at=at) is None
    ]
    free.sort(key=lambda other: (abs(other.start_at - slot.start_at), other.start_at))
    return tuple(
        islice((other for other in free[:_MOST_TRIED] if _is_carried(other, ask, at)), MAX_ALTERNATIVES)
    )


def _is_carried(slot: timeslots.TimeslotRow, ask: BookingRequest, at: datetime) -> bool:
    """Return whether the resources of a departure take a party, each looked at by itself."""
    if not slot.needs_resources or not ask.quantities:
        return True
    return resource_claims.check(parties=[Party(slot, ask)], at=at) == [None]
