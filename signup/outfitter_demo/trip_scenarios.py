"""What became of each trip: how it was booked, paid, changed, and who turned up."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from outfitter_demo.guest_names import Person
from outfitter_demo.parties import Calendar, Party, Slot, choose_day, fill_up, give_back, take_party

METHODS: Final = {"ecommerce": 62, "phone": 15, "walk_up": 9, "staff": 8, "kiosk": 4, "ai_agent": 2}
ONLINE: Final = frozenset({"ecommerce", "kiosk", "ai_agent"})
NOTES: Final = (
    "Celebrating their tenth anniversary, a small cake would be lovely.",
    "One guest uses a walking stick, please plan an extra ten minutes.",
    "Peanut allergy: tell the kitchen before packing the snacks.",
    "Asked for the same guide as last year (Sam).",
    "Arriving by cruise ship, must be back on the pier in time.",
    "Voucher from the Bluebird Inn, room 14.",
    "Would like to borrow two pairs of binoculars.",
    "First time on the water, a little nervous.",
    "Vegetarian, all of them.",
    "Lost luggage, needs rain gear in size L.",
)
GROUPS: Final = (
    "Somes Sound School, grade 8",
    "Holloway wedding party",
    "Bluebird Inn guests",
    "Granite State Camera Club",
    "Team Northwind offsite",
)
# Departures that are nearly or quite full: picture, days from today, departure of that day, left.
FULL: Final = (
    ("lighthouse", 0, 1, 2),
    ("schooner", 0, 1, 4),
    ("schooner", 1, 1, 0),
    ("zip-line", 1, 0, 0),
    ("whales", 2, 0, 3),
    ("sea-kayak", 3, 0, 1),
    ("lantern-walk", 3, 0, 0),
)
REQUESTS: Final = 9
UNDER_REVIEW: Final = 5


@dataclass(slots=True)
class TripScenario:
    """One trip as it will be written down; `paid` is the share of the total in percent."""

    person: Person
    parties: list[Party]
    created_at: datetime
    method: str = "ecommerce"
    status: str = "reserved"
    paid: int = 100
    pay_with: str = "card"
    is_fixed: bool = False
    cancel_reason: str | None = None
    kept_percent: int = 0
    goodwill_amount: int = 0
    is_without_seats: bool = False
    note: str = ""
    group: str | None = None
    arrivals: dict[int, str] = field(default_factory=dict)

    @property
    def first_start(self) -> datetime:
        """Return when the trip begins."""
        return min(party.slot.start_at for party in self.parties)

    def is_cancelled(self, index: int) -> bool:
        """Return whether the order of that party was cancelled; it is always the first."""
        return index == 0 and self.cancel_reason is not None


def make_scenarios(
    rng: random.Random, calendar: Calendar, people: Sequence[Person], *, count: int, at: datetime
) -> list[TripScenario]:
    """Return `count` trips; nearly every kind of trip there can be is among them."""
    fixed = [[party] for slot, left in _full(calendar) for party in fill_up(rng, slot, leave=left)]
    loose = [_parties(rng, calendar) for _ in range(count - REQUESTS - len(fixed))]
    stories = [_story(rng, _regular(rng, people), parties, at) for parties in fixed]
    for story in stories:
        story.is_fixed = True
    stories += [_story(rng, _regular(rng, people), parties, at) for parties in loose]
    for story in stories:
        _change(rng, story, at)
    _delete_some(stories, at)
    stories += _requests(rng, calendar, people, at)
    for story in stories:
        _arrive(rng, story, at)
    return stories


def _regular(rng: random.Random, people: Sequence[Person]) -> Person:
    # The first ones of the list come again and again.
    return people[int(len(people) * rng.random() ** 1.2)]


def _full(calendar: Calendar) -> list[tuple[Slot, int]]:
    found = []
    for picture, days, number, left in FULL:
        day = calendar.days.get(calendar.today + timedelta(days=days), [])
        mine = [slot for slot in day if slot.made.plan.picture == picture]
        if mine:
            found.append((mine[min(number, len(mine) - 1)], left))
    return found


def _parties(rng: random.Random, calendar: Calendar) -> list[Party]:
    while (party := take_party(rng, calendar, choose_day(rng, calendar))) is None:
        continue
    if rng.random() > 0.11:
        return [party]
    later = party.slot.day + timedelta(days=rng.choice((0, 1, 1, 2)))
    other = take_party(rng, calendar, later, exclude=party.slot.made.id)
    if other is None:
        return [party]
    if other.slot.start_at < party.slot.end_at:
        give_back(other)
        return [party]
    return [party, other]


def _story(rng: random.Random, person: Person, parties: list[Party], at: datetime) -> TripScenario:
    story = TripScenario(person, parties, at)
    story.method = rng.choices(list(METHODS), list(METHODS.values()))[0]
    start = story.first_start
    if story.method == "walk_up" and start - timedelta(minutes=50) > at:
        story.method = "phone"
    hours = min(max(rng.lognormvariate(4.4, 1.1), 1.5), 24 * 38)
    lead = timedelta(minutes=rng.randint(12, 50)) if story.method == "walk_up" else None
    latest = at - timedelta(minutes=rng.randint(2, 4000))
    story.created_at = min(start - (lead or timedelta(hours=hours)), at if lead else latest)
    _pay(rng, story, at)
    return story


def _pay(rng: random.Random, story: TripScenario, at: datetime) -> None:
    is_over = story.first_start < at
    if story.method in ONLINE:
        story.paid = 30 if not is_over and rng.random() < 0.1 else 100
        return
    story.pay_with = rng.choices(("card", "cash", "external"), (55, 38, 7))[0]
    if is_over:
        story.paid = 0 if rng.random() < 0.05 else 100
    else:
        story.paid = rng.choices((0, 50, 100), (45, 20, 35))[0]


def _change(rng: random.Random, story: TripScenario, at: datetime) -> None:
    pax = sum(sum(party.quantities.values()) for party in story.parties)
    if pax >= 8:
        story.group = rng.choice(GROUPS)
    if rng.random() < 0.17:
        story.note = rng.choice(NOTES)
    if story.is_fixed:
        return
    chance = rng.random()
    if chance < 0.075:
        story.cancel_reason = rng.choice(("customer", "customer", "customer", "weather"))
        story.kept_percent = 50 if story.cancel_reason == "customer" and rng.random() < 0.3 else 0
        give_back(story.parties[0])
    elif chance < 0.1 and story.paid == 100 and story.first_start < at:
        story.goodwill_amount = rng.choice((1000, 1500, 2000))


def _delete_some(stories: Sequence[TripScenario], at: datetime) -> None:
    loose = [s for s in stories if not s.is_fixed and s.cancel_reason is None]
    unpaid = [s for s in loose if s.paid == 0 and s.first_start > at]
    for story in unpaid[:7]:
        story.status = "deleted"
        for party in story.parties:
            give_back(party)
    # One payment that arrived after its seats had been sold to others: somebody has to decide.
    late = [
        story
        for story in loose
        if story.method == "ecommerce"
        and story.paid == 100
        and story.first_start > at
        and len(story.parties) == 1
    ]
    for story in late[:1]:
        story.is_without_seats, story.status = True, "under_review"
        give_back(story.parties[0])


def _requests(
    rng: random.Random, calendar: Calendar, people: Sequence[Person], at: datetime
) -> list[TripScenario]:
    """Private picnics: asked for on the website; some still wait for an answer."""
    boats = [slot for slot in calendar.slots if "boat" in slot.made.tickets]
    wanted = [slot for slot in boats if slot.start_at > at + timedelta(days=2)]
    past = [slot for slot in boats if slot.end_at < at]
    found: list[TripScenario] = []
    for slot in [*rng.sample(wanted, REQUESTS - 3), *rng.sample(past, 3)]:
        slot.left, slot.parties = 0, 1
        story = _story(rng, rng.choice(people), [Party(slot, {"boat": 1})], at)
        story.method, story.paid, story.pay_with = "ecommerce", 100, "card"
        latest = min(at, slot.start_at - timedelta(days=2))
        story.created_at = min(story.created_at, latest)
        found.append(story)
    for story in found[:UNDER_REVIEW]:
        story.status = "under_review"
    return found


def _arrive(rng: random.Random, story: TripScenario, at: datetime) -> None:
    """Let guests turn up as the day has it: all of the past, some of what starts soon."""
    for index, party in enumerate(story.parties):
        slot = party.slot
        if slot.start_at <= at:
            chances = (91, 4, 5) if slot.end_at < at else (94, 4, 2)
            story.arrivals[index] = rng.choices(("arrived", "mixed", "no_show"), chances)[0]
        elif slot.start_at - at < timedelta(minutes=50) and rng.random() < 0.55:
            story.arrivals[index] = "arrived"
    if "no_show" in story.arrivals.values() and story.paid == 0:
        story.note = story.note or "No-show, and hasn't paid. Call once more."
