"""A trip at the price that a channel sells it for, to the cent, whatever taxes it brings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter_tenants.checkout.channel_sales.types import ChannelGuest
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.trips.operations import orders as rows
from outfitter_tenants.trips.operations.drafts import Ticket

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder

# Taxes round: the second try is nearly always right.
_TRIES: Final = 5
_ROUNDING: Final = "Price of the channel"
_REASON: Final = "as the channel says"


def tickets_at(guests: Sequence[ChannelGuest], priced: Sequence[Ticket]) -> list[Ticket]:
    """Return a ticket for each guest in their order: at our price, or at the channel's."""
    ours: Mapping[int, Ticket] = {one.experience_customer_type_id: one for one in priced}
    return [
        ours[guest.kind]
        if guest.amount is None
        else replace(ours[guest.kind], unit_amount=guest.amount, price_source="channel", rate_sheet_id=None)
        for guest in guests
    ]


def settle(*, trip: "Trip", order: "TripOrder", total: int | None, net: int | None, at: datetime) -> None:
    """
    Make a priced trip cost `total`, and the partner keep what is not `net`; minor units.

    The caller has the trip locked and saves it. None leaves the price, or what they earn, as it is.
    """
    if total is None and net is not None and net > trip.total_amount:
        total = net
    if total is not None:
        _meet(trip, order, total, at)
    if net is not None:
        reseller_terms.edit(
            trip=trip,
            ppm=None,
            amount=max(0, trip.total_amount - net),
            agent_amount=None,
            reason=_REASON,
            by=None,
            at=at,
        )


def _meet(trip: "Trip", order: "TripOrder", total: int, at: datetime) -> None:
    asked = trip.total_amount
    for _ in range(_TRIES):
        missing = total - trip.total_amount
        if missing == 0:
            return
        # A share of what is asked for is tax on top of it.
        share = missing if trip.total_amount <= 0 else round(missing * asked / trip.total_amount)
        asked = max(0, asked + (share or missing))
        rows.price_whole(order=order, amount=asked)
        price_trip(trip=trip, at=at)
    if total != trip.total_amount:
        rows.carry(order=order, label=_ROUNDING, amount=total - trip.total_amount)
        price_trip(trip=trip, at=at)
