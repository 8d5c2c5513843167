"""Seats that an agent sets aside: a draft by the ordinary cart, once for each conversation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.ai_agents import agent_calls
from outfitter_tenants.ai_agents.agent_settings import AgentLimits
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest, OrderRequest
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_management import notes
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations import Buyer, NotBookable, SoldOut, bookability
from outfitter_tenants.trips.operations.drafts import Contact

METHOD: Final = "ai_agent"
# So many other experiences or departures are named where one cannot be had.
_MOST_OFFERED: Final = 5


class UnknownExperience(DomainError):
    """Nothing of that kind is sold here; `alternatives` are."""

    code = "unknown_experience"
    status = 404


class UnknownTimeslot(DomainError):
    """The experience has no such departure; `alternatives` it has."""

    code = "unknown_timeslot"
    status = 404


class UnknownGuestType(DomainError):
    """The experience has no tickets for such guests."""

    code = "unknown_customer_type"
    status = 422


class TooManyGuests(DomainError):
    """The party is larger than agents may book: a person does it."""

    code = "too_many_guests"
    status = 422


class BookingsOff(DomainError):
    """Agents tell here, and book nothing."""

    code = "bookings_off"
    status = 403


@dataclass(frozen=True, slots=True)
class HoldWish:
    """Who wants what: customer type -> how many, for an experience at a departure."""

    call_id: str
    phone: str
    experience_id: int
    timeslot_id: int
    quantities: Mapping[int, int]
    contact: Contact | None
    locale: str
    note: str = ""
    is_by_experience_type: bool = False


def hold_seats(
    *, wish: HoldWish, limits: AgentLimits, agent: str, ip: str | None, at: datetime
) -> tuple[int, bool]:
    """
    Make a draft that holds the seats; returns it, and whether it is new.

    Asked for again in the same conversation, it is the trip that was made then.

    :raises BookingsOff: agents book nothing here; also TooManyGuests
    :raises UnknownExperience: it is not sold; also UnknownTimeslot, UnknownGuestType
    :raises SoldOut: `alternatives` says what could be had; also NotBookable
    :raises CallReused: another caller has this `call_id`
    """
    if not limits.can_create:
        raise BookingsOff("AI agents can't book here.")
    order = resolve_order(wish, limits=limits, at=at)
    actor = CartActor("online", METHOD, None, ip)
    cart = CartRequest(
        trip_id=None,
        version=None,
        locale=wish.locale,
        contact=wish.contact,
        orders=[order],
        utm={},
        referrer=None,
    )
    try:
        with atomic():
            call = agent_calls.lock_call(call_id=wish.call_id, phone=wish.phone, at=at)
            if call.trip_id is not None:
                return call.trip_id, False
            trip_id = carts.save_trip(cart=cart, caller=actor, at=at).trip_id
            if wish.note:
                _add_note(trip_id, wish.note, agent, at)
            agent_calls.set_trip(call=call, trip_id=trip_id)
        return trip_id, True
    except (SoldOut, NotBookable) as problem:
        problem.detail["alternatives"] = near_departures(order, at=at)
        raise


def resolve_order(wish: HoldWish, *, limits: AgentLimits, at: datetime) -> OrderRequest:
    """
    Return what is wanted, in the words of a cart.

    :raises UnknownExperience: it is not sold; also UnknownTimeslot, UnknownGuestType, TooManyGuests
    """
    experience = catalog.find_experience(experience_id=wish.experience_id)
    if experience is None or experience.status != "live":
        others = [{"id": row.id, "name": row.name} for row in catalog.list_live()[:_MOST_OFFERED]]
        raise UnknownExperience("This experience isn't available here.", alternatives=others)
    slot = scheduling.get_timeslot_refs(ids=[wish.timeslot_id], at=at).get(wish.timeslot_id)
    if slot is None or slot.experience_id != experience.id:
        raise UnknownTimeslot("This experience has no such departure.")
    by_type = {
        kind.id if wish.is_by_experience_type else kind.customer_type_id: kind
        for kind in experience.online_types
    }
    unknown = sorted(set(wish.quantities) - set(by_type))
    if unknown:
        raise UnknownGuestType("This experience has no tickets for such guests.", customer_type_ids=unknown)
    pax = sum(by_type[pk].pax_of(qty) or qty for pk, qty in wish.quantities.items())
    if pax > limits.max_pax:
        raise TooManyGuests("This party is too large to be booked here.", max_pax=limits.max_pax)
    quantities = {by_type[pk].id: qty for pk, qty in wish.quantities.items()}
    return OrderRequest(None, experience.id, slot.id, quantities)


def near_departures(order: OrderRequest, *, at: datetime) -> list[dict[str, object]]:
    """Return the departures nearby that take the party, the nearest first."""
    slot = scheduling.get_timeslot(timeslot_id=order.timeslot_id, at=at)
    found = bookability.check(
        slot=slot, quantities=order.quantities, hold_id=0, at=at, buyer=Buyer("online", METHOD)
    )
    return [
        {"timeslot_id": one.id, "experience_id": one.experience_id, "start_at": one.start_at.isoformat()}
        for one in found.alternatives
    ]


def sum_of(pairs: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Return how many of each guest type are wanted, those named twice together."""
    wanted: dict[int, int] = {}
    for kind, qty in pairs:
        wanted[kind] = wanted.get(kind, 0) + qty
    return wanted


def _add_note(trip_id: int, text: str, agent: str, at: datetime) -> None:
    values: dict[str, object] = {"body": text, "kind": "staff", "is_pinned": False, "show_on_manifest": False}
    by = TripActor(name=agent, permissions=frozenset({"trip.edit"}))
    notes.add(trip_id=trip_id, values=values, by=by, at=at)
