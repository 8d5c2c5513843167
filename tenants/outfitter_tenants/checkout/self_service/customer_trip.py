"""A trip in its customer's hands: locked, whole, and with what they may do with each order."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter_tenants.checkout.self_service import facts
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outfitter_tenants.checkout.self_service.facts import OrderVerdicts
    from outfitter_tenants.checkout.self_service.rules import TripFacts
    from outfitter_tenants.trips.models import Booking, Trip, TripOrder

# Whoever holds the link: strangers' rules and prices, no permission of anybody's.
CUSTOMER: Final = TripActor(audience="online")


@dataclass(frozen=True, slots=True)
class CustomerTrip:
    """A trip with everything below it, and the rules' facts of it."""

    trip: "Trip"
    facts: "TripFacts"
    at: datetime

    @classmethod
    def read(cls, trip_id: int, *, at: datetime, is_locked: bool = True) -> "CustomerTrip":
        """
        Return a trip, locked for a change unless it is only looked at.

        :raises TripNotFound: there is none
        """
        if is_locked:
            trips.lock_trip(trip_id=trip_id)
        trip = trips.get_trip(trip_id=trip_id)
        if trip.status == "deleted":
            raise trips.TripNotFound("Trip not found.")
        return cls(trip, facts.trip_facts(trip, at=at), at)

    @property
    def orders(self) -> "list[TripOrder]":
        """Return its orders, canceled ones too."""
        return self.trip.all_orders  # type: ignore[attr-defined,no-any-return]

    def order(self, trip_order_id: int) -> "TripOrder":
        """
        Return one of its orders.

        :raises OrderNotFound: it is of another trip
        """
        found = next((one for one in self.orders if one.pk == trip_order_id), None)
        if found is None:
            raise trips.OrderNotFound("Order not found on this trip.")
        return found

    def facts_with(self, *, is_reviewed: bool) -> "TripFacts":
        """Return the facts once it is known whether the trip was reviewed."""
        return replace(self.facts, is_reviewed=is_reviewed)

    def verdicts(self, order: "TripOrder") -> "OrderVerdicts":
        """Return what the customer may do with an order."""
        return facts.verdicts_of(self.facts, order, guests_of(order), self.at)

    def guests(self) -> "Iterator[Booking]":
        """Yield every guest who is not canceled."""
        for order in self.orders:
            yield from guests_of(order)


def guests_of(order: "TripOrder") -> "list[Booking]":
    """Return an order's guests who are not canceled."""
    return order.live_bookings  # type: ignore[attr-defined,no-any-return]
