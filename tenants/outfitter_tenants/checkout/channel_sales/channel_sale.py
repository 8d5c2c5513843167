"""A channel's cart becomes a booking: nothing is paid to us now, the partner owes it."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter_tenants.checkout.channel_sales import channel_prices
from outfitter_tenants.checkout.channel_sales.types import ChannelBookingDetails
from outfitter_tenants.checkout.sale_terms import order_terms, reseller_terms
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import channel_details, drafts
from outfitter_tenants.trips.operations.orders import GuestName


def sell(
    *, trip_id: int, told: ChannelBookingDetails, names: Mapping[int, GuestName], is_told: bool, at: datetime
) -> bool:
    """
    Book a channel's cart; returns whether it is final (else staff have to agree first).

    `names` are booking id -> who travels. A hold that ran out takes its seats again when they are
    still there, at the price that was told.

    :raises SoldOut: they are not
    :raises HoldExpired: nothing is held
    :raises NotBookable: the departure was cancelled or closed meanwhile
    :raises NotADraft: it is booked already
    :raises CreditLimit: the partner would owe more than they may
    """
    with read_cache():
        order_terms.preload_conversion(trip_id=trip_id)
        with atomic():
            trip = trips.lock_trip(trip_id=trip_id)
            drafts.require_draft(trip)
            channel_details.write(
                trip=trip, contact=told.contact, voucher=told.voucher, note=told.note, names=names, at=at
            )
            if told.total is not None or told.net is not None:
                [order] = trips.active_orders(trip=trip)
                price_trip(trip=trip, at=at)
                channel_prices.settle(trip=trip, order=order, total=told.total, net=told.net, at=at)
            for objection in reseller_terms.objections(trip=trip):
                raise objection
            conversion.complete(trip=trip, kind="channel", at=at, is_told=is_told, action="trip.reserved")
    return trip.status == "reserved"
