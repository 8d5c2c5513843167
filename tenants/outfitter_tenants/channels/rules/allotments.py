"""Which allotments are about a departure, and what of it is left for a connection. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, time


@dataclass(frozen=True, slots=True)
class Allotment:
    """What a connection may have of the departures it fits; see `models.ChannelAllotment`."""

    id: int
    experience_id: int | None
    date_from: date | None
    date_to: date | None
    weekdays: int
    start_times: tuple[time, ...]
    guaranteed: int
    most: int | None
    release_minutes: int

    def fits(self, *, experience_id: int, day: date, start: time) -> bool:
        """Return whether it is about a departure."""
        return (
            self.experience_id in {None, experience_id}
            and (self.date_from is None or self.date_from <= day)
            and (self.date_to is None or day <= self.date_to)
            and bool(self.weekdays >> (day.isoweekday() % 7) & 1)
            and (not self.start_times or start in self.start_times)
        )


@dataclass(frozen=True, slots=True)
class AllotmentShare:
    """What a connection may have of one departure: kept for it, at most, and until when kept."""

    guaranteed: int = 0
    most: int | None = None
    release_minutes: int = 0

    @classmethod
    def of(
        cls, allotments: Iterable[Allotment], *, experience_id: int, day: date, start: time
    ) -> "AllotmentShare":
        """Return the greatest guarantee and the least bound of those that fit."""
        fitting = [one for one in allotments if one.fits(experience_id=experience_id, day=day, start=start)]
        best = max(fitting, key=lambda one: one.guaranteed, default=None)
        bounds = [one.most for one in fitting if one.most is not None]
        if best is None:
            return cls()
        return cls(best.guaranteed, min(bounds, default=None), best.release_minutes)

    def left(self, *, free: int | None, kept: int, used: int, bound: int | None = None) -> int | None:
        """
        Return the seats a connection can take of a departure; None is unlimited.

        `free` are those anybody could have, `kept` those held for it, `used` what it has. `bound`
        is what partners may have by their method: what is kept for one of them counts there, too.
        """
        whole = None if free is None else free + kept
        mine = None if self.most is None else max(0, self.most - used)
        return min((cnt for cnt in (whole, mine, bound) if cnt is not None), default=None)


def has_bounds(allotments: Sequence[Allotment]) -> bool:
    """Return whether any of them says how much is the most."""
    return any(one.most is not None for one in allotments)
