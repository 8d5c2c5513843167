"""Make a cart's orders, guests, holds and price what the caller asks for."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from outfitter.db.statements import Writes
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.carts.types import CartActor, OrderRequest
from outfitter_tenants.checkout.sale_terms import order_terms, reseller_terms
from outfitter_tenants.checkout.sale_terms.order_terms import tickets_on
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.operations import drafts

if TYPE_CHECKING:
    from django.db.models import Model

    from outfitter_tenants.trips.models import Trip, TripOrder

Check = Callable[..., list[str]]
# What holds a cart's seats, by order.
Holds = dict[int | None, scheduling.HoldRow]


def sync_orders(
    *,
    trip: "Trip",
    wanted: Sequence[OrderRequest],
    caller: CartActor,
    minutes: int,
    at: datetime,
    check: Check,
    slots: Mapping[int, scheduling.TimeslotRow],
    writes: Writes,
) -> list[dict[str, str]]:
    """
    Turn the cart's orders into `wanted`, in the caller's transaction with the trip locked.

    `slots` are the departures as they were read before it, by id. `writes` has the trip itself
    where that is new; what the price leaves is for the caller to send. Returns warnings about codes.

    :raises SoldOut: the seats are not there
    :raises NotBookable: closed, past its cut-off, or the party breaks a rule
    :raises Invalid: an order without guests, or of something that is not sold there
    """
    existing, holds = _of_cart(trip)
    named = {item.id for item in wanted}
    matched = [_match(item, existing, named) for item in wanted]
    new_cnt = sum(one is None or one.pk not in holds for one in matched)
    is_queued = caller.audience == "online" and new_cnt > 0 and len(wanted) + len(existing) > 1
    if is_queued:
        # Before any departure is locked (outfitter.db.locks); one alone does so by itself.
        seats.lock_visitor_queue(visitor=caller.visitor, ip=caller.ip)
    for order in existing.values():
        if order not in matched:
            if order.pk in holds:
                seats.release_hold(hold_id=holds[order.pk].id, at=at)
            drafts.remove_order(order=order)
    todo = [
        _CartOrder(trip, item, caller, minutes, at, check, index, is_queued)
        for index, item in enumerate(wanted)
    ]
    # Orders that are new are written at once, with the trip where that is new, too.
    for one, known in zip(todo, matched, strict=True):
        writes.insert(*one.rows(known, holds, slots[one.item.timeslot_id]))
    writes.send()
    # Seats are taken in one global order of timeslots (outfitter.db.locks).
    for one in sorted(todo, key=lambda one: one.item.timeslot_id):
        one.put(holds)
    return price_trip(trip=trip, at=at, is_staff=caller.avatar_id is not None, writes=writes)


def _of_cart(trip: "Trip") -> "tuple[dict[int, TripOrder], Holds]":
    """Return the cart's orders by id and their holds by order; a trip at its first version has neither."""
    if trip.version == 1:
        return {}, {}
    rows = trip.orders.filter(status="active").order_by("id")
    holds = scheduling.holds_of_trip(trip_id=trip.pk)
    return {order.pk: order for order in rows}, {hold.trip_order_id: hold for hold in holds}


def _match(
    item: OrderRequest, existing: "dict[int, TripOrder]", named: Collection[int | None]
) -> "TripOrder | None":
    """
    Return the order of the cart that is meant. One without an id is the only one of its
    experience that no other names: else the same experience is wanted once more.
    """
    if item.id is not None:
        if item.id not in existing:
            raise Invalid({"orders": ["One of these orders is not part of the trip."]})
        return existing[item.id]
    same = [
        order
        for order in existing.values()
        if order.experience_id == item.experience_id and order.pk not in named
    ]
    return same[0] if len(same) == 1 else None


class _CartOrder:
    """One wanted order on its way into the cart."""

    order: "TripOrder"
    slot: scheduling.TimeslotRow
    tickets: list[drafts.Ticket]

    def __init__(
        self,
        trip: "Trip",
        item: OrderRequest,
        caller: CartActor,
        minutes: int,
        at: datetime,
        check: Check,
        position: int,
        is_queued: bool,
    ) -> None:
        self.trip, self.item, self.caller = trip, item, caller
        self.minutes, self.at, self.check, self.position = minutes, at, check, position
        self.is_queued, self.is_new = is_queued, False
        self.quantities = {kind: qty for kind, qty in item.quantities.items() if qty > 0}

    def rows(self, order: "TripOrder | None", holds: Holds, slot: scheduling.TimeslotRow) -> "list[Model]":
        """Return the rows that are new: none where the cart has the order already."""
        if slot.experience_id != self.item.experience_id:
            raise Invalid({"orders": ["This time belongs to another experience."]})
        if not self.quantities:
            raise Invalid({"orders": ["Please choose at least one guest."]})
        held = holds.get(order.pk) if order else None
        self.slot = slot
        self.tickets = self.shown(order, slot, held) or self.price(slot, held)
        if order is not None:
            self.order = order
            return []
        self.is_new = True
        self.order = drafts.new_order(
            trip=self.trip,
            experience_id=slot.experience_id,
            timeslot_id=slot.id,
            experience_date_id=slot.experience_date_id,
            position=self.position,
            cancellation_policy=order_terms.policy_snapshot_of(experience_id=slot.experience_id),
        )
        return [self.order, *drafts.new_guests(order=self.order, tickets=self.tickets)]

    def put(self, holds: Holds) -> None:
        """Hold the order's seats, and make its guests those who are wanted."""
        order, slot = self.order, self.slot
        if self.is_new:
            self.hold(order, None)
            return
        if order.timeslot_id != slot.id:
            drafts.move_order(order=order, timeslot_id=slot.id, experience_date_id=slot.experience_date_id)
        self.hold(order, holds.get(order.pk))
        drafts.set_guests(order=order, tickets=self.tickets)

    def hold(self, order: "TripOrder", held: scheduling.HoldRow | None) -> None:
        caller = self.caller
        request = seats.SeatRequest(
            self.item.timeslot_id,
            self.quantities,
            seats.Buyer(
                caller.audience,
                caller.method,
                caller.may_book_past,
                caller.may_overbook,
                partner=reseller_terms.restriction_on(self.trip),
            ),
            until=self.at + timedelta(minutes=self.minutes),
            kind="checkout" if caller.audience == "online" else "staff",
            trip_id=self.trip.pk,
            trip_order_id=order.pk,
            visitor=caller.visitor,
            ip=caller.ip,
            check=self.check,
        )
        if held is not None:
            seats.replace_hold(hold_id=held.id, request=request, at=self.at)
        else:
            seats.place_hold(request, at=self.at, is_queued=self.is_queued)

    def shown(
        self, order: "TripOrder | None", slot: scheduling.TimeslotRow, held: scheduling.HoldRow | None
    ) -> list[drafts.Ticket]:
        """Return the tickets as they were priced while their hold lives (domain.md 4.5)."""
        is_same = (
            order is not None
            and held is not None
            and held.timeslot_id == slot.id
            and held.is_live(self.at)
            and held.qty_by_type == self.quantities
        )
        return drafts.tickets_of(order) if is_same and order is not None else []

    def price(self, slot: scheduling.TimeslotRow, held: scheduling.HoldRow | None) -> list[drafts.Ticket]:
        own_pax_cnt = held.pax_cnt if held is not None and held.timeslot_id == slot.id else 0
        return tickets_on(
            slot=slot,
            quantities=self.quantities,
            method=self.trip.trip_method.slug,
            reseller_id=reseller_terms.prices_of(self.trip),
            audience=self.caller.audience,
            at=self.at,
            own_pax_cnt=own_pax_cnt,
        )
