"""Make a cart's orders, guests, holds and price what the caller asks for."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from outfitter.kit.errors import Invalid
from outfitter.kit.zones import local_day
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing import quote as pricing
from outfitter_tenants.pricing.rules import PricedOrder, price
from outfitter_tenants.scheduling import operations as seats
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.operations import drafts

if TYPE_CHECKING:
    from outfitter_tenants.checkout.operations.carts import Caller, WantedOrder
    from outfitter_tenants.trips.models import Trip, TripOrder

Check = Callable[..., list[str]]


def sync(
    *,
    trip: "Trip",
    wanted: "Sequence[WantedOrder]",
    caller: "Caller",
    minutes: int,
    at: datetime,
    check: Check,
) -> None:
    """
    Turn the cart's orders into `wanted`, in the caller's transaction with the trip locked.

    :raises SoldOut: the seats are not there
    :raises NotBookable: closed, past its cut-off, or the party breaks a rule
    :raises Invalid: an order without guests, or of something that is not sold there
    """
    existing = {order.pk: order for order in trip.orders.filter(status="active").order_by("id")}
    holds = {hold.trip_order_id: hold for hold in scheduling.holds_of_trip(trip_id=trip.pk)}
    matched = [_match(item, existing) for item in wanted]
    for order in existing.values():
        if order not in matched:
            if order.pk in holds:
                seats.release_hold(hold_id=holds[order.pk].id, at=at)
            drafts.remove_order(order=order)
    # Seats are taken in one global order of timeslots (outfitter.db.locks).
    order_of_locks = sorted(range(len(wanted)), key=lambda i: wanted[i].timeslot_id)
    for index in order_of_locks:
        one = _Order(trip, wanted[index], caller, minutes, at, check, index)
        one.put(matched[index], holds)
    reprice(trip=trip, at=at)


def _match(item: "WantedOrder", existing: "dict[int, TripOrder]") -> "TripOrder | None":
    if item.id is not None:
        if item.id not in existing:
            raise Invalid({"orders": ["One of these orders is not part of the trip."]})
        return existing[item.id]
    same = [order for order in existing.values() if order.experience_id == item.experience_id]
    return same[0] if len(same) == 1 else None


class _Order:
    """One wanted order on its way into the cart."""

    def __init__(
        self, trip: "Trip", item: "WantedOrder", caller: "Caller", minutes: int, at: datetime,
        check: Check, position: int,
    ) -> None:  # fmt: skip
        self.trip, self.item, self.caller = trip, item, caller
        self.minutes, self.at, self.check, self.position = minutes, at, check, position
        self.quantities = {kind: qty for kind, qty in item.quantities.items() if qty > 0}

    def put(self, order: "TripOrder | None", holds: dict[int | None, Any]) -> None:
        slot = scheduling.get_timeslot(timeslot_id=self.item.timeslot_id)
        if slot.experience_id != self.item.experience_id:
            raise Invalid({"orders": ["This time belongs to another experience."]})
        if not self.quantities:
            raise Invalid({"orders": ["Please choose at least one guest."]})
        held = holds.get(order.pk) if order else None
        tickets = self.tickets(slot, held)
        if order is None:
            order = drafts.add_order(
                trip=self.trip, experience_id=slot.experience_id, timeslot_id=slot.id,
                experience_date_id=slot.experience_date_id, position=self.position,
            )  # fmt: skip
        elif order.timeslot_id != slot.id:
            drafts.move_order(
                order=order, timeslot_id=slot.id, experience_date_id=slot.experience_date_id
            )
        self.hold(order, held)
        drafts.set_guests(order=order, tickets=tickets)

    def hold(self, order: "TripOrder", held: Any) -> None:
        if held is not None:
            seats.replace_hold(
                hold_id=held.id, timeslot_id=self.item.timeslot_id, qty_by_type=self.quantities,
                audience=self.caller.audience, minutes=self.minutes, at=self.at, check=self.check,
                method=self.caller.method, may_book_past=self.caller.may_book_past,
                may_overbook=self.caller.may_overbook,
            )  # fmt: skip
            return
        seats.place_hold(
            timeslot_id=self.item.timeslot_id,
            qty_by_type=self.quantities,
            kind="checkout" if self.caller.audience == "online" else "staff",
            audience=self.caller.audience,
            trip_id=self.trip.pk,
            trip_order_id=order.pk,
            minutes=self.minutes,
            visitor=self.caller.visitor,
            ip=self.caller.ip,
            at=self.at,
            check=self.check,
            method=self.caller.method,
            may_book_past=self.caller.may_book_past,
            may_overbook=self.caller.may_overbook,
        )

    def tickets(self, slot: scheduling.TimeslotRow, held: Any) -> list[drafts.Ticket]:
        kinds = {
            kind.id: kind
            for kind in catalog.experience_customer_types(
                experience_id=slot.experience_id, audience=self.caller.audience
            )
        }
        unknown = [kind for kind in self.quantities if kind not in kinds]
        if unknown:
            raise Invalid({"orders": ["This kind of ticket is not sold here."]})
        seats_of = {kind: kinds[kind].pax_of(qty) for kind, qty in self.quantities.items()}
        sale = prices.sale_of(
            slot=slot, method=self.trip.trip_method.slug, reseller_id=None,
            audience=self.caller.audience, pax_by_type=seats_of, at=self.at,
            booked_on=prices.booking_day(at=self.at),
            own_pax_cnt=held.pax_cnt if held is not None and held.timeslot_id == slot.id else 0,
        )  # fmt: skip
        sheets = prices.sheets_of(experience_ids=[slot.experience_id]).get(slot.experience_id, ())
        made: list[drafts.Ticket] = []
        for kind_id, kind in kinds.items():
            found = pricing.unit_price(
                experience_customer_type=kind, price_override=slot.price_override, sheets=sheets,
                sale=sale,
            )  # fmt: skip
            pax = kind.pax_per_booking if kind.is_consume_capacity else 0
            ticket = drafts.Ticket(kind_id, found.amount, found.source, pax)
            made.extend([ticket] * self.quantities.get(kind_id, 0))
        return made


def reprice(*, trip: "Trip", at: datetime) -> None:
    """Price the cart from its guests' stored unit prices and store every line and total."""
    orders = list(
        trip.orders.filter(status="active").select_related("timeslot").order_by("position", "id")
    )
    sold = catalog.list_experiences(ids={order.experience_id for order in orders})
    rules = prices.get_rules()
    quote, rest_due_at = price(
        lines=[line for order in orders for line in _tickets(order)],
        orders=[_priced(order, sold[order.experience_id]) for order in orders],
        rules=rules,
        deposits=prices.deposits_of(experience_ids=sold, default=rules.deposit),
        method=trip.trip_method.slug,
        is_tax_exempt=trip.is_tax_exempt,
        at=at,
    )
    trip.balance_due_at = rest_due_at
    drafts.write_quote(trip=trip, quote=quote, at=at)


def _priced(order: "TripOrder", experience: catalog.ExperienceRow) -> PricedOrder:
    slot = order.timeslot
    if slot is None:
        return PricedOrder(order.pk, order.experience_id)
    # An activity that ends at midnight has not begun another day.
    zone = scheduling.zone_of(time_zone=experience.time_zone)
    last = local_day(slot.end_at - timedelta(seconds=1), zone)
    days = max(1, (last - slot.date).days + 1)
    return PricedOrder(order.pk, order.experience_id, slot.date, days, slot.start_at)


def _tickets(order: "TripOrder") -> list[pricing.QuoteLine]:
    rows = order.bookings.filter(cancelled_at__isnull=True).select_related(
        "experience_customer_type__customer_type"
    )
    return [
        pricing.QuoteLine(
            kind="ticket",
            ref_id=row.experience_customer_type_id,
            label=row.experience_customer_type.label
            or row.experience_customer_type.customer_type.name,
            qty=1,
            unit_amount=row.unit_amount,
            amount=0 if row.is_comped else row.unit_amount,
            experience_customer_type_id=row.experience_customer_type_id,
            trip_order_id=order.pk,
            booking_id=row.pk,
            experience_id=order.experience_id,
            pax_cnt=row.experience_customer_type.pax_per_booking,
            is_comped=row.is_comped,
        )
        for row in rows.order_by("position", "id")
    ]
