"""Standing in line for a departure before its seats are counted by somebody's own rule."""

from collections.abc import Iterable

from outfitter.db.locks import wait_for_locks
from outfitter_tenants.scheduling.queries import seats


def lock_timeslot_queue(*, timeslot_ids: Iterable[int]) -> None:
    """
    Let nobody else take or give seats of these departures until the transaction ends.

    For rules beside the departure's own counters, such as what one partner may have at most.

    :raises Busy: somebody else held one of them for too long
    """
    with wait_for_locks():
        seats.lock_timeslots(ids=timeslot_ids)
