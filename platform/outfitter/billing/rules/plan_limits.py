"""
What a plan includes, and when somebody is told that it is nearly used up (domain.md 6.6).

People, places and channels are limited: one more is refused. Bookings are only counted and told:
a plan never costs an operator a guest (ADR 144).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

LimitName = Literal["users", "locations", "channels", "bookings"]
LIMITS: Final[tuple[LimitName, ...]] = ("users", "locations", "channels", "bookings")
Level = Literal["fine", "near", "full"]
# From which share on the owner is told that little is left, in hundredths.
NEAR: Final = 80


@dataclass(frozen=True, slots=True)
class Usage:
    """How much of one limit is used; bookings are those of the running month."""

    name: LimitName
    used: int
    limit: int

    @property
    def level(self) -> Level:
        """Return whether there is room, little of it, or none."""
        if self.used >= self.limit:
            return "full"
        return "near" if self.used * 100 >= self.limit * NEAR else "fine"


def usage_of(limits: Mapping[str, int], used: Mapping[LimitName, int]) -> list[Usage]:
    """Return what is used of everything that is limited, in the order of `LIMITS`."""
    return [Usage(name, used.get(name, 0), limits[name]) for name in LIMITS if name in limits]
