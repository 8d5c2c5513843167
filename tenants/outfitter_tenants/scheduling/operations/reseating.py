"""
Sold seats that become other seats: more or fewer guests, other kinds, another departure, none.

One transaction: what is given up and what is taken stand or fall together (domain.md 4.12).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter_tenants.scheduling.availability import Audience, Pool
from outfitter_tenants.scheduling.operations.holds import convert_hold, place_hold, release_booked
from outfitter_tenants.scheduling.operations.taking import SoldOut
from outfitter_tenants.scheduling.queries import pools, seats, slots

Check = Callable[..., list[str]]
# The hold lives inside one transaction only.
_MINUTES: Final = 5


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


def reseat_order(
    *,
    order: SoldOrder,
    before: Seating,
    after: Seating,
    at: datetime,
    check: Check | None = None,
    may_book_past: bool = False,
    may_overbook: bool = False,
) -> tuple[str, ...]:
    """
    Take the seats of `after` in place of those of `before`; returns warnings for staff.

    Guests who stay keep their seats, resources and guides.

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
            leaves = moved or not any(after.quantities.values())
            release_booked(
                timeslot_id=before.timeslot_id, pax_by_type=_pax(before, gone),
                audience=order.audience, method=order.method, at=at,
                trip_order_id=order.trip_order_id if leaves else None,
            )  # fmt: skip
        if after.timeslot_id is None or not any(new.values()):
            return ()
        ref = place_hold(
            timeslot_id=after.timeslot_id, qty_by_type=new, kind="staff", audience=order.audience,
            trip_id=order.trip_id, trip_order_id=order.trip_order_id, minutes=_MINUTES,
            visitor=None, ip=None, at=at, check=check, method=order.method,
            may_book_past=may_book_past, may_overbook=may_overbook,
        )  # fmt: skip
        convert_hold(hold_id=ref.id, at=at)
        return ref.warnings


def _difference(
    before: Seating, after: Seating, *, moved: bool
) -> tuple[dict[int, int], dict[int, int]]:
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
        known = slots.get_timeslot(timeslot_id=timeslot_id, at=at).seats
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
