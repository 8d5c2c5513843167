"""Whose turn it is: pure rules of the waiting list (docs/adr/0088)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal

Flexibility = Literal["departure", "day", "days"]
# Whoever would come on another day as well comes so many days earlier or later.
DAYS_AROUND: Final = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Departure:
    """A departure that seats came back to, as far as a list asks for it."""

    id: int
    date: date


@dataclass(frozen=True, slots=True)
class WaitingParty:
    """A party in line; `pax_cnt` is the seats it takes, `position` its place."""

    id: int
    position: int
    pax_cnt: int
    timeslot_id: int
    date_from: date
    date_to: date
    flexibility: Flexibility = "departure"

    def wants(self, departure: Departure) -> bool:
        """Return whether the party would go with a departure."""
        if self.timeslot_id == departure.id:
            return True
        return self.flexibility != "departure" and self.date_from <= departure.date <= self.date_to


def days_of(day: date, flexibility: Flexibility) -> tuple[date, date]:
    """Return the first and the last local day that would do."""
    around = DAYS_AROUND if flexibility == "days" else timedelta()
    return day - around, day + around


def line_for(departure: Departure, parties: Iterable[WaitingParty]) -> list[WaitingParty]:
    """Return who would go with a departure, whose turn it is first."""
    return sorted((one for one in parties if one.wants(departure)), key=lambda one: (one.position, one.id))


def smallest_party(departure: Departure, parties: Iterable[WaitingParty]) -> int | None:
    """Return the seats of the smallest party that would go with a departure; None: nobody would."""
    return min((one.pax_cnt for one in parties if one.wants(departure)), default=None)


def in_new_order(current: Sequence[tuple[int, int]], wanted: Sequence[int]) -> dict[int, int]:
    """
    Return the places of parties in the order somebody wants: party -> position.

    :param current: parties with their positions; those that `wanted` leaves out keep their places
    """
    known = dict(current)
    ids = [one for one in dict.fromkeys(wanted) if one in known]
    return dict(zip(ids, sorted(known[one] for one in ids), strict=True))


def offer_ends_at(*, at: datetime, minutes: int, closes_at: datetime) -> datetime:
    """Return until when seats are held for a party: never beyond the end of sales."""
    return min(at + timedelta(minutes=minutes), closes_at)
