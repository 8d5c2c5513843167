"""What a trip costs more or less on other departures: reckoned from its rows in memory, nothing moves."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from outfitter_tenants.checkout.trip_changes.offer_code_discounts import codes_of
from outfitter_tenants.checkout.trip_changes.totals import list_lines, quote_of
from outfitter_tenants.trips.operations import orders as rows
from outfitter_tenants.trips.operations import price_lines

if TYPE_CHECKING:
    from outfitter_tenants.checkout.self_service.customer_trip import CustomerTrip
    from outfitter_tenants.scheduling.queries import TimeslotRow
    from outfitter_tenants.trips.operations.drafts import Ticket


class MovePrices:
    """A trip whose order is put on one departure after the other, as the move itself would price it."""

    def __init__(self, mine: "CustomerTrip", trip_order_id: int) -> None:
        self._mine = mine
        self._orders = price_lines.orders_of(mine.trip)
        self._order = next(one for one in self._orders if one.pk == trip_order_id)

    def difference(self, slot: "TimeslotRow", tickets: "Sequence[Ticket]") -> int:
        """
        Return what the trip costs more there or, negative, less, in minor units.

        The departure is one of the order's experience, `tickets` what the party's cost there.
        """
        by_kind = {ticket.experience_customer_type_id: ticket for ticket in tickets}
        for guest in self._order.live_bookings:  # type: ignore[attr-defined]
            rows.rate(guest, by_kind[guest.experience_customer_type_id])
        self._order.timeslot_id, self._order.experience_date_id = slot.id, slot.experience_date_id
        trip, at = self._mine.trip, self._mine.at
        codes = codes_of(trip, self._orders, list_lines(trip, self._orders), at, is_staff=False)
        quote, _ = quote_of(trip=trip, orders=self._orders, at=at, codes=codes)
        return quote.total - trip.total_amount
