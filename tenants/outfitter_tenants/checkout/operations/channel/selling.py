"""A channel's cart becomes a booking: nothing is paid to us now, the partner owes it."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.db.once import reading_once
from outfitter_tenants.checkout.operations.channel import pricing
from outfitter_tenants.checkout.operations.channel.wanted import Told
from outfitter_tenants.checkout.operations.frame.totals import price_trip
from outfitter_tenants.checkout.operations.sale import completion
from outfitter_tenants.checkout.operations.selling import partners, terms
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import channelled, drafts
from outfitter_tenants.trips.operations.orders import GuestName


def sell(
    *, trip_id: int, told: Told, names: Mapping[int, GuestName], is_told: bool, at: datetime
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
    with reading_once():
        terms.read_ahead_of_sale(trip_id=trip_id)
        with atomic():
            trip = trips.lock_trip(trip_id=trip_id)
            drafts.require_draft(trip)
            channelled.write(
                trip=trip, contact=told.contact, voucher=told.voucher, note=told.note,
                names=names, at=at,
            )  # fmt: skip
            if told.total is not None or told.net is not None:
                [order] = trips.active_orders(trip=trip)
                price_trip(trip=trip, at=at)
                pricing.settle(trip=trip, order=order, total=told.total, net=told.net, at=at)
            for objection in partners.objections(trip=trip):
                raise objection
            completion.complete(
                trip=trip, kind="channel", at=at, is_told=is_told, action="trip.reserved"
            )
    return trip.status == "reserved"
