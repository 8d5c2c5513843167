"""What customers are told of an order that changed: one event with all a message needs."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from outfitter.kit.person_names import full_name
from outfitter.plugins import outbox
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import TripOrder

GuestChange = Literal["moved", "canceled", "added"]
Notice = Literal["trip_order.rebooked", "trip_order.cancelled"]


def describe_departure(order: "TripOrder") -> dict[str, object]:
    """Return which departure an order is on, as the log and messages tell it."""
    slot = order.timeslot
    return {
        "experience_id": order.experience_id,
        "timeslot_id": order.timeslot_id,
        "start_at": slot.start_at.isoformat() if slot else None,
        "schedule_state": order.schedule_state,
    }


def local_start(order: "TripOrder") -> dict[str, object]:
    """Return the wall time an order has, as messages tell it; null without a departure."""
    slot = order.timeslot
    return {"local_start": datetime.combine(slot.date, slot.start_time).isoformat() if slot else None}


def tell_staff(change: GuestChange, *, trip_id: int, at: datetime) -> None:
    """Publish that a customer changed their own trip: the operator's people hear of it."""
    trip = trips.get_trip(trip_id=trip_id)
    outbox.publish(
        "trip.guest_changed",
        at=at,
        trip_id=trip_id,
        change=change,
        confirmation_code=trip.confirmation_code,
        contact_name=full_name(trip.contact_first_name, trip.contact_last_name),
    )


def notify_customer(notice: Notice, *, trip_id: int, trip_order_id: int, at: datetime, **more: Any) -> None:
    """
    Publish that an order was moved or cancelled and the customer is to hear of it.

    Call it in the change's transaction, once the trip is priced anew. `more` is what the message
    says beside the trip itself.
    """
    whole = trips.get_trip(trip_id=trip_id)
    facts: Mapping[str, Any] = trips.confirmation_of(whole)
    active = [order.pk for order in whole.all_orders if order.status == "active"]  # type: ignore[attr-defined]
    outbox.publish(
        notice,
        at=at,
        **{
            **facts,
            "trip_order_id": trip_order_id,
            "active_order_ids": active,
            "version": whole.version,
            **more,
        },
    )
