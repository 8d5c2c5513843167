"""An order of a trip by itself: its note, and taking it out of a cart."""

from datetime import datetime

from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.trip_changes.change import (
    SOLD,
    ChangeResult,
    TripActor,
    WrongState,
    change_trip,
)
from outfitter_tenants.trips.operations import orders as rows


def save_note(
    *, trip_id: int, trip_order_id: int, note: str, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Write the note of an order.

    :raises StaleVersion: somebody changed the trip since `version`
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        order = change.order(trip_order_id, is_active=False)
        before = order.note
        if before != note:
            rows.set_note(order=order, note=note)
            change.tell(
                "trip_order.note_saved",
                entity_type="trip_order",
                entity_id=order.pk,
                before={"note": before},
                after={"note": note},
            )
    return change.done


def remove(
    *, trip_id: int, trip_order_id: int, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Take an order out of a cart and give its seats back.

    :raises WrongState: it was sold; then it is cancelled instead, with what that costs
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        if change.trip.status in SOLD:
            raise WrongState(
                "This order was sold. Cancel it instead.", status=change.trip.status, instead="cancel"
            )
        order = change.order(trip_order_id, is_active=False)
        reseat(change, order, timeslot_id=None, quantities={})
        change.tell(
            "trip_order.removed",
            entity_type="trip_order",
            entity_id=order.pk,
            before={"experience_id": order.experience_id, "timeslot_id": order.timeslot_id},
        )
        rows.remove(trip=change.trip, order=order)
    return change.done
