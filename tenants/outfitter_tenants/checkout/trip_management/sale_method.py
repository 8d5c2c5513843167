"""How a trip is sold: the channel decides prices, cut-offs and whose seats are taken."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Literal, cast

from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.sale_terms.ticket_prices import tickets_on
from outfitter_tenants.checkout.trip_changes.change import SOLD, Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import sale_terms

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import TripOrder

Reprice = Literal["keep", "reprice"]


def set_method(
    *, trip_id: int, method_id: int, reprice: Reprice, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Sell a trip another way; its seats count there, its prices stay or are those of that way.

    :raises Invalid: there is no such way to sell
    :raises SoldOut: that way has seats of its own, and they are gone
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        method = next((row for row in trips.list_methods() if row.id == method_id), None)
        if method is None:
            raise Invalid({"trip_method_id": ["There is no such way to sell."]})
        before = change.trip.trip_method.slug
        if method.slug != before:
            use_method(change, method)
            if reprice == "reprice":
                ask_anew(change)
            change.tell(
                "trip.method_changed",
                before={"method": before},
                after={"method": method.slug, "reprice": reprice},
            )
    return change.done


def use_method(change: Change, method: trips.MethodRow) -> None:
    """Let the seats of a trip count where `method` sells, and make it the trip's way to sell."""
    trip = change.trip
    old = trip.trip_method
    before = (cast("Audience", old.audience), old.slug)
    after = (cast("Audience", method.audience), method.slug)
    sale_terms.set_method(trip=trip, method_id=method.id)
    for order in _placed(change):
        had = trips.seats_of_order(trip_order_id=order.pk)
        if trip.status in SOLD:
            seats.change_channel(
                timeslot_id=cast("int", order.timeslot_id),
                pax_by_type=had.pax,
                before=before,
                after=after,
                at=change.at,
            )
        else:
            reseat(change, order, timeslot_id=order.timeslot_id, quantities=had.quantities)


def ask_anew(change: Change) -> None:
    """Give every guest the price of now, for the trip's way to sell and its partner."""
    trip = change.trip
    for order in _placed(change):
        had = trips.seats_of_order(trip_order_id=order.pk)
        slot = scheduling.get_timeslot(timeslot_id=cast("int", order.timeslot_id), at=change.at)
        tickets = tickets_on(
            slot=slot,
            quantities=had.quantities,
            method=trip.trip_method.slug,
            reseller_id=trip.reseller_id,
            audience=_shelf(change),
            at=change.at,
            own_pax_cnt=sum(had.pax.values()),
        )
        sale_terms.set_prices(order=order, tickets=_one_each(tickets))


def _shelf(change: Change) -> Audience:
    # Staff sell kinds of tickets that strangers are not shown, whatever the channel.
    return "direct" if change.by.avatar_id is not None else "online"


def _one_each(tickets: "list[sale_terms.Ticket]") -> "Mapping[int, sale_terms.Ticket]":
    return {ticket.experience_customer_type_id: ticket for ticket in tickets}


def _placed(change: Change) -> "list[TripOrder]":
    rows = change.trip.orders.filter(status="active", timeslot__isnull=False)
    return list(rows.order_by("timeslot_id", "id"))
