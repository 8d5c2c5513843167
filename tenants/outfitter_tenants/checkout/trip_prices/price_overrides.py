"""Prices that somebody names, and guests who pay nothing (domain.md 4.14)."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, WrongState, change_trip
from outfitter_tenants.trips.operations import price_lines

if TYPE_CHECKING:
    from outfitter_tenants.checkout.trip_changes.change import Change
    from outfitter_tenants.trips.models import Booking, TripOrder

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
            change.tell(
                "booking.price_overridden",
                entity_type="booking",
                entity_id=row.pk,
                before={"amount": before},
                after={"amount": amount},
                reason=reason,
            )
            if row.is_comped or row.trip_order.is_comped:
                change.warn("comped", "This guest is free: the price counts once they are not.")
    return change.done


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
            raise WrongState("The whole order is free. Let it be paid first.", is_comped=True)
        if row.is_comped != is_comped:
            row.is_comped = is_comped
            row.save(update_fields=["is_comped"])
            change.tell(
                "booking.comped" if is_comped else "booking.uncomped",
                entity_type="booking",
                entity_id=row.pk,
                before={"is_comped": not is_comped},
                after={"is_comped": is_comped},
                reason=reason or None,
            )
    return change.done


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
            change.tell(
                "trip_order.comped" if is_comped else "trip_order.uncomped",
                entity_type="trip_order",
                entity_id=order.pk,
                before={"is_comped": not is_comped},
                after={"is_comped": is_comped},
                reason=reason or None,
            )
    return change.done


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
            change.tell(
                "trip_order.price_overridden",
                entity_type="trip_order",
                entity_id=order.pk,
                before={"pricing_override": before},
                after={"pricing_override": order.pricing_override},
                reason=reason,
            )
    return change.done


def _override(
    change: "Change", order: "TripOrder", kind: Kind, amount: int | None, values: Mapping[int, int]
) -> dict[str, Any] | None:
    if kind == "clear":
        return None
    guests = next(one for one in price_lines.orders_of(change.trip) if one.pk == order.pk).live_bookings  # type: ignore[attr-defined]
    if kind == "total":
        if amount is None:
            raise Invalid({"amount": ["Say what the order costs."]})
        if not any(_pays(guest, order) for guest in guests):
            raise Invalid({"amount": ["No guest of this order is left to pay this."]})
        return {"kind": kind, "amount": amount}
    per_type = kind == "per_type"
    known = {one.experience_customer_type_id if per_type else one.pk for one in guests}
    if not values:
        raise Invalid({"values": ["Give at least one price."]})
    if set(values) - known:
        raise Invalid({"values": ["One of these prices is of nobody on this order."]})
    return {"kind": kind, "values": {str(one): price for one, price in sorted(values.items())}}


def _pays(guest: "Booking", order: "TripOrder") -> bool:
    is_free = guest.is_comped or order.is_comped
    return not is_free and guest.customer_type_amount_override is None


def _guest(change: "Change", booking_id: int) -> "Booking":
    row = change.booking(booking_id)
    if row.trip_order.status != "active":
        raise WrongState("This order is cancelled.", status=row.trip_order.status)
    return row


def _demand_reason(*, is_comped: bool, reason: str) -> None:
    if is_comped and not reason:
        raise Invalid({"reason": ["Say why this is free."]})
