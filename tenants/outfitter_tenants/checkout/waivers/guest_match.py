"""Whose waiver is whose, among the guests of one trip (domain.md 4.20). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from outfitter_tenants.waivers.rules.name_similarity import SAME_NAME, similarity


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody a waiver was signed for."""

    name: str
    email: str | None
    is_minor: bool


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest of the trip who has yet to sign; `is_minor` as the ticket says."""

    booking_id: int
    name: str
    email: str | None
    is_minor: bool


def match(people: Sequence[Person], guests: Sequence[Guest], *, chosen: int | None = None) -> dict[int, int]:
    """
    Return place in `people` -> booking, each at most once; who fits nobody is left out.

    The guest whom the signer named comes first, then addresses, then names from 0.85 on, the closest
    first. What is left goes to guests nobody has named yet whose ticket is for somebody of that
    age: whoever signs under a trip's own link travels on it.
    """
    found: dict[int, int] = {}
    free = {one.booking_id: one for one in guests}

    def take(place: int, booking_id: int) -> None:
        found[place] = booking_id
        del free[booking_id]

    if chosen in free and people:
        take(0, chosen)
    for place, one in enumerate(people):
        if place in found or not one.email:
            continue
        same = [g for g in free.values() if (g.email or "").casefold() == one.email.casefold()]
        if same:
            take(place, max(same, key=lambda g: similarity(g.name, one.name)).booking_id)
    pairs = sorted(
        (
            (similarity(one.name, guest.name), place, guest.booking_id)
            for place, one in enumerate(people)
            for guest in free.values()
        ),
        key=lambda pair: (-pair[0], pair[1], pair[2]),
    )
    for likeness, place, booking_id in pairs:
        if likeness >= SAME_NAME and place not in found and booking_id in free:
            take(place, booking_id)
    for place, one in enumerate(people):
        unnamed = [g for g in free.values() if not g.name and g.is_minor == one.is_minor]
        if place not in found and unnamed:
            take(place, unnamed[0].booking_id)
    return found
