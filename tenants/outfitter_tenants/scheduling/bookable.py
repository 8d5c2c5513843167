"""Whether a party can have a departure, with what else it could have (domain.md 4.2.5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.operations.parties import Buyer, ask_of, offer_of
from outfitter_tenants.scheduling.queries import holds, slots
from outfitter_tenants.scheduling.reasons import Ask, refusal, warnings

_LOOK_AHEAD: Final = timedelta(days=7)
MAX_ALTERNATIVES: Final = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """The first reason against booking (None: go ahead), seats left, and near departures."""

    reason: str | None
    remaining: int | None
    alternatives: tuple[slots.TimeslotRow, ...]
    warnings: tuple[str, ...] = ()


def check(
    *,
    slot: slots.TimeslotRow,
    quantities: Mapping[int, int],
    buyer: Buyer,
    hold_id: int,
    at: datetime,
) -> Answer:
    """
    Return whether a party can have a departure.

    The seats of `hold_id` count as free when it is a live hold on this departure. Other
    departures, nearest first, are named only when this one is refused.
    """
    slot = _without_hold(slot, hold_id, at)
    kinds = catalog.experience_customer_types(experience_id=slot.experience_id, audience="direct")
    ask = ask_of(kinds, quantities, buyer)
    offer = offer_of(slot, kinds, buyer.audience)
    reason = refusal(offer, ask, at=at)
    others = _alternatives(slot, kinds, ask, at) if reason else ()
    left = slot.remaining.of(buyer.audience, buyer.method)
    return Answer(reason, left, others, tuple(warnings(offer, ask)))


def _without_hold(slot: slots.TimeslotRow, hold_id: int, at: datetime) -> slots.TimeslotRow:
    hold = holds.find_hold(hold_id=hold_id) if hold_id else None
    if hold is None or hold.timeslot_id != slot.id or not hold.is_live(at):
        return slot
    seats = replace(
        slot.seats,
        lapsed_cnt=slot.seats.lapsed_cnt + hold.pax_cnt,
        online_lapsed_cnt=slot.seats.online_lapsed_cnt + (hold.pax_cnt if hold.is_online else 0),
        pools=tuple(
            replace(pool, lapsed_cnt=pool.lapsed_cnt + hold.pool_claims.get(pool.id, 0))
            for pool in slot.seats.pools
        ),
    )
    day = replace(slot.day, lapsed_cnt=slot.day.lapsed_cnt + hold.pax_cnt)
    return replace(slot, seats=seats, day=day)


def _alternatives(
    slot: slots.TimeslotRow, kinds: list[catalog.CustomerTypeRow], ask: Ask, at: datetime
) -> tuple[slots.TimeslotRow, ...]:
    near = slots.list_timeslots(
        experience_id=slot.experience_id, first=slot.date, last=slot.date + _LOOK_AHEAD, at=at
    )
    free = [
        other
        for other in near
        if other.id != slot.id and refusal(offer_of(other, kinds, ask.audience), ask, at=at) is None
    ]
    free.sort(key=lambda other: (abs(other.start_at - slot.start_at), other.start_at))
    return tuple(free[:MAX_ALTERNATIVES])
