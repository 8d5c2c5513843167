"""Standing in line for a departure before its seats are counted by somebody's own rule."""

from collections.abc import Iterable

from outfitter.db.locks import patient
from outfitter_tenants.scheduling.queries import seats


def stand_in_line(*, timeslot_ids: Iterable[int]) -> None:
    """
    Let nobody else take or give seats of these departures until the transaction ends.

    For rules beside the departure's own counters, such as what one partner may have at most.

    :raises Busy: somebody else held one of them for too long
    """
    with patient():
        seats.lock_timeslots(ids=timeslot_ids)
