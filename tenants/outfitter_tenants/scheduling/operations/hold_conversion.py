"""All that a trip holds becomes its own at once."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.db.locks import wait_for_locks
from outfitter_tenants.scheduling.operations import availability_events
from outfitter_tenants.scheduling.operations.holds import HoldExpired, convert_hold
from outfitter_tenants.scheduling.queries import hold_conversion, holds, seats


def sell_holds(*, trip_id: int, timeslots: Mapping[int, int], at: datetime, is_locked: bool = False) -> None:
    """
    Turn what the orders of a trip hold into sold seats: trip order id -> timeslot id.

    In the caller's transaction, which ends with whatever is raised here. `is_locked`: it has the
    locks of the departures, because it was the one that took the seats.

    Most departures give and take seats by their own row: their orders are sold in two statements.
    Wherever pools, day caps, resources or lapsed holds have a say, orders go one by one.

    :raises HoldExpired: an order has no hold, or its seats went back on sale and are gone
    :raises SoldOut: a hold had expired and its seats are gone
    :raises NotBookable: a departure was cancelled or closed meanwhile
    """
    if not timeslots:
        return
    with wait_for_locks():
        if not is_locked:
            seats.lock_timeslots(ids=timeslots.values())
        sold = hold_conversion.sell_plain(trip_order_ids=sorted(timeslots), at=at)
        for one in sold:
            availability_events.plain_seats_changed(
                timeslot_id=one.timeslot_id,
                experience_id=one.experience_id,
                day=one.day,
                reason="sold",
                at=at,
            )
        if sold:
            return
        held = {hold.trip_order_id: hold for hold in holds.holds_of_trip(trip_id=trip_id)}
        # One after another in the one order of timeslots (outfitter.db.locks).
        for order_id, _ in sorted(timeslots.items(), key=lambda item: item[1]):
            if order_id not in held:
                raise HoldExpired("The seats of this trip are no longer held.")
            convert_hold(hold_id=held[order_id].id, at=at)
