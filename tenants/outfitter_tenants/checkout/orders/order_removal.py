"""A cart that begins anew."""

from datetime import datetime

from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, change_trip
from outfitter_tenants.trips.operations import drafts


def remove_orders(*, trip_id: int, by: TripActor, at: datetime, version: int | None = None) -> ChangeResult:
    """
    Take every experience out of a cart and give its seats back; contact and notes stay.

    :raises WrongState: the trip is booked: its orders are cancelled, not removed
    """
    states = frozenset({"draft"})
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=states) as change:
        orders = list(change.trip.orders.order_by("timeslot_id", "id"))
        for order in orders:
            reseat(change, order, timeslot_id=None, quantities={})
            drafts.remove_order(order=order)
        if orders:
            change.tell("trip.orders_removed", before={"orders": [one.pk for one in orders]})
    return change.done
