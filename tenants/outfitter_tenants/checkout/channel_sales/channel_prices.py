"""A trip at the price that a channel sells it for, to the cent, whatever taxes it brings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter_tenants.checkout.channel_sales.types import ChannelGuest
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.checkout.trip_changes.fixed_totals import meet_total
from outfitter_tenants.trips.operations.drafts import Ticket

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder

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
        meet_total(trip=trip, order=order, total=total, label=_ROUNDING, at=at)
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
