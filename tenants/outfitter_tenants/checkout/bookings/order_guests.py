"""Guests who join an order or turn out to be of another kind (domain.md 5.25)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.checkout.sale_terms.order_terms import tickets_on
from outfitter_tenants.checkout.sale_terms.waiver_requirements import recount
from outfitter_tenants.checkout.trip_changes.change import Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import orders as rows
from outfitter_tenants.trips.operations.drafts import Ticket
from outfitter_tenants.trips.operations.orders import GuestName
from outfitter_tenants.waivers import queries as waivers

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, TripOrder

# The most guests of one order that staff and strangers sell (domain.md 4.30).
MOST: Final[Mapping[str, int]] = {"online": 50, "direct": 500, "reseller": 500}


def add_guests(
    *,
    trip_id: int,
    trip_order_id: int,
    quantities: Mapping[int, int],
    names: Sequence[GuestName],
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Put more guests on an order, at today's price.

    Guests who are there keep their prices (domain.md 4.5); conditions see the whole party.

    :raises SoldOut: the seats are not there
    :raises NotBookable: something else speaks against it
    :raises Invalid: nobody is added, too many, or more names than tickets
    """
    wanted = {kind: qty for kind, qty in quantities.items() if qty > 0}
    added = sum(wanted.values())
    if not added:
        raise Invalid({"quantities": ["Please choose at least one guest."]})
    if len(names) > added:
        raise Invalid({"guests": ["There are more names than tickets."]})
    _require_born(names, at)
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        order = change.order(trip_order_id)
        had = trips.seats_of_order(trip_order_id=order.pk).quantities
        party = dict(Counter(had) + Counter(wanted))
        if sum(party.values()) > MOST[by.audience]:
            raise Invalid({"quantities": [f"At most {MOST[by.audience]} guests on one order."]})
        tickets = tickets_for(change, order, wanted, party)
        reseat(change, order, timeslot_id=order.timeslot_id, quantities=party)
        made = rows.add_guests(order=order, tickets=tickets, names=names)
        change.log(
            "booking.added",
            entity_type="trip_order",
            entity_id=order.pk,
            before={"quantities": _keys(had)},
            after={"quantities": _keys(party), "booking_ids": [row.pk for row in made]},
        )
    return change.result


def change_types(
    *,
    trip_id: int,
    trip_order_id: int,
    changes: Mapping[int, int],
    quantities: Mapping[int, int] | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Make guests ones of another customer type: booking id -> experience customer type.

    With `quantities` the party is to be that, and those change who are too many of their kind,
    guests without a name first. How many guests there are stays.

    :raises SoldOut: the new kinds take seats that are not there
    :raises NotBookable: something else speaks against it
    :raises Invalid: somebody is not on this order, or the number of guests would change
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version) as change:
        order = change.order(trip_order_id)
        guests = rows.guests_of(order)
        wanted = _retyped(guests, quantities) if quantities is not None else dict(changes)
        moved = _chosen(guests, wanted)
        if not moved:
            return change.result
        had = Counter(row.experience_customer_type_id for row in guests)
        new = Counter(wanted[row.pk] for row in moved)
        party = dict(had - Counter(row.experience_customer_type_id for row in moved) + new)
        kinds = dict.fromkeys((wanted[row.pk] for row in moved), 1)
        tickets = tickets_for(change, order, kinds, party)
        reseat(change, order, timeslot_id=order.timeslot_id, quantities=party)
        by_kind = {ticket.experience_customer_type_id: ticket for ticket in tickets}
        for row in moved:
            rows.retype(booking=row, ticket=by_kind[wanted[row.pk]])
        recount(moved, experience_id=order.experience_id)
        change.log(
            "trip_order.types_changed",
            entity_type="trip_order",
            entity_id=order.pk,
            before={"quantities": _keys(had)},
            after={"quantities": _keys(party), "booking_ids": [row.pk for row in moved]},
        )
    return change.result


def tickets_for(
    change: Change, order: "TripOrder", wanted: Mapping[int, int], party: Mapping[int, int]
) -> list[Ticket]:
    """
    Return a ticket priced today for each guest of `wanted`, who travel with all of `party`.

    Call it before the seats are taken.

    Without a departure there is no rate sheet to ask: then it is what the order's guests of the
    same kind pay, or the list price.
    """
    if order.timeslot_id is None:
        return _undated(order, wanted)
    slot = scheduling.get_timeslot(timeslot_id=order.timeslot_id, at=change.at)
    # Conditions see the seats before this purchase: those a cart holds are not sold yet.
    held = trips.seats_of_order(trip_order_id=order.pk).pax.values()
    priced = tickets_on(
        slot=slot,
        quantities=party,
        method=change.trip.trip_method.slug,
        reseller_id=reseller_terms.prices_of(change.trip),
        audience=change.by.audience,
        at=change.at,
        own_pax_cnt=sum(held) if change.trip.status == "draft" else 0,
    )
    by_kind = {ticket.experience_customer_type_id: ticket for ticket in priced}
    return [by_kind[kind] for kind, qty in wanted.items() for _ in range(qty)]


def _undated(order: "TripOrder", wanted: Mapping[int, int]) -> list[Ticket]:
    kinds = {kind.id: kind for kind in catalog.experience_customer_types(experience_id=order.experience_id)}
    if not set(wanted) <= set(kinds):
        raise Invalid({"quantities": ["This ticket isn't sold here."]})
    paid = {row.experience_customer_type_id: row.unit_amount for row in rows.guests_of(order)}
    asked = waivers.required_templates(experience_id=order.experience_id)
    return [
        Ticket(
            kind,
            paid.get(kind, kinds[kind].base_price),
            "base",
            kinds[kind].pax_of(1),
            waivers_cnt=len(asked.get(kind, ())),
        )
        for kind, qty in wanted.items()
        for _ in range(qty)
    ]


def _chosen(guests: "Sequence[Booking]", wanted: Mapping[int, int]) -> "list[Booking]":
    by_id = {row.pk: row for row in guests}
    if not set(wanted) <= set(by_id):
        raise Invalid({"changes": ["One of these guests is not on this order."]})
    return [by_id[pk] for pk, kind in wanted.items() if by_id[pk].experience_customer_type_id != kind]


def _retyped(guests: "Sequence[Booking]", quantities: Mapping[int, int]) -> dict[int, int]:
    """Return which guests become what so that the party is as wanted."""
    had = Counter(row.experience_customer_type_id for row in guests)
    party = Counter({kind: qty for kind, qty in quantities.items() if qty > 0})
    if had.total() != party.total():
        raise Invalid({"quantities": [f"This order has {had.total()} guests: add or delete guests instead."]})
    lacking = list((party - had).elements())
    leaving = had - party
    found: dict[int, int] = {}
    named = sorted(guests, key=lambda row: (bool(row.guest_first_name), -row.position))
    for row in named:
        kind = row.experience_customer_type_id
        if leaving[kind] > 0:
            leaving[kind] -= 1
            found[row.pk] = lacking.pop()
    return found


def _require_born(names: Sequence[GuestName], at: datetime) -> None:
    for place, name in enumerate(names):
        if name.birth_date is not None and name.birth_date > at.date():
            raise Invalid({f"guests.{place}.birth_date": ["This date is in the future."]})


def _keys(quantities: Mapping[int, int]) -> dict[str, int]:
    return {str(kind): qty for kind, qty in sorted(quantities.items()) if qty}
