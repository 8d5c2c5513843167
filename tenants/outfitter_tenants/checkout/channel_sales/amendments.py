"""A channel changes what it booked: departure, party and names, all of it or nothing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter_tenants.checkout.channel_sales import channel_addons, channel_prices
from outfitter_tenants.checkout.channel_sales.operations import name_of
from outfitter_tenants.checkout.channel_sales.types import (
    AUDIENCE,
    METHOD,
    ChannelBookingDetails,
    ChannelGuest,
    ChannelHold,
    quantities_of,
)
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.sale_terms import order_terms, reseller_terms
from outfitter_tenants.checkout.sale_terms.order_terms import plugin_check, tickets_on
from outfitter_tenants.checkout.sale_terms.waiver_requirements import recount
from outfitter_tenants.checkout.trip_changes.change import SOLD, Change, TripActor, WrongState, change_trip
from outfitter_tenants.checkout.trip_changes.customer_notices import describe_departure
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.checkout.trip_prices import offer_codes
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import channel_details, guests
from outfitter_tenants.trips.operations import orders as rows
from outfitter_tenants.trips.operations.drafts import Ticket
from outfitter_tenants.trips.operations.orders import GuestName

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, TripOrder


class AddonsThere(seats.NotBookable):
    """The order has add-ons of its own, which another experience does not sell."""


class CodeIsSold(WrongState):
    """A code is chosen before a booking is confirmed."""


@dataclass(frozen=True, slots=True)
class AmendmentRequest:
    """
    How a channel's booking is to be; `guests` None leaves the party, `until` is for a hold.

    `names` are booking id -> who travels, for guests who stay as they are.
    """

    trip_id: int
    trip_order_id: int
    timeslot_id: int
    guests: Sequence[ChannelGuest] | None
    details: ChannelBookingDetails
    until: datetime | None = None
    names: Mapping[int, GuestName] = field(default_factory=dict)


def amend(*, wish: AmendmentRequest, by: TripActor, at: datetime) -> ChannelHold:
    """
    Change a channel's booking, held or sold; guests who stay keep ticket codes and prices.

    On another departure everybody has the prices of today there.

    :raises SoldOut: the new seats are not there; nothing has changed then
    :raises NotBookable: something else speaks against the new seats
    :raises OfferInvalid: the code that the channel named, or names now, does not fit it
    :raises Invalid: an add-on that is not sold there, or not so many of it
    :raises CodeIsSold: another code, for a trip that is sold
    """
    with change_trip(trip_id=wish.trip_id, by=by, at=at) as change:
        code = _code(change, wish.details)
        order = change.order(wish.trip_order_id)
        old = describe_departure(order)
        had = rows.guests_of(order)
        wanted = list(wish.guests) if wish.guests is not None else _as_they_are(had)
        slot = scheduling.get_timeslot(timeslot_id=wish.timeslot_id, at=at)
        is_moved = slot.id != order.timeslot_id
        if slot.experience_id != order.experience_id and rows.addons_of(order):
            raise AddonsThere("channel_blocked")
        tickets = channel_prices.tickets_at(wanted, _priced(change, order, slot, wanted, is_moved))
        stay = {one.booking_id for one in wanted if one.booking_id}
        gone = [row for row in had if row.pk not in stay]
        _seat(change, order, slot, wanted, wish.until, [row.pk for row in gone])
        made = _write_guests(change, order, wanted, tickets, gone, had, is_moved=is_moved)
        if is_moved:
            _move(change, order, slot)
        recount([row for row in had if row.pk in stay], experience_id=slot.experience_id)
        beside = _write_details(change, order, wish.details, {**wish.names, **made.names}, code)
        change.log(
            "trip_order.amended",
            entity_type="trip_order",
            entity_id=order.pk,
            before={**old, "quantities": _counted(had)},
            after={**describe_departure(order), "quantities": _keys(quantities_of(wanted)), **beside},
        )
    pax = sum(trips.seats_of_order(trip_order_id=order.pk).pax.values())
    return ChannelHold(change.trip, order.pk, made.ids, pax)


def _write_details(
    change: Change,
    order: "TripOrder",
    details: ChannelBookingDetails,
    names: Mapping[int, GuestName],
    code: str | None,
) -> dict[str, object]:
    """Write what is said beside the seats, and price the trip; returns what of it the log has."""
    trip, at = change.trip, change.at
    channel_details.write(
        trip=trip, contact=details.contact, voucher=details.voucher, note=details.note, names=names, at=at
    )
    logged: dict[str, object] = {}
    if details.addons is not None:
        logged["addons"] = channel_addons.make(change=change, order=order, wanted=details.addons)
    if code is not None:
        offer_codes.put_on_cart(trip=trip, code=code, at=at)
    offer_codes.require_fitting(trip=trip, at=at)
    price_trip(trip=trip, at=at)
    channel_prices.settle(trip=trip, order=order, total=details.total, net=details.net, at=at)
    return logged


def _code(change: Change, details: ChannelBookingDetails) -> str | None:
    """Return the code that is to be on a trip instead of another, locked; None: it stays as it is."""
    code = details.offer_code
    if code is None or code.strip().upper() == offer_codes.named_code(change.trip).upper():
        return None
    if change.trip.status in SOLD:
        raise CodeIsSold("The code can't be changed on a booking that is confirmed.")
    if code:
        offer_codes.lock(code=code)
    return code


def _as_they_are(had: "Sequence[Booking]") -> list[ChannelGuest]:
    return [ChannelGuest(row.experience_customer_type_id, booking_id=row.pk) for row in had]


def _priced(
    change: Change,
    order: "TripOrder",
    slot: scheduling.TimeslotRow,
    wanted: Sequence[ChannelGuest],
    is_moved: bool,
) -> list[Ticket]:
    is_held = change.trip.status == "draft" and not is_moved
    mine = trips.seats_of_order(trip_order_id=order.pk).pax.values() if is_held else ()
    return tickets_on(
        slot=slot,
        quantities=quantities_of(wanted),
        method=METHOD,
        reseller_id=change.trip.reseller_id,
        audience=AUDIENCE,
        at=change.at,
        own_pax_cnt=sum(mine),
    )


def _seat(
    change: Change,
    order: "TripOrder",
    slot: scheduling.TimeslotRow,
    wanted: Sequence[ChannelGuest],
    until: datetime | None,
    gone: Sequence[int],
) -> None:
    party = quantities_of(wanted)
    if change.trip.status in SOLD:
        reseat(change, order, timeslot_id=slot.id, quantities=party, leaving=gone)
        return
    [held] = scheduling.holds_of_trip(trip_id=change.trip.pk)
    buyer = seats.Buyer(AUDIENCE, METHOD, partner=reseller_terms.restriction_on(change.trip))
    request = seats.SeatRequest(
        slot.id, party, buyer, until or held.expires_at, "channel", check=plugin_check()
    )
    seats.replace_hold(hold_id=held.id, request=request, at=change.at)


@dataclass(frozen=True, slots=True)
class _Made:
    ids: tuple[int, ...]
    names: Mapping[int, GuestName]


def _write_guests(
    change: Change,
    order: "TripOrder",
    wanted: Sequence[ChannelGuest],
    tickets: Sequence[Ticket],
    gone: "Sequence[Booking]",
    had: "Sequence[Booking]",
    *,
    is_moved: bool,
) -> _Made:
    """Make the rows of the guests what is wanted; returns their ids in that order."""
    is_sold = change.trip.status in SOLD
    if gone:
        guests.take_away(guests=gone, is_sold=is_sold, at=change.at)
    by_id = {row.pk: row for row in had}
    new = [place for place, one in enumerate(wanted) if one.booking_id is None]
    made = rows.add_guests(
        order=order,
        tickets=[tickets[place] for place in new],
        names=[name_of(wanted[place]) for place in new],
    )
    fresh = dict(zip(new, made, strict=True))
    ids: list[int] = []
    for place, (one, ticket) in enumerate(zip(wanted, tickets, strict=True)):
        row = fresh[place] if one.booking_id is None else by_id[one.booking_id]
        ids.append(row.pk)
        is_other = row.experience_customer_type_id != one.kind
        if one.booking_id is not None and (is_other or is_moved or one.amount is not None):
            rows.retype(booking=row, ticket=ticket)
    named = {pk: one.name for pk, one in zip(ids, wanted, strict=True) if one.booking_id and one.name}
    return _Made(tuple(ids), named)


def _move(change: Change, order: "TripOrder", slot: scheduling.TimeslotRow) -> None:
    anchor = order_terms.kept_clock_start(order, at=change.at) if change.trip.status in SOLD else None
    is_other = slot.experience_id != order.experience_id
    rows.seat_on(
        order=order,
        experience_id=slot.experience_id,
        timeslot_id=slot.id,
        experience_date_id=slot.experience_date_id,
        policy_start_at=anchor,
    )
    rows.reset_statuses(guests=rows.guests_of(order), at=change.at)
    if is_other:
        order.cancellation_policy = order_terms.policy_snapshot_of(experience_id=slot.experience_id)
        order.save(update_fields=["cancellation_policy"])


def _counted(had: "Sequence[Booking]") -> dict[str, int]:
    return _keys(Counter(row.experience_customer_type_id for row in had))


def _keys(quantities: Mapping[int, int]) -> dict[str, int]:
    return {str(kind): qty for kind, qty in sorted(quantities.items()) if qty}
