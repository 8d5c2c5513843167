"""Vans, boats and guides, and which departures they serve."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from outfitter.kit import zones
from outfitter_demo import operator
from outfitter_demo.parties import Calendar, Slot
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.scheduling.models import (
    Blackout,
    BookingResource,
    GuideProfile,
    Resource,
    ResourceGroup,
    Timeslot,
    TimeslotGuide,
)

# group, kind, resources as (name, code, capacity, colour)
FLEET: Final = (
    (
        "Vans", "vehicle",
        (("Van Spruce", "SPR", 14, "#3e6b3a"), ("Van Juniper", "JUN", 13, "#5b7f95")),
    ),
    (
        "Boats", "vessel",
        (
            ("Schooner Margaret Rowe", "ROWE", 28, "#b4732a"),
            ("M/V Tern", "TERN", 48, "#1f6a8c"),
            ("Lobster boat Nan B.", "NANB", 22, "#a3392f"),
            ("Launch Periwinkle", "PERI", 6, "#2f6f55"),
        ),
    ),
    (
        "Kayaks", "equipment",
        (("Tandem kayaks", "TK", 12, "#c2562f"), ("Single kayaks", "SK", 8, "#c78b2f")),
    ),
    ("Boards", "equipment", (("Paddleboards", "SUP", 10, "#3f7f78"),)),
)  # fmt: skip
# What guides can do, dealt out one after another: skills, languages, minutes a day.
ABILITIES: Final = (
    (("First aid", "Sea kayak"), ("en", "fr"), 480),
    (("First aid", "Captain's licence"), ("en",), 600),
    (("First aid", "Naturalist"), ("en", "de"), 480),
    (("First aid", "Climbing"), ("en", "es"), None),
)
# Days from today and how many, who or what, why.
AWAY: Final = ((9, 2, "Lobster boat Nan B.", "Hauled out, new zincs"), (5, 1, "", "Dentist"))
# category -> what the crew should know
NOTES: Final = {
    "On the water": (
        "Wind NW 15, gusts 22. The captain decides at the dock.",
        "Low tide: launch from the outer float.",
        "New radio on board, channel 9.",
        "Two guests from the cruise ship, back by 15:30 sharp.",
    ),
    "In the woods": (
        "Trail crew at bridge 7, walk the bikes.",
        "Line 4 is closed, take the bypass.",
    ),
    "After dark": ("Spare lanterns are in the boathouse.", "Frost on the summit, bring the mats."),
}


@dataclass(slots=True)
class Diary:
    """What somebody or something is busy with, as spans of time."""

    spans: list[tuple[datetime, datetime]] = field(default_factory=list)

    def is_free(self, slot: Slot, rest: timedelta) -> bool:
        """Return whether there is room for a departure, with a rest on both sides."""
        start, end = slot.start_at - rest, slot.end_at + rest
        return all(end <= begun or start >= done for begun, done in self.spans)

    def take(self, slot: Slot) -> None:
        """Note a departure."""
        self.spans.append((slot.start_at, slot.end_at))


def create_fleet(rng: random.Random) -> dict[str, Resource]:
    """Create the resources and return them by name."""
    made: dict[str, Resource] = {}
    for name, kind, resources in FLEET:
        group = ResourceGroup.objects.create(name=name, kind=kind)
        for title, code, capacity, color in resources:
            made[title] = Resource(
                group=group, name=title, code=code, capacity=capacity, color=color,
                ical_hash="".join(rng.choices("0123456789abcdef", k=24)),
            )  # fmt: skip
    Resource.objects.bulk_create(made.values())
    return made


def assign(
    rng: random.Random, calendar: Calendar, fleet: dict[str, Resource], guides: Sequence[UserAvatar]
) -> None:
    """Give every departure with guests, and all of today's and tomorrow's, its crew."""
    soon = {calendar.today, calendar.today + timedelta(days=1)}
    slots = [slot for slot in calendar.slots if slot.parties or slot.day in soon]
    # Departures with guests choose first.
    slots.sort(key=lambda slot: (slot.day, not slot.parties, slot.start_at))
    diaries = {guide.pk: Diary() for guide in guides}
    people: list[TimeslotGuide] = []
    things: list[BookingResource] = []
    for slot in slots:
        people += _guides(rng, slot, guides, diaries)
        things += _things(slot, fleet)
    TimeslotGuide.objects.bulk_create(people)
    BookingResource.objects.bulk_create(things)
    _annotate(rng, [slot for slot in slots if slot.day >= calendar.today])


def describe(calendar: Calendar, fleet: dict[str, Resource], guides: Sequence[UserAvatar]) -> None:
    """Say what the guides can do, and when a boat and one of them are not there."""
    GuideProfile.objects.bulk_create(
        GuideProfile(
            user_avatar=guide, skills=list(skills), languages=list(languages), color=guide.color,
            max_minutes_per_day=minutes,
        )
        for number, guide in enumerate(guides)
        for skills, languages, minutes in [ABILITIES[number % len(ABILITIES)]]
    )  # fmt: skip
    for ahead, days, name, reason in AWAY:
        first = calendar.today + timedelta(days=ahead)
        last = first + timedelta(days=days - 1)
        Blackout.objects.create(
            resource=fleet[name] if name else None,
            guide_avatar_id=None if name else guides[-1].pk,
            start_at=zones.day_bounds(first, operator.ZONE)[0],
            end_at=zones.day_bounds(last, operator.ZONE)[1], reason=reason,
        )  # fmt: skip


def _guides(
    rng: random.Random, slot: Slot, guides: Sequence[UserAvatar], diaries: dict[int, Diary]
) -> list[TimeslotGuide]:
    rest = timedelta(minutes=15)
    free = [guide for guide in guides if diaries[guide.pk].is_free(slot, rest)]
    rng.shuffle(free)
    chosen = sorted(free, key=lambda guide: len(diaries[guide.pk].spans))[: slot.made.plan.guides]
    for guide in chosen:
        diaries[guide.pk].take(slot)
    return [
        TimeslotGuide(
            timeslot_id=slot.id, user_avatar=guide, role="lead" if number == 0 else "assistant",
            status="confirmed" if rng.random() < 0.7 else "assigned",
        )
        for number, guide in enumerate(chosen)
    ]  # fmt: skip


def _things(slot: Slot, fleet: dict[str, Resource]) -> list[BookingResource]:
    resource = fleet.get(slot.made.plan.resource)
    if resource is None:
        return []
    used = max(1, slot.capacity - slot.left)
    return [
        BookingResource(
            timeslot_id=slot.id, resource=resource, start_at=slot.start_at, end_at=slot.end_at,
            units=min(resource.capacity, used),
        )
    ]  # fmt: skip


def _annotate(rng: random.Random, slots: Sequence[Slot]) -> None:
    # The busiest departure of every kind today, and some of the days that follow.
    for category, notes in NOTES.items():
        mine = [slot for slot in slots if slot.made.plan.category == category and slot.parties]
        mine.sort(key=lambda slot: (slot.day, -slot.parties))
        for note, slot in zip(
            notes, mine[:1] + rng.sample(mine[1:30], len(notes) - 1), strict=True
        ):
            Timeslot.objects.filter(pk=slot.id).update(note=note)
