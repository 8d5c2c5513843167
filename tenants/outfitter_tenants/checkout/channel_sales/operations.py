"""Seats set aside for a channel, as a cart of a partner's."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.db.statements import Bundle, Writes
from outfitter.kit import ids
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.carts.operations import UnknownMethod
from outfitter_tenants.checkout.channel_sales import channel_prices
from outfitter_tenants.checkout.channel_sales.types import (
    AUDIENCE,
    METHOD,
    ChannelBookingDetails,
    ChannelGuest,
    ChannelHold,
    ChannelHoldRequest,
)
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.sale_terms import order_terms, reseller_terms
from outfitter_tenants.checkout.sale_terms.order_terms import plugin_check, tickets_on
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_changes.totals import PricedTrip, price_rows, price_trip
from outfitter_tenants.checkout.trip_management import deletion
from outfitter_tenants.checkout.trip_prices import offer_codes
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import channel_details, drafts
from outfitter_tenants.trips.operations import orders as rows
from outfitter_tenants.trips.operations.orders import GuestName
from outfitter_tenants.trips.queries import reseller_sales

if TYPE_CHECKING:
    from django.db.models import Model

    from outfitter_tenants.trips.models import Trip, TripOrder


def hold(*, sale: ChannelHoldRequest, at: datetime, writes: Writes) -> ChannelHold:
    """
    Make a cart of what a channel wants and set its seats aside until `sale.until`.

    Its prices stay for as long as the hold lives. In the caller's transaction, begun by
    `drafts.with_free_code`; what the price leaves, and the trip, are for the caller to send.

    :raises SoldOut: the seats are not there
    :raises NotBookable: something else speaks against it; `reason` says what
    :raises ResellerInactive: the partner does not sell at the moment
    :raises Invalid: a kind of ticket that is not sold there
    :raises OfferInvalid: the code does not apply
    """
    slot = sale.offered.slot
    order_terms.preload_sale(experience_ids={slot.experience_id}, audience=AUDIENCE)
    partner = resellers.require_active(reseller_id=sale.reseller_id)
    if slot.experience_id in partner.hidden_experience_ids:
        raise seats.NotBookable("reseller_blocked")
    trip, entry = _begin(sale, at)
    trip.collect_type = partner.terms.collect_type
    reseller_terms.lock(trip=trip)
    order = drafts.new_order(
        trip=trip,
        experience_id=slot.experience_id,
        timeslot_id=slot.id,
        experience_date_id=slot.experience_date_id,
        position=0,
        cancellation_policy=order_terms.policy_snapshot_of(experience_id=slot.experience_id),
    )
    order.note = sale.details.note or ""
    guests = drafts.new_guests(
        order=order, tickets=channel_prices.tickets_at(sale.guests, _priced(slot, sale, at))
    )
    rows.name_guests(guests, [name_of(one) for one in sale.guests])
    writes.insert(trip, entry, order, *guests)
    writes.send()
    if sale.details.offer_code:
        # Codes are locked before departures.
        offer_codes.put_on_cart(trip=trip, code=sale.details.offer_code, at=at)
    ref = _take(sale, trip, order, at)
    priced = _price(trip, order, sale.details, at, writes)
    drafts.refresh(trip=trip, at=at, writes=writes)
    return ChannelHold(trip, order.pk, tuple(row.pk for row in guests), ref.pax_cnt, priced)


def _begin(sale: ChannelHoldRequest, at: datetime) -> "tuple[Trip, Model]":
    method = trips.find_method(slug=METHOD)
    if method is None:
        raise UnknownMethod("Sales channel not found.", method=METHOD)
    details = sale.details
    trip, entry = drafts.new_draft(
        method=method,
        currency=people.get_properties().currency,
        locale=details.locale or "en",
        at=at,
        code=ids.confirmation_code(),
        contact=details.contact,
    )
    trip.reseller_id, trip.reseller_voucher = sale.reseller_id, details.voucher
    trip.external = dict(sale.external)
    return trip, entry


def _price(
    trip: "Trip", order: "TripOrder", details: ChannelBookingDetails, at: datetime, writes: Writes
) -> PricedTrip | None:
    """Price a new cart, at our price or to the cent at what the channel says: that is read anew."""
    priced: PricedTrip | None = price_rows(trip=trip, at=at, writes=writes)
    known = reseller_sales.sold_as(lines=priced.quote.lines, orders=priced.orders) if priced else None
    if details.total is not None or details.net is not None:
        writes.send()
        channel_prices.settle(trip=trip, order=order, total=details.total, net=details.net, at=at)
        priced = known = None
    reseller_terms.recalculate_reseller_terms(trip=trip, may_exceed=True, known=known)
    return priced


def _priced(slot: scheduling.TimeslotRow, sale: ChannelHoldRequest, at: datetime) -> list[drafts.Ticket]:
    if not sale.guests:
        raise Invalid({"units": ["Please choose at least one guest."]})
    return tickets_on(
        # Prices look at the seats there are, boats and vans counted in.
        slot=scheduling.with_room([slot], at)[0],
        quantities=sale.quantities,
        method=METHOD,
        reseller_id=sale.reseller_id,
        audience=AUDIENCE,
        at=at,
    )


def _take(sale: ChannelHoldRequest, trip: "Trip", order: "TripOrder", at: datetime) -> seats.HoldRef:
    request = seats.SeatRequest(
        sale.offered.slot.id,
        sale.quantities,
        seats.Buyer(AUDIENCE, METHOD, partner=reseller_terms.restriction_on(trip)),
        sale.until,
        "channel",
        trip_id=trip.pk,
        trip_order_id=order.pk,
        check=plugin_check(),
    )
    return seats.place_hold(request, at=at, offered=sale.offered)


def name_of(guest: ChannelGuest) -> GuestName:
    """Return who travels on a ticket, bound to its kind so that names stay in their order."""
    known = guest.name or GuestName()
    return GuestName(
        known.first_name, known.last_name, known.email, known.phone, known.birth_date, guest.kind
    )


def extend(*, trip_id: int, until: datetime, at: datetime) -> None:
    """
    Keep what a channel's cart holds until then; never shortens.

    :raises HoldExpired: its seats went back on sale and are gone
    """
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        drafts.require_draft(trip)
        partner = reseller_terms.restriction_on(trip)
        for held in scheduling.holds_of_trip(trip_id=trip_id):
            seats.extend_hold(hold_id=held.id, until=until, at=at, partner=partner)


# What a cart is sold by, read at once.
_CART: Final = Bundle(**trips.ACTIVE_PARTS, lines=trips.LIVE_LINES)


def sell(
    *,
    trip_id: int,
    details: ChannelBookingDetails,
    names: Mapping[int, GuestName],
    is_told: bool,
    at: datetime,
    own: ChannelHold | None = None,
    writes: Writes | None = None,
) -> bool:
    """
    Book a channel's cart; returns whether it is final (else staff have to agree first).

    `names` are booking id -> who travels. A hold that ran out takes its seats again when they are
    still there, at the price that was details. In the caller's transaction; `own` is the cart
    where that has made it, and so is the only one who can see it, with the `writes` it left.

    :raises SoldOut: they are not
    :raises HoldExpired: nothing is held
    :raises NotBookable: the departure was cancelled or closed meanwhile
    :raises NotADraft: it is booked already
    :raises CreditLimit: the partner would owe more than they may
    """
    trip = own.trip if own else trips.lock_trip(trip_id=trip_id)
    drafts.require_draft(trip)
    channel_details.write(
        trip=trip, contact=details.contact, voucher=details.voucher, note=details.note, names=names, at=at
    )
    if details.total is not None or details.net is not None:
        order = trip.orders.get(status="active")
        price_trip(trip=trip, at=at)
        channel_prices.settle(trip=trip, order=order, total=details.total, net=details.net, at=at)
    for objection in reseller_terms.objections(trip=trip):
        raise objection
    cart = _cart(trip, own.priced if own else None, writes)
    conversion.complete(trip=trip, kind="channel", at=at, is_told=is_told, action="trip.reserved", cart=cart)
    return trip.status == "reserved"


def _cart(trip: "Trip", priced: PricedTrip | None, writes: Writes | None) -> conversion.Cart:
    """Return what is sold: as it was just priced, unless codes are on it; read otherwise."""
    if priced is not None and not trip.discount_amount:
        orders = trips.active_among(orders=priced.orders)
        return conversion.Cart(orders, priced.quote.lines, writes, is_seated=True)
    if writes is not None:
        writes.send()
    with _CART.read_ahead(trip_id=trip.pk) as found:
        return conversion.Cart(trips.active_orders(trip=trip), found["lines"])


@dataclass(frozen=True, slots=True)
class CancellationAmounts:
    """What a cancellation left to pay, of what it came to; minor units."""

    gross: int
    kept: int


def release(*, trip_id: int, reason: str, by: TripActor, at: datetime) -> None:
    """
    Give the seats of a cart back; the trip is kept as a deleted one.

    :raises WrongState: it was sold, or has ended already
    """
    deletion.delete_trip(trip_id=trip_id, reason=reason, by=by, at=at)


def cancel(*, trip_id: int, trip_order_id: int, by: TripActor, at: datetime) -> CancellationAmounts:
    """
    Cancel a sold order by the operator's policy: what that keeps, the partner still owes.

    :raises WrongState: it is cancelled already
    """
    wish = CancellationOptions(reason="channel", refund="policy")
    found = cancellations.cancel(trip_id=trip_id, trip_order_id=trip_order_id, wish=wish, by=by, at=at)
    return CancellationAmounts(found.gross, found.keep)
