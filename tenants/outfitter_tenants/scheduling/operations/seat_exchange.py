"""
Sold seats that become other seats: more or fewer guests, other kinds, another departure, none.

One transaction: what is given up and what is taken stand or fall together (domain.md 4.12).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.locks import atomic
from outfitter_tenants.scheduling.operations import order_resources, overbooking
from outfitter_tenants.scheduling.operations.booking_rules import Buyer, Party, check_other_rules, find_party
from outfitter_tenants.scheduling.operations.hold_request import HoldDraft, SeatRequest
from outfitter_tenants.scheduling.operations.holds import convert_hold, release_booked
from outfitter_tenants.scheduling.operations.seat_allocation import SoldOut
from outfitter_tenants.scheduling.queries import pools, seats, timeslots
from outfitter_tenants.scheduling.rules.availability import Audience, Pool
from outfitter_tenants.scheduling.rules.partner_terms import PartnerTerms

Check = Callable[..., list[str]]
# The hold lives inside one transaction only.
_FOR: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class SoldOrder:
    """An order of a booked trip; `audience` and `method` are those it was sold with."""

    trip_id: int
    trip_order_id: int
    audience: Audience
    method: str


@dataclass(frozen=True, slots=True)
class Seating:
    """
    Guests on a departure, or nowhere: experience customer type id -> how many tickets.

    `pax` is how many seats those tickets took when they were sold; only asked of what is given up.
    """

    timeslot_id: int | None
    quantities: Mapping[int, int] = field(default_factory=dict)
    pax: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatTerms:
    """
    Whose terms a change is under, and what their role allows.

    Seats count where they were sold; cut-offs and rules of the party are those of who changes it,
    under the own terms of the partner it was sold for.
    """

    audience: Audience
    check: Check | None = None
    may_book_past: bool = False
    may_overbook: bool = False
    partner: PartnerTerms | None = None

    def buyer(self, order: SoldOrder) -> Buyer:
        """Return who takes seats for an order."""
        return Buyer(
            self.audience,
            order.method,
            self.may_book_past,
            self.may_overbook,
            counted_as=order.audience,
            partner=self.partner,
        )


def reseat_order(
    *,
    order: SoldOrder,
    before: Seating,
    after: Seating,
    terms: SeatTerms,
    at: datetime,
    gone_booking_ids: Collection[int] = (),
) -> tuple[str, ...]:
    """
    Take the seats of `after` in place of those of `before`; returns warnings for staff.

    Guests who stay on a departure keep their seats, resources and guides; `gone_booking_ids` are
    those who leave it. Rules of the party look at all of it.

    :raises SoldOut: the new seats are not there; nothing has changed then
    :raises NotBookable: something else speaks against the new seats
    :raises ResourceUnavailable: what they need is taken
    """
    moved = before.timeslot_id != after.timeslot_id
    gone, new = _difference(before, after, moved=moved)
    with atomic():
        touched = {slot for slot in (before.timeslot_id, after.timeslot_id) if slot is not None}
        seats.lock_timeslots(ids=touched)
        if before.timeslot_id is not None and (moved or any(gone.values())):
            _give_up(order, before, after, gone, moved=moved, at=at, ids=gone_booking_ids)
        if after.timeslot_id is None:
            return ()
        if not any(new.values()):
            return _rest(order, after, gone, terms, at)
        return _take(order, after, new, terms, at, moved=moved)


def _give_up(
    order: SoldOrder,
    before: Seating,
    after: Seating,
    gone: Mapping[int, int],
    *,
    moved: bool,
    at: datetime,
    ids: Collection[int],
) -> None:
    slot_id = before.timeslot_id or 0
    leaves = moved or not any(after.quantities.values())
    release_booked(
        timeslot_id=slot_id,
        pax_by_type=_pax(before, gone),
        audience=order.audience,
        method=order.method,
        at=at,
        trip_order_id=order.trip_order_id if leaves else None,
    )
    if not leaves:
        order_resources.release_resources(
            trip_order_id=order.trip_order_id, timeslot_id=slot_id, booking_ids=ids
        )
        order_resources.shrink(
            trip_order_id=order.trip_order_id, timeslot_id=slot_id, quantities=after.quantities, at=at
        )


def _rest(
    order: SoldOrder, after: Seating, gone: Mapping[int, int], terms: SeatTerms, at: datetime
) -> tuple[str, ...]:
    """Look at the party that others have left behind."""
    if not any(gone.values()) or not any(after.quantities.values()):
        return ()
    return check_other_rules(
        timeslot_id=after.timeslot_id or 0, qty_by_type=after.quantities, buyer=terms.buyer(order), at=at
    )


def _take(
    order: SoldOrder, after: Seating, new: Mapping[int, int], terms: SeatTerms, at: datetime, *, moved: bool
) -> tuple[str, ...]:
    company = {kind: n - new.get(kind, 0) for kind, n in after.quantities.items()}
    request = SeatRequest(
        after.timeslot_id or 0,
        new,
        terms.buyer(order),
        at + _FOR,
        trip_id=order.trip_id,
        trip_order_id=order.trip_order_id,
        check=terms.check,
    )
    party = find_party(
        timeslot_id=request.timeslot_id,
        qty_by_type=new,
        buyer=request.buyer,
        at=at,
        check=terms.check,
        company=company,
    )
    # Who joins others rides with them: their resources are looked at together, below.
    alone = party if moved else replace(party, slot=replace(party.slot, needs_resources=False))
    ref = HoldDraft(alone, request).place(at)
    if not moved:
        _ride_along(order, party, after, at)
    convert_hold(hold_id=ref.id, at=at, has_resources=moved)
    return ref.warnings


def _ride_along(order: SoldOrder, party: Party, after: Seating, at: datetime) -> None:
    if party.slot.needs_resources:
        order_resources.grow(
            party=party,
            trip_order_id=order.trip_order_id,
            quantities=after.quantities,
            at=at,
            may_lack=overbooking.is_allowed(party),
        )


def _difference(before: Seating, after: Seating, *, moved: bool) -> tuple[dict[int, int], dict[int, int]]:
    """Return the tickets that leave and the tickets that come, by kind."""
    if moved:
        return dict(before.quantities), {k: n for k, n in after.quantities.items() if n}
    kinds = {*before.quantities, *after.quantities}
    change = {k: after.quantities.get(k, 0) - before.quantities.get(k, 0) for k in kinds}
    gone = {kind: -by for kind, by in change.items() if by < 0}
    return gone, {kind: by for kind, by in change.items() if by > 0}


def _pax(before: Seating, gone: Mapping[int, int]) -> dict[int, int]:
    """Return the seats that these tickets took when they were sold."""
    return {
        kind: before.pax.get(kind, 0) * qty // before.quantities[kind]
        for kind, qty in gone.items()
        if before.quantities.get(kind)
    }


def change_channel(
    *,
    timeslot_id: int,
    pax_by_type: Mapping[int, int],
    before: tuple[Audience, str],
    after: tuple[Audience, str],
    at: datetime,
) -> None:
    """
    Count sold seats as those of another way to sell: audience and trip method, before and after.

    Nobody changes seats, boats or guides; only allotments and pools of methods are counted anew.

    :raises SoldOut: the method's own seats are sold
    """
    pax_cnt = sum(pax_by_type.values())
    with atomic():
        seats.lock_timeslots(ids=[timeslot_id])
        known = timeslots.get_timeslot(timeslot_id=timeslot_id, at=at).seats
        old, new = (known.pool_of_method(method) for _, method in (before, after))
        if old != new:
            _require_left(new, pax_cnt)
            pools.move(claims={old.id: pax_cnt} if old else {}, booked=-1)
            pools.move(claims={new.id: pax_cnt} if new else {}, booked=1)
        online = known.is_online(*after) - known.is_online(*before)
        if online and pax_cnt:
            seats.move(timeslot_id=timeslot_id, online_booked=online * pax_cnt)


def _require_left(pool: Pool | None, pax_cnt: int) -> None:
    if pool is None:
        return
    left = pool.capacity + pool.overbook_cnt - pool.booked_pax_cnt - pool.held_pax_cnt
    if left < pax_cnt:
        raise SoldOut("The seats of this way to sell are gone.", remaining=max(0, left))
