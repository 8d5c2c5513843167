"""Tidies up expired holds. Nothing depends on it: expired holds count as nothing anyway."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit.errors import Busy
from outfitter_tenants.scheduling.operations import availability_events, seat_allocation
from outfitter_tenants.scheduling.queries import holds


def sweep_expired_holds(*, at: datetime) -> int:
    """Expire what has lapsed, one timeslot at a time; returns how many holds ended."""
    ended = 0
    for timeslot_id in holds.timeslots_with_lapsed_holds(at=at):
        try:
            with atomic():
                count = seat_allocation.expire(timeslot_ids={timeslot_id}, at=at)
                if count:
                    availability_events.seats_changed(timeslot_id=timeslot_id, reason="hold_expired", at=at)
                ended += count
        except Busy:
            continue  # somebody is buying there and reclaims the seats himself
    return ended
