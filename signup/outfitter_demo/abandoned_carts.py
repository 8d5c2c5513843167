"""Carts that somebody left, some a minute ago: by the operation the trip builder calls."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from outfitter.kit.errors import DomainError
from outfitter_demo.guest_names import Person
from outfitter_demo.parties import Calendar, Slot
from outfitter_tenants.checkout.carts.operations import save_trip
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest, OrderRequest
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.trips.operations.drafts import Contact

# How long ago each cart was filled: the first ones still hold their seats.
AGES: Final = tuple(timedelta(minutes=m) for m in (3, 8, 55, 190, 700, 1500, 2900, 4300, 7200, 9000))


def leave_carts(rng: random.Random, calendar: Calendar, people: Sequence[Person], *, at: datetime) -> int:
    """Fill carts and walk away; returns how many there are."""
    made = 0
    for number, age in enumerate(AGES):
        slot = _slot(rng, calendar, at)
        person = people[-1 - number]
        made += slot is not None and _leave(slot, person, number, at - age)
    scheduling.sweep_expired_holds(at=at)
    return made


def _slot(rng: random.Random, calendar: Calendar, at: datetime) -> Slot | None:
    late = at + timedelta(hours=26)
    found = [
        slot
        for slot in calendar.slots
        if slot.start_at > late and slot.left >= 5 and "boat" not in slot.made.tickets
    ]
    return rng.choice(found[:120]) if found else None


def _leave(slot: Slot, person: Person, number: int, at: datetime) -> bool:
    adult = slot.made.tickets["adult"].id
    # Every second one left before saying who they are.
    contact = (
        None
        if number % 2
        else Contact(person.first_name, person.last_name, person.email, person.phone, person.country)
    )
    cart = CartRequest(
        trip_id=None,
        version=None,
        locale=person.locale,
        contact=contact,
        orders=[OrderRequest(None, slot.made.id, slot.id, {adult: 2 + number % 2})],
        utm={},
        referrer=None,
    )
    caller = CartActor("online", "ecommerce", visitor=f"demo-visitor-{number}", ip=None)
    try:
        save_trip(cart=cart, caller=caller, at=at)
    except DomainError:
        return False
    slot.left -= 2 + number % 2
    return True
