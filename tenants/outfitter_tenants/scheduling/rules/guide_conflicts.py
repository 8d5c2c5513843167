"""
Who can guide a departure, and who best: pure rules (domain.md 4.21).

What speaks against a guide is advice, not a wall: whoever assigns them knowing it may.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal

from outfitter_tenants.scheduling.rules.resource_capacity import Span

ConflictKind = Literal["overlap", "blackout", "skills", "languages", "daily_limit"]
# Load is compared over so many days on each side of the departure.
LOAD_DAYS: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Duty:
    """A departure that somebody guides, with the time they need before and after it."""

    timeslot_id: int
    experience_id: int
    experience_name: str
    date: date
    start_at: datetime
    end_at: datetime
    before: timedelta = timedelta(0)
    after: timedelta = timedelta(0)

    @property
    def span(self) -> Span:
        """Return from when to when the guide is taken."""
        return self.start_at - self.before, self.end_at + self.after

    @property
    def minutes(self) -> int:
        """Return the length of the departure itself."""
        return int((self.end_at - self.start_at).total_seconds() // 60)


@dataclass(frozen=True, slots=True)
class Demand:
    """A departure to be guided, and what it asks of a guide."""

    duty: Duty
    skills: tuple[str, ...] = ()
    # The guide should speak one of them.
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ability:
    """What a guide can do, and how many minutes a day (None: no limit)."""

    skills: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    max_minutes_per_day: int | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """
    One thing that speaks against a guide.

    `duty` is the other departure of an overlap, `span` the blackout; `missing` are skills or
    languages; `minutes` is what the day would have, `limit` what it may.
    """

    kind: ConflictKind
    duty: Duty | None = None
    span: Span | None = None
    missing: tuple[str, ...] = ()
    minutes: int | None = None
    limit: int | None = None


def conflicts(
    demand: Demand, ability: Ability, duties: Sequence[Duty], blackouts: Sequence[Span]
) -> list[Conflict]:
    """Return what speaks against a guide; `duties` may hold the departure itself."""
    others = [duty for duty in duties if duty.timeslot_id != demand.duty.timeslot_id]
    begin, end = demand.duty.span
    found = [Conflict("overlap", duty=duty) for duty in others if duty.span[0] < end and duty.span[1] > begin]
    found += [
        Conflict("blackout", span=span)
        for span in blackouts
        if span[0] < demand.duty.end_at and span[1] > demand.duty.start_at
    ]
    if missing := _missing(demand.skills, ability.skills):
        found.append(Conflict("skills", missing=missing))
    if demand.languages and len(_missing(demand.languages, ability.languages)) == len(demand.languages):
        found.append(Conflict("languages", missing=demand.languages))
    minutes = demand.duty.minutes + day_minutes(others, demand.duty.date)
    limit = ability.max_minutes_per_day
    if limit is not None and minutes > limit:
        found.append(Conflict("daily_limit", minutes=minutes, limit=limit))
    return found


def _missing(wanted: Iterable[str], had: Iterable[str]) -> tuple[str, ...]:
    known = {word.strip().casefold() for word in had}
    return tuple(word for word in wanted if word.strip().casefold() not in known)


def day_minutes(duties: Iterable[Duty], day: date) -> int:
    """Return the minutes of departures on a local day, each departure once."""
    return sum(duty.minutes for duty in _once(duties) if duty.date == day)


def load(duties: Iterable[Duty], around: date) -> int:
    """Return the minutes of departures in the week before and the week after a day."""
    return sum(duty.minutes for duty in _once(duties) if abs(duty.date - around) <= LOAD_DAYS)


def _once(duties: Iterable[Duty]) -> list[Duty]:
    return list({duty.timeslot_id: duty for duty in duties}.values())


def deal(
    departures: Iterable[tuple[int, Span]], guides: Sequence[int], busy: Mapping[int, Iterable[Span]]
) -> list[tuple[int, int, bool]]:
    """
    Return who of the default guides takes which departures: (timeslot, guide, leads).

    A guide who is busy then is left out, with another of these departures as well; the first who
    is free leads.
    """
    taken = {guide: sorted(busy.get(guide, ())) for guide in guides}
    found: list[tuple[int, int, bool]] = []
    for timeslot_id, (begin, end) in sorted(departures, key=lambda item: (item[1], item[0])):
        is_led = False
        for guide in guides:
            spans = taken[guide]
            place = bisect_left(spans, (begin, end))
            # Sorted and apart from one another: only the neighbours can touch it.
            near = spans[max(0, place - 1) : place + 1]
            if any(first < end and last > begin for first, last in near):
                continue
            spans.insert(place, (begin, end))
            found.append((timeslot_id, guide, not is_led))
            is_led = True
    return found


def rank_key(
    found: Sequence[Conflict], *, load_minutes: int, pairing_cnt: int, name: str, guide_id: int
) -> tuple[object, ...]:
    """
    Return how guides are ordered for a departure.

    Who is free, then who has the skills, then who does least in those two weeks, then who did this
    experience most often before; by name at last.
    """
    away = any(item.kind in {"overlap", "blackout", "daily_limit"} for item in found)
    unskilled = any(item.kind in {"skills", "languages"} for item in found)
    return away, unskilled, load_minutes, -pairing_cnt, name.casefold(), guide_id
