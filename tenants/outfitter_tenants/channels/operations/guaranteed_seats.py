"""
Seats that are kept for a connection: holds of its own, so that nobody else can be sold them.

What the connection books comes out of its hold and back into it, in the same transaction as the
seats themselves; the departure's row is locked first, so two requests never spend the same seat.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter.plugins.channels.errors import SoldOut
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.channels.models import GuaranteedSeats
from outfitter_tenants.channels.queries import allotments as allotted
from outfitter_tenants.channels.rules.allotments import Allotment, AllotmentShare, has_bounds
from outfitter_tenants.channels.types import METHOD
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import PartnerTimeslotQuery

# What has boats or seats by customer type has no seats that could be kept for anybody.
KEEPABLE: Final = frozenset({"timeslot", "experience_date"})
# How far ahead seats are kept; the daily round moves it on.
AHEAD: Final = timedelta(days=400)


def consume_guarantee(*, connection_id: int, slot: scheduling.TimeslotRow, pax: int, at: datetime) -> bool:
    """
    Make room for a sale of so many seats, in the transaction that takes them right after.

    Returns whether the departure was locked for that, and may be another than `slot` by now.

    :raises SoldOut: the connection may not have so many of this departure
    """
    allotments = allotted.allotments_of(connection_id=connection_id, experience_ids=[slot.experience_id])
    if not allotments:
        return False
    seats.lock_timeslot_queue(timeslot_ids=[slot.id])
    if has_bounds(allotments):
        _require_bound(connection_id, allotments, slot, pax, at)
    row = allotted.lock_guarantee(connection_id=connection_id, timeslot_id=slot.id)
    if row is not None:
        _shrink(row, min(pax, row.pax_cnt), at)
    return True


def _require_bound(
    connection_id: int, allotments: Iterable[Allotment], slot: scheduling.TimeslotRow, pax: int, at: datetime
) -> None:
    share = AllotmentShare.of(
        allotments, experience_id=slot.experience_id, day=slot.date, start=slot.start_time
    )
    if share.most is None:
        return
    used = allotted.used_by(connection_id=connection_id, timeslot_ids=[slot.id], at=at)
    left = max(0, share.most - used.get(slot.id, 0))
    if pax > left:
        raise SoldOut("This channel has no more seats on this departure.", left=left)


def restore_guarantee(*, connection_id: int, timeslot_id: int | None, at: datetime) -> None:
    """Keep again what a cancellation or a lapsed hold gave back, as far as it is there."""
    if timeslot_id is None:
        return
    promised = allotted.allotments_of(connection_id=connection_id)
    if not promised and not allotted.kept_by(connection_id=connection_id, timeslot_ids=[timeslot_id]):
        return
    slot = scheduling.get_timeslot_refs(ids=[timeslot_id], at=at).get(timeslot_id)
    if slot is None:
        return
    allotments = allotted.allotments_of(connection_id=connection_id, experience_ids=[slot.experience_id])
    if allotments or allotted.kept_by(connection_id=connection_id, timeslot_ids=[timeslot_id]):
        _keep(connection_id, allotments, slot, at)


def sync_guarantees(*, connection_id: int, first: date, last: date, at: datetime) -> int:
    """
    Keep what a connection was promised of all departures of these days; returns how many changed.

    Departure by departure, each in a transaction of its own: it may be stopped and run again.
    """
    allotments = allotted.allotments_of(connection_id=connection_id)
    changed = 0
    for experience_id in _experiences(connection_id, allotments):
        asked = PartnerTimeslotQuery(at, METHOD, experience_id, first, last)
        for row in scheduling.departures_for_partners(asked):
            slot = scheduling.get_timeslot_refs(ids=[row.id], at=at).get(row.id)
            if slot is not None:
                changed += _keep(connection_id, allotments, slot, at)
    return changed


def _experiences(connection_id: int, allotments: Iterable[Allotment]) -> list[int]:
    named = {one.experience_id for one in allotments}
    kept = set(allotted.experiences_kept(connection_id=connection_id))
    if None in named:
        kept |= {row.id for row in catalog.list_live()}
    return sorted(kept | {pk for pk in named if pk is not None})


def _keep(
    connection_id: int, allotments: Iterable[Allotment], slot: scheduling.TimeslotRow, at: datetime
) -> bool:
    """Make the hold of one departure what it ought to be; returns whether it changed."""
    share = AllotmentShare.of(
        allotments, experience_id=slot.experience_id, day=slot.date, start=slot.start_time
    )
    until = slot.start_at - timedelta(minutes=share.release_minutes)
    with atomic():
        seats.lock_timeslot_queue(timeslot_ids=[slot.id])
        row = allotted.lock_guarantee(connection_id=connection_id, timeslot_id=slot.id)
        used = allotted.used_by(connection_id=connection_id, timeslot_ids=[slot.id], at=at)
        is_kept = until > at and slot.capacity_type in KEEPABLE and slot.status != "cancelled"
        wanted = max(0, share.guaranteed - used.get(slot.id, 0)) if is_kept else 0
        have = row.pax_cnt if row is not None else 0
        if wanted < have and row is not None:
            _shrink(row, have - wanted, at)
        elif wanted > have:
            return _grow(connection_id, row, slot, wanted, until, at)
    return wanted != have


def _shrink(row: GuaranteedSeats, by: int, at: datetime) -> None:
    if by <= 0:
        return
    left = row.pax_cnt - by
    held = scheduling.find_hold(hold_id=row.hold_id)
    if held is not None and held.status == "active":
        if left > 0:
            kind = next(iter(held.qty_by_type))
            request = _request(row.timeslot_id, {kind: left}, held.expires_at)
            seats.replace_hold(hold_id=row.hold_id, request=request, at=at)
        else:
            seats.release_hold(hold_id=row.hold_id, at=at)
    if left > 0:
        row.pax_cnt = left
        row.save(update_fields=["pax_cnt"])
    else:
        row.delete()


def _grow(
    connection_id: int,
    row: GuaranteedSeats | None,
    slot: scheduling.TimeslotRow,
    wanted: int,
    until: datetime,
    at: datetime,
) -> bool:
    """Keep as many more as are free; the departure is locked."""
    have = row.pax_cnt if row is not None else 0
    now = scheduling.get_timeslot(timeslot_id=slot.id, at=at)
    left = now.remaining.strict
    wanted = wanted if left is None else min(wanted, have + left)
    kind = _seat_kind(slot.experience_id)
    if wanted <= have or kind is None:
        return False
    try:
        with atomic():
            if row is not None:
                _shrink(row, have, at)
            _place(connection_id, slot.id, {kind: wanted}, until, at)
    except DomainError:
        # Closed or sold meanwhile: what was kept stays.
        return False
    return True


def _place(
    connection_id: int, timeslot_id: int, party: dict[int, int], until: datetime, at: datetime
) -> None:
    held = seats.place_hold(_request(timeslot_id, party, until), at=at)
    GuaranteedSeats.objects.create(
        connection_id=connection_id, timeslot_id=timeslot_id, hold_id=held.id, pax_cnt=held.pax_cnt
    )


def _request(timeslot_id: int, party: dict[int, int], until: datetime) -> seats.SeatRequest:
    buyer = seats.Buyer("direct", may_book_past=True)
    return seats.SeatRequest(timeslot_id, party, buyer, until, "channel")


def _seat_kind(experience_id: int) -> int | None:
    """Return a customer type of which one ticket is one seat."""
    kinds = catalog.experience_customer_types(experience_id=experience_id)
    return next((kind.id for kind in kinds if kind.pax_of(1) == 1), None)
