"""A guest becomes one of another customer type: other seats, another price."""

from typing import TYPE_CHECKING

from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.bookings.order_guests import tickets_for
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.sale_terms.waiver_requirements import recount
from outfitter_tenants.checkout.trip_changes.change import Change
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import orders as rows

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking


def retype(change: Change, booking: "Booking", *, experience_customer_type_id: int) -> None:
    """
    Make a guest of a locked trip one of another customer type of the experience, seats first.

    A price of the guest's own was for the old type: it goes.

    :raises Invalid: the experience does not sell that type to this caller
    :raises SoldOut: the seats that the new type takes are not there
    """
    new, order = experience_customer_type_id, booking.trip_order
    if booking.experience_customer_type_id == new:
        return
    sold = catalog.experience_customer_types(experience_id=order.experience_id, audience=change.by.audience)
    if new not in {kind.id for kind in sold}:
        raise Invalid({"experience_customer_type_id": ["This ticket isn't sold here."]})
    had = trips.seats_of_order(trip_order_id=order.pk).quantities
    party = {**had, new: had.get(new, 0) + 1}
    party[booking.experience_customer_type_id] -= 1
    [ticket] = tickets_for(change, order, {new: 1}, party)
    reseat(change, order, timeslot_id=order.timeslot_id, quantities=party)
    rows.retype(booking=booking, ticket=ticket)
    recount([booking], experience_id=order.experience_id)
