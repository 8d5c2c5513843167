"""Guides: what they can do, which departures they lead, and when they are away."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from outfitter.kit import zones
from outfitter_demo import operator_account
from outfitter_demo.parties import Calendar, Slot
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.scheduling.models import Blackout, GuideProfile, Timeslot, TimeslotGuide

# What guides can do, dealt out one after another: skills, languages, minutes a day.
ABILITIES: Final = (
    (("First aid", "Sea kayak"), ("en", "fr"), 480),
    (("First aid", "Captain's licence"), ("en",), 600),
    (("First aid", "Naturalist"), ("en", "de"), 480),
    (("First aid", "Climbing"), ("en", "es"), None),
)
# What a departure is paid with: for going, and for each hour; dealt out like abilities.
PAY: Final = ((2000, 2600), (0, 3200), (2500, 2400), (1500, 2800))
# Days from today and how many, why; the last guide of all.
AWAY: Final = ((5, 1, "Dentist"), (23, 4, "Visiting family"))
# category -> what the crew should know
NOTES: Final = {
    "On the water": (
        "Wind NW 15, gusts 22. The captain decides at the dock.",
        "Low tide: launch from the outer float.",
        "New radio on board, channel 9.",
        "Two guests from the cruise ship, back by 15:30 sharp.",
    ),
    "In the woods": ("Trail crew at bridge 7, walk the bikes.", "Line 4 is closed, take the bypass."),
    "After dark": ("Spare lanterns are in the boathouse.", "Frost on the summit, bring the mats."),
}


@dataclass(slots=True)
class BusySpans:
    """What somebody or something is busy with, as spans of time."""

    spans: list[tuple[datetime, datetime]] = field(default_factory=list)

    def is_free(self, slot: Slot, rest: timedelta) -> bool:
        """Return whether there is room for a departure, with a rest on both sides."""
        start, end = slot.start_at - rest, slot.end_at + rest
        return all(end <= begun or start >= done for begun, done in self.spans)

    def take(self, slot: Slot) -> None:
        """Note a departure."""
        self.spans.append((slot.start_at, slot.end_at))


def assign(rng: random.Random, calendar: Calendar, guides: Sequence[UserAvatar]) -> None:
    """Give every departure with guests, and all of today's and tomorrow's, its guides."""
    soon = {calendar.today, calendar.today + timedelta(days=1)}
    slots = [slot for slot in calendar.slots if slot.parties or slot.day in soon]
    # Departures with guests choose first.
    slots.sort(key=lambda slot: (slot.day, not slot.parties, slot.start_at))
    diaries = {guide.pk: BusySpans() for guide in guides}
    diaries[guides[-1].pk].spans += [span for span, _ in _away(calendar)]
    people: list[TimeslotGuide] = []
    for slot in slots:
        people += _guides(rng, slot, guides, diaries)
    TimeslotGuide.objects.bulk_create(people)
    _annotate(rng, [slot for slot in slots if slot.day >= calendar.today])


def describe(calendar: Calendar, guides: Sequence[UserAvatar]) -> None:
    """Say what the guides can do, and when one of them is not there."""
    profiles = []
    for number, guide in enumerate(guides):
        skills, languages, minutes = ABILITIES[number % len(ABILITIES)]
        guide.languages = list(languages)
        going, hour = PAY[number % len(PAY)]
        profiles.append(
            GuideProfile(
                user_avatar=guide,
                skills=list(skills),
                max_minutes_per_day=minutes,
                pay_per_departure=going,
                pay_per_hour=hour,
            )
        )
    UserAvatar.objects.bulk_update(guides, ["languages"])
    GuideProfile.objects.bulk_create(profiles)
    Blackout.objects.bulk_create(
        Blackout(guide_avatar_id=guides[-1].pk, start_at=begin, end_at=end, reason=reason)
        for (begin, end), reason in _away(calendar)
    )


def _away(calendar: Calendar) -> list[tuple[tuple[datetime, datetime], str]]:
    found = []
    for ahead, days, reason in AWAY:
        first = calendar.today + timedelta(days=ahead)
        last = first + timedelta(days=days - 1)
        begin, end = (
            zones.day_bounds(first, operator_account.ZONE),
            zones.day_bounds(last, operator_account.ZONE),
        )
        found.append(((begin[0], end[1]), reason))
    return found


def _guides(
    rng: random.Random, slot: Slot, guides: Sequence[UserAvatar], diaries: dict[int, BusySpans]
) -> list[TimeslotGuide]:
    rest = timedelta(minutes=15)
    free = [guide for guide in guides if diaries[guide.pk].is_free(slot, rest)]
    rng.shuffle(free)
    chosen = sorted(free, key=lambda guide: len(diaries[guide.pk].spans))[: slot.made.plan.guides]
    for guide in chosen:
        diaries[guide.pk].take(slot)
    return [
        TimeslotGuide(
            timeslot_id=slot.id,
            user_avatar=guide,
            role="lead" if number == 0 else "assistant",
            status="confirmed" if rng.random() < 0.7 else "assigned",
        )
        for number, guide in enumerate(chosen)
    ]


def _annotate(rng: random.Random, slots: Sequence[Slot]) -> None:
    # The busiest departure of every kind today, and some of the days that follow.
    for category, notes in NOTES.items():
        mine = [slot for slot in slots if slot.made.plan.category == category and slot.parties]
        mine.sort(key=lambda slot: (slot.day, -slot.parties))
        for note, slot in zip(notes, mine[:1] + rng.sample(mine[1:30], len(notes) - 1), strict=True):
            Timeslot.objects.filter(pk=slot.id).update(note=note)
