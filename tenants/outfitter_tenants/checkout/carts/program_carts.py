"""
Carts that programs fill for a visitor: the ordinary cart, in the words of departures and tickets.

A program is a stranger. It gets what the widget gets, and pays nothing: the guest completes the cart
on the operator's own page. The trip's hash is the cart's key, and secret.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.carts import operations
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest, OrderRequest
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations.drafts import Contact

MOST_TICKETS: Final = 50
# A part of TripFull, as answers carry it.
TripPart = dict[str, Any]
State = Literal["held", "expired", "empty", "booked", "gone"]


@dataclass(frozen=True, slots=True)
class Ticket:
    """So many of one kind of ticket (an experience customer type) on one departure."""

    departure_id: int
    ticket_id: int
    quantity: int


@dataclass(frozen=True, slots=True)
class CartLine:
    """One kind of ticket in a cart; amounts in minor units."""

    departure_id: int
    ticket_id: int
    title: str
    start_at: datetime | None
    quantity: int
    unit_amount: int
    amount: int


@dataclass(frozen=True, slots=True)
class Charge:
    """What comes on top of the tickets or off them; `kind` is tax, fee or discount."""

    kind: Literal["tax", "fee", "discount"]
    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class ProgramCart:
    """
    A cart as its program sees it; amounts in minor units of `currency`.

    `due_now` is what the guest pays to book: a deposit, or all of it. `held_until` is None once
    nothing is held.
    """

    key: str
    state: State
    code: str
    currency: str
    lines: tuple[CartLine, ...]
    charges: tuple[Charge, ...]
    total: int
    due_now: int
    held_until: datetime | None
    contact: Contact


def open_cart(
    *, tickets: Sequence[Ticket], contact: Contact | None, locale: str | None, ip: str | None, at: datetime
) -> ProgramCart:
    """
    Hold these tickets in a new cart.

    :raises Invalid: a departure or a ticket is none that is sold online
    :raises SoldOut: the seats are not there
    :raises NotBookable: closed, past its cut-off, or the party breaks a rule
    """
    orders = _orders(tickets, {}, at=at)
    made = _save(None, orders=orders, contact=contact, locale=locale, ip=ip, at=at)
    return read_cart(key=trips.get_trip(trip_id=made).hash, at=at)


def change_cart(
    *, key: str, tickets: Sequence[Ticket], contact: Contact | None, ip: str | None, at: datetime
) -> ProgramCart:
    """
    Have a cart hold exactly these tickets; all or nothing. No tickets give everything back.

    :raises TripNotFound: there is no such cart
    :raises NotADraft: it is booked already
    :raises Invalid: a departure or a ticket is none that is sold online
    :raises SoldOut: the seats are not there
    :raises NotBookable: closed, past its cut-off, or the party breaks a rule
    """
    trip_id = trips.find_trip_id(key=key, by_id=False)
    there = {
        order["timeslot"]["id"]: order["id"]
        for order in trip_full(trip_id=trip_id, at=at)["tripOrders"]
        if order["timeslot"]
    }
    orders = _orders(tickets, there, at=at)
    _save(trip_id, orders=orders, contact=contact, locale=None, ip=ip, at=at)
    return read_cart(key=key, at=at)


def read_cart(*, key: str, at: datetime) -> ProgramCart:
    """
    Return a cart by its key.

    :raises TripNotFound: there is no such cart
    """
    trip_id = trips.find_trip_id(key=key, by_id=False)
    trip, full = trips.get_trip(trip_id=trip_id), trip_full(trip_id=trip_id, at=at)
    lines = tuple(line for order in full["tripOrders"] for line in _lines(order))
    total = full["totals"]["total"]
    return ProgramCart(
        key=trip.hash,
        state=_state(trip.status, full),
        code=trip.confirmation_code,
        currency=trip.currency,
        lines=lines,
        charges=_charges(full["billLines"], total - sum(line.amount for line in lines)),
        total=total,
        due_now=full["totals"]["due_now"],
        held_until=full["hold_expires_at"],
        contact=Contact(
            trip.contact_first_name, trip.contact_last_name, trip.contact_email, trip.contact_phone, None
        ),
    )


def _save(
    trip_id: int | None,
    *,
    orders: Sequence[OrderRequest],
    contact: Contact | None,
    locale: str | None,
    ip: str | None,
    at: datetime,
) -> int:
    cart = CartRequest(
        trip_id=trip_id, version=None, locale=locale, contact=contact, orders=orders, utm={}, referrer=None
    )
    return operations.save_trip(cart=cart, caller=CartActor("online", "ai_agent", None, ip), at=at).trip_id


def _orders(tickets: Sequence[Ticket], there: dict[int, int], *, at: datetime) -> list[OrderRequest]:
    slots = scheduling.get_timeslot_refs(ids={one.departure_id for one in tickets}, at=at)
    wanted: dict[int, dict[int, int]] = {}
    for place, one in enumerate(tickets):
        slot = slots.get(one.departure_id)
        sold = catalog.find_experience(experience_id=slot.experience_id) if slot else None
        kinds = {kind.id for kind in sold.online_types} if sold and sold.status == "live" else set()
        if one.ticket_id not in kinds:
            raise Invalid({f"tickets.{place}": ["No such ticket is sold here."]})
        quantities = wanted.setdefault(one.departure_id, {})
        quantities[one.ticket_id] = quantities.get(one.ticket_id, 0) + one.quantity
    if sum(one.quantity for one in tickets) > MOST_TICKETS:
        raise Invalid({"tickets": [f"At most {MOST_TICKETS} tickets can be booked at once."]})
    return [
        OrderRequest(there.get(departure), slots[departure].experience_id, departure, quantities)
        for departure, quantities in wanted.items()
    ]


def _lines(order: TripPart) -> list[CartLine]:
    if order["status"] != "active" or not order["timeslot"]:
        return []
    found: dict[int, CartLine] = {}
    for booking in order["bookings"]:
        kind, amount = booking["experience_customer_type_id"], booking["unit_amount"]
        known = found.get(kind)
        found[kind] = CartLine(
            departure_id=order["timeslot"]["id"],
            ticket_id=kind,
            title=f"{order['experience']['name']}: {booking['customerType']['name']}",
            start_at=order["timeslot"]["start_at"],
            quantity=known.quantity + 1 if known else 1,
            unit_amount=amount,
            amount=(known.amount if known else 0) + amount,
        )
    return list(found.values())


def _charges(bill: Sequence[TripPart], left: int) -> tuple[Charge, ...]:
    """Return what stands between the tickets and the total; `left` is what it has to come to."""
    found: list[Charge] = []
    for line in bill:
        if line["kind"] == "ticket" or line["is_inclusive"] or not line["amount"]:
            continue
        kind: Literal["tax", "fee", "discount"] = "tax" if line["kind"] == "tax" else "fee"
        found.append(Charge("discount" if line["amount"] < 0 else kind, line["label"], line["amount"]))
    rest = left - sum(one.amount for one in found)
    if rest:
        found.append(Charge("discount" if rest < 0 else "fee", "", rest))
    return tuple(found)


def _state(status: str, full: TripPart) -> State:
    if status == "deleted":
        return "gone"
    if status != "draft":
        return "booked"
    if not full["tripOrders"]:
        return "empty"
    return "expired" if full["is_expired"] or full["hold_expires_at"] is None else "held"
