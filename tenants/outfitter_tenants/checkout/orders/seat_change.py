"""The one way the seats of a trip order become other seats, held in a cart or sold."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any, cast

from outfitter_tenants.checkout.sale_terms.order_terms import plugin_check
from outfitter_tenants.checkout.sale_terms.reseller_terms import restriction_on
from outfitter_tenants.checkout.trip_changes.change import SOLD, Change
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations import Seating, SeatTerms, SoldOrder
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips import queries as trips

WARNINGS: Mapping[str, str] = {
    "composition": "This party couldn't book together online.",
    "min_party": "This party is smaller than the online minimum.",
    "max_party": "This party is larger than the online maximum.",
}


def reseat(
    change: Change,
    order: Any,
    *,
    timeslot_id: int | None,
    quantities: Mapping[int, int],
    is_active: bool = True,
    leaving: Collection[int] = (),
) -> None:
    """
    Make an order sit on a departure (or nowhere) with these tickets: customer type -> how many.

    Call it before the rows of the guests change: what the order has is read from them. Pass
    `is_active` False when the order has no seats now (cancelled, its trip deleted). `leaving` are
    the guests (booking ids) who go: what they had to themselves is free then.

    :raises SoldOut: the new seats are not there; the old ones stay
    :raises NotBookable: something else speaks against the new seats
    :raises ResourceUnavailable: what they need is taken
    """
    if change.trip.status in SOLD:
        _reseat_sold(change, order, timeslot_id, quantities, is_active=is_active, leaving=leaving)
    else:
        _rehold(change, order, timeslot_id, quantities)


def _reseat_sold(
    change: Change,
    order: Any,
    timeslot_id: int | None,
    quantities: Mapping[int, int],
    *,
    is_active: bool,
    leaving: Collection[int],
) -> None:
    method, by = change.trip.trip_method, change.by
    had = trips.seats_of_order(trip_order_id=order.pk) if is_active else trips.NO_SEATS
    found = seats.reseat_order(
        order=SoldOrder(change.trip.pk, order.pk, cast("Audience", method.audience), method.slug),
        before=Seating(order.timeslot_id if is_active else None, had.quantities, had.pax),
        after=Seating(timeslot_id, quantities),
        terms=SeatTerms(
            by.audience,
            plugin_check(),
            may_book_past=by.can("timeslot.book_past"),
            may_overbook=by.may_overbook,
            partner=restriction_on(change.trip),
        ),
        at=change.at,
        gone_booking_ids=leaving,
    )
    _warn(change, found)


def _rehold(change: Change, order: Any, timeslot_id: int | None, quantities: Mapping[int, int]) -> None:
    by, at, trip = change.by, change.at, change.trip
    held = next((h for h in scheduling.holds_of_trip(trip_id=trip.pk) if h.trip_order_id == order.pk), None)
    if timeslot_id is None or not any(quantities.values()):
        if held is not None:
            seats.release_hold(hold_id=held.id, at=at)
        return
    properties = people.get_properties()
    # Seats count where the trip is sold, whoever changes it.
    audience = cast("Audience", trip.trip_method.audience)
    is_online = by.audience == "online"
    minutes = properties.hold_minutes(is_visitor=is_online, is_agent=by.is_agent)
    request = seats.SeatRequest(
        timeslot_id,
        {k: n for k, n in quantities.items() if n},
        seats.Buyer(
            audience,
            trip.trip_method.slug,
            by.can("timeslot.book_past"),
            by.may_overbook,
            partner=restriction_on(trip),
        ),
        until=at + timedelta(minutes=minutes),
        kind="checkout" if is_online else "staff",
        trip_id=trip.pk,
        trip_order_id=order.pk,
        visitor=trip.visitor if is_online else None,
        check=plugin_check(),
    )
    if held is not None:
        ref = seats.replace_hold(hold_id=held.id, request=request, at=at)
    else:
        ref = seats.place_hold(request, at=at)
    _warn(change, ref.warnings)


def _warn(change: Change, codes: tuple[str, ...]) -> None:
    for code in codes:
        change.warn(code, WARNINGS.get(code, code), "block_online")
