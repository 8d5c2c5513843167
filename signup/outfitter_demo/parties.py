"""Who comes when: the choices behind every trip, all from one seeded random."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Final

from outfitter_demo.catalog import DemoExperience
from outfitter_tenants.scheduling.models import Timeslot

# Day from today -> how many trips it draws, as weights.
NEXT_DAYS: Final = {0: 40, 1: 26, 2: 15, 3: 12, 4: 11, 5: 13, 6: 12}


@dataclass(slots=True)
class Slot:
    """A departure with what is left of it while seats are given out."""

    id: int
    experience_date_id: int
    made: DemoExperience
    day: date
    start_at: datetime
    end_at: datetime
    capacity: int
    left: int
    price_override: dict[str, int]
    parties: int = 0


@dataclass(frozen=True, slots=True)
class Party:
    """A party on a departure: customer type slug -> how many."""

    slot: Slot
    quantities: dict[str, int]


@dataclass(slots=True)
class Calendar:
    """All departures around today, by day."""

    today: date
    days: dict[date, list[Slot]] = field(default_factory=dict)

    @property
    def slots(self) -> list[Slot]:
        """Return every departure in order of its start."""
        return [slot for day in sorted(self.days) for slot in self.days[day]]


def load_calendar(made: Sequence[DemoExperience], *, today: date) -> Calendar:
    """Return the departures of the past month and the two months ahead."""
    by_id = {each.id: each for each in made}
    rows = Timeslot.objects.filter(
        date__range=(today - timedelta(days=34), today + timedelta(days=62)),
        status="open",
        is_blacked_out=False,
    ).select_related("experience_timeslot")
    calendar = Calendar(today)
    for row in rows.order_by("start_at", "experience__position"):
        rule = row.experience_timeslot
        slot = Slot(
            row.pk,
            row.experience_date_id,
            by_id[row.experience_id],
            row.date,
            row.start_at,
            row.end_at,
            row.capacity or 0,
            row.capacity or 0,
            dict((rule.price_override if rule else None) or {}),
        )
        calendar.days.setdefault(row.date, []).append(slot)
    return calendar


def choose_day(rng: random.Random, calendar: Calendar) -> date:
    """Return a day: today and the next ones are busiest, weekends busier than weekdays."""
    offsets = range(-33, 61)
    weights = [_weight(offset, calendar.today + timedelta(days=offset)) for offset in offsets]
    return calendar.today + timedelta(days=rng.choices(offsets, weights)[0])


def _weight(offset: int, day: date) -> float:
    weekend = 1.5 if day.weekday() >= 4 else 1.0
    if offset in NEXT_DAYS:
        return float(NEXT_DAYS[offset])
    if offset < 0:
        return weekend * (4.2 if offset > -8 else 2.6)
    return weekend * (2.6 if offset < 22 else 0.9)


def take_party(
    rng: random.Random, calendar: Calendar, day: date, *, exclude: int | None = None
) -> Party | None:
    """Put a party onto one of a day's departures that has room, None when none has."""
    open_slots = [
        slot
        for slot in calendar.days.get(day, [])
        if slot.left >= 2 and slot.made.id != exclude and "boat" not in slot.made.tickets
    ]
    if not open_slots:
        return None
    weights = [slot.made.plan.popularity * (0.4 + slot.left / slot.capacity) for slot in open_slots]
    slot = rng.choices(open_slots, weights)[0]
    return seat(slot, compose(rng, slot))


def compose(rng: random.Random, slot: Slot) -> dict[str, int]:
    """Return a party that fits into what is left of a departure."""
    tickets = slot.made.tickets
    if "boat" in tickets:
        return {"boat": 1}
    party = {"adult": rng.choices((1, 2, 3, 4, 5, 6), (16, 46, 13, 15, 5, 5))[0]}
    for slug, chance in (("child", 0.3), ("youth", 0.2), ("senior", 0.16), ("student", 0.12)):
        if slug in tickets and rng.random() < chance:
            party[slug] = rng.choice((1, 1, 2))
    if "infant" in tickets and rng.random() < 0.07:
        party["infant"] = 1
    while seats_of(slot, party) > slot.left:
        largest = max(party, key=lambda slug: party[slug])
        party[largest] -= 1
        party = {slug: qty for slug, qty in party.items() if qty > 0}
    return party


def seat(slot: Slot, quantities: dict[str, int]) -> Party | None:
    """Take the party's seats; None when nobody is left of it."""
    pax = seats_of(slot, quantities)
    if not pax:
        return None
    slot.left -= pax
    slot.parties += 1
    return Party(slot, quantities)


def give_back(party: Party) -> None:
    """Give a party's seats back."""
    party.slot.left += seats_of(party.slot, party.quantities)
    party.slot.parties -= 1


def seats_of(slot: Slot, quantities: dict[str, int]) -> int:
    """Return the seats that tickets take."""
    return sum(slot.made.tickets[slug].pax_of(qty) for slug, qty in quantities.items())


def fill_up(rng: random.Random, slot: Slot, *, leave: int) -> list[Party]:
    """Return parties that leave only so many seats on a departure."""
    found: list[Party] = []
    while slot.left > leave:
        party = compose(rng, slot)
        too_many = seats_of(slot, party) - (slot.left - leave)
        if too_many > 0:
            party = {"adult": slot.left - leave}
        if taken := seat(slot, party):
            found.append(taken)
    return found
