"""Prices that somebody names, and guests who pay nothing (domain.md 4.14)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, cast

from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.checkout.sale_terms.order_terms import tickets_on
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, WrongState, change_trip
from outfitter_tenants.checkout.trip_changes.totals import is_free, price_trip, quote_of, unit_prices
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.operations import price_lines

if TYPE_CHECKING:
    from outfitter_tenants.checkout.trip_changes.change import Change
    from outfitter_tenants.scheduling.rules.availability import Audience
    from outfitter_tenants.trips.models import Booking, Trip, TripOrder
    from outfitter_tenants.trips.operations.drafts import Ticket

Kind = Literal["total", "per_type", "per_booking", "clear"]


def set_guest_price(
    *,
    trip_id: int,
    booking_id: int,
    amount: int | None,
    reason: str,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Name the price of one guest in minor units; None gives back what rates and lists say.

    :raises StaleVersion: somebody changed the trip since `version`
    :raises WrongState: the guest's order is cancelled
    """
    by.demand("booking.reprice")
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        row = _guest(change, booking_id)
        before = row.customer_type_amount_override
        row.customer_type_amount_override = amount
        if before != amount:
            row.save(update_fields=["customer_type_amount_override"])
            change.log(
                "booking.price_overridden",
                entity_type="booking",
                entity_id=row.pk,
                before={"amount": before},
                after={"amount": amount},
                reason=reason,
            )
            if row.is_comped or row.trip_order.is_comped:
                change.warn("comped", "This guest is complimentary. The price applies once they aren't.")
    return change.result


def comp_guest(
    *,
    trip_id: int,
    booking_id: int,
    is_comped: bool,
    reason: str,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Give one guest's ticket, add-ons and products away, or ask for their price again.

    What it was is remembered: undone, everything costs what it did (domain.md 4.14).

    :raises Invalid: nobody says why it is free
    :raises WrongState: the whole order is free, so that one guest of it cannot stop being so
    """
    by.demand("booking.comp")
    _demand_reason(is_comped=is_comped, reason=reason)
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        row = _guest(change, booking_id)
        if row.trip_order.is_comped and not is_comped:
            raise WrongState("The whole order is complimentary. Undo that first.", is_comped=True)
        if row.is_comped != is_comped:
            row.is_comped = is_comped
            row.save(update_fields=["is_comped"])
            change.log(
                "booking.comped" if is_comped else "booking.uncomped",
                entity_type="booking",
                entity_id=row.pk,
                before={"is_comped": not is_comped},
                after={"is_comped": is_comped},
                reason=reason or None,
            )
    return change.result


def comp_order(
    *,
    trip_id: int,
    trip_order_id: int,
    is_comped: bool,
    reason: str,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Give a whole order away, or ask for it again; guests who were free before stay free.

    :raises Invalid: nobody says why it is free
    """
    by.demand("booking.comp")
    _demand_reason(is_comped=is_comped, reason=reason)
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        order = change.order(trip_order_id)
        if order.is_comped != is_comped:
            order.is_comped = is_comped
            order.save(update_fields=["is_comped"])
            change.log(
                "trip_order.comped" if is_comped else "trip_order.uncomped",
                entity_type="trip_order",
                entity_id=order.pk,
                before={"is_comped": not is_comped},
                after={"is_comped": is_comped},
                reason=reason or None,
            )
    return change.result


def set_order_price(
    *,
    trip_id: int,
    trip_order_id: int,
    kind: Kind,
    amount: int | None,
    values: Mapping[int, int],
    reason: str,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Name the price of an order: as a whole, by experience customer type, or guest by guest.

    Minor units. A whole price is shared by the guests who pay, by what they paid before; prices
    of single guests beat it. `clear` gives back what rates and lists say.

    :raises Invalid: a price is missing, or of somebody who is not on this order
    """
    by.demand("booking.reprice")
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        order = change.order(trip_order_id)
        before = order.pricing_override
        order.pricing_override = _override(change, order, kind, amount, values)
        if order.pricing_override != before:
            order.save(update_fields=["pricing_override"])
            change.log(
                "trip_order.price_overridden",
                entity_type="trip_order",
                entity_id=order.pk,
                before={"pricing_override": before},
                after={"pricing_override": order.pricing_override},
                reason=reason,
            )
    return change.result


def _override(
    change: "Change", order: "TripOrder", kind: Kind, amount: int | None, values: Mapping[int, int]
) -> dict[str, object] | None:
    if kind == "clear":
        return None
    guests = next(one for one in price_lines.orders_of(change.trip) if one.pk == order.pk).live_bookings  # type: ignore[attr-defined]
    if kind == "total":
        if amount is None:
            raise Invalid({"amount": ["Enter a price for the order."]})
        if not any(_pays(guest, order) for guest in guests):
            raise Invalid({"amount": ["No guest on this order is left to pay this."]})
        return {"kind": kind, "amount": amount}
    per_type = kind == "per_type"
    known = {one.experience_customer_type_id if per_type else one.pk for one in guests}
    if not values:
        raise Invalid({"values": ["Enter at least one price."]})
    if set(values) - known:
        raise Invalid({"values": ["One of these prices is for a guest who isn't on this order."]})
    return {"kind": kind, "values": {str(one): price for one, price in sorted(values.items())}}


def _pays(guest: "Booking", order: "TripOrder") -> bool:
    is_free = guest.is_comped or order.is_comped
    return not is_free and guest.customer_type_amount_override is None


def _guest(change: "Change", booking_id: int) -> "Booking":
    row = change.booking(booking_id)
    if row.trip_order.status != "active":
        raise WrongState("This order is canceled.", status=row.trip_order.status)
    return row


def _demand_reason(*, is_comped: bool, reason: str) -> None:
    if is_comped and not reason:
        raise Invalid({"reason": ["Enter why this is complimentary."]})


@dataclass(frozen=True, slots=True)
class PriceRefreshLine:
    """One guest's ticket before and after, in minor units, with overrides and comps."""

    booking_id: int
    label: str
    old: int
    new: int
    price_source: str
    rate_sheet_id: int | None


@dataclass(frozen=True, slots=True)
class PriceRefresh:
    """What a trip costs before and after, in minor units, and each guest of the order."""

    done: ChangeResult
    old: int
    new: int
    lines: tuple[PriceRefreshLine, ...]


def reprice(
    *,
    trip_id: int,
    trip_order_id: int,
    dry_run: bool,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> PriceRefresh:
    """
    Give every guest of an order the price they would get now; with `dry_run` only say so.

    Only tickets change, and prices that somebody named stay (domain.md 4.14).

    :raises Invalid: the order has no time, so nothing says what it costs
    """
    by.demand("booking.reprice")
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=not dry_run) as change:
        trip = change.trip
        change.order(trip_order_id)
        orders = price_lines.orders_of(trip)
        order = next(one for one in orders if one.pk == trip_order_id)
        old, before = trip.total_amount, unit_prices(order)
        changed = put_fresh_prices(trip, order, audience=by.audience, at=at)
        new = quote_of(trip=trip, orders=orders, at=at)[0].total
        lines = _lines(order, before)
        if changed and not dry_run:
            price_lines.save_prices(changed)
            change.log(
                "trip_order.repriced",
                entity_type="trip_order",
                entity_id=order.pk,
                before={"prices": {str(one.booking_id): one.old for one in lines}},
                after={"prices": {str(one.booking_id): one.new for one in lines}},
            )
        if _has_named_price(order):
            change.warn("named_prices_stay", "Prices that were set manually stay as they are.")
    return PriceRefresh(change.result, old, new, lines)


def put_fresh_prices(
    trip: "Trip", order: "TripOrder", *, audience: "Audience", at: datetime
) -> "list[Booking]":
    """
    Give the guests of an order in memory the prices of today; returns those that differ.

    `order` comes from `trips.operations.price_lines.orders_of`. Nothing is written.

    :raises Invalid: the order has no time
    """
    by_type = _fresh(trip, order, audience, at)
    changed = []
    for guest in _guests(order):
        ticket = by_type[guest.experience_customer_type_id]
        fresh = (ticket.unit_amount, ticket.price_source, ticket.rate_sheet_id)
        if fresh != (guest.unit_amount, guest.price_source, guest.rate_sheet_id):
            guest.unit_amount, guest.price_source, guest.rate_sheet_id = fresh
            changed.append(guest)
    return changed


def freshen(*, trip: "Trip", at: datetime) -> bool:
    """
    Price the orders of a cart anew whose holds have run out; returns whether there were any.

    A price that was shown is honoured as long as its hold lives, and not longer (domain.md 4.5).
    The caller saves the trip.
    """
    live = {hold.trip_order_id for hold in scheduling.holds_of_trip(trip_id=trip.pk) if hold.is_live(at)}
    audience = cast("Audience", trip.trip_method.audience)
    lapsed = [
        order
        for order in price_lines.orders_of(trip)
        if order.status == "active" and order.timeslot_id and order.pk not in live
    ]
    changed = [guest for order in lapsed for guest in put_fresh_prices(trip, order, audience=audience, at=at)]
    if changed:
        price_lines.save_prices(changed)
    if lapsed:
        price_trip(trip=trip, at=at, is_staff=audience != "online")
    return bool(lapsed)


def _fresh(trip: "Trip", order: "TripOrder", audience: "Audience", at: datetime) -> "dict[int, Ticket]":
    if order.timeslot_id is None:
        raise Invalid({"trip_order": ["Give this order a time first."]})
    guests = _guests(order)
    found = tickets_on(
        slot=scheduling.get_timeslot(timeslot_id=order.timeslot_id),
        quantities=Counter(guest.experience_customer_type_id for guest in guests),
        method=trip.trip_method.slug,
        reseller_id=reseller_terms.prices_of(trip),
        audience=audience,
        at=at,
        own_pax_cnt=sum(guest.pax_cnt for guest in guests),
    )
    return {ticket.experience_customer_type_id: ticket for ticket in found}


def _lines(order: "TripOrder", before: dict[int, int]) -> tuple[PriceRefreshLine, ...]:
    after = unit_prices(order)
    made = []
    for guest in _guests(order):
        kind, free = guest.experience_customer_type, is_free(order, guest)
        label = kind.label or kind.customer_type.name
        old, new = (0, 0) if free else (before[guest.pk], after[guest.pk])
        made.append(PriceRefreshLine(guest.pk, label, old, new, guest.price_source, guest.rate_sheet_id))
    return tuple(made)


def _has_named_price(order: "TripOrder") -> bool:
    own = (guest.customer_type_amount_override for guest in _guests(order))
    return bool(order.pricing_override) or any(amount is not None for amount in own)


def _guests(order: "TripOrder") -> "Sequence[Booking]":
    return order.live_bookings  # type: ignore[attr-defined,no-any-return]
