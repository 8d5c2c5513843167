"""
What resources can still take: pure rules on plain data (domain.md 4.21).

A claim occupies a resource from its start to its end and for the resource's buffer after it: two
claims are concurrent when those spans overlap, so that a buffer lies between any two of them,
whichever was there first. What is taken of a resource is the most that is taken at one instant,
not the sum over the span: a claim in the morning and one in the afternoon take the same seats.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final, Literal

Scope = Literal["any", "experience", "timeslot", "trip_order", "exclusive"]
Strategy = Literal["best_fit", "fill_first", "balance", "priority"]
Span = tuple[datetime, datetime]

# From the loosest to the strictest; of two scopes the stricter one binds both.
SCOPES: Final[tuple[Scope, ...]] = ("any", "experience", "timeslot", "trip_order", "exclusive")


@dataclass(frozen=True, slots=True)
class Supply:
    """One resource: `capacity` is seats or uses at once; blackouts are half-open spans."""

    id: int
    group_id: int
    capacity: int
    priority: int = 0
    buffer: timedelta = timedelta(0)
    is_active: bool = True
    blackouts: tuple[Span, ...] = ()

    def is_blacked_out(self, start_at: datetime, end_at: datetime) -> bool:
        """Return whether a blackout touches the span."""
        return any(begin < end_at and end > start_at for begin, end in self.blackouts)


@dataclass(frozen=True, slots=True)
class Claim:
    """
    Units of a resource that somebody has, without the buffer.

    `owner` names the trip order, or the hold of an order to be: a party that grows shares a
    resource with itself. `is_locked`: somebody chose this resource, it stays.
    """

    id: int
    resource_id: int
    start_at: datetime
    end_at: datetime
    units: int
    scope: Scope
    experience_id: int
    timeslot_id: int
    owner: str
    usage_id: int | None = None
    is_locked: bool = False


@dataclass(frozen=True, slots=True)
class Need:
    """
    What an order needs of one group of resources.

    `parties` holds the units of each booking by sub-party, whose members stay together: two
    adults with a child each and one alone are ((1, 1), (1, 1), (1,)). `day` is the local day that
    strategy `balance` counts.
    """

    usage_id: int
    group_id: int
    start_at: datetime
    end_at: datetime
    scope: Scope
    experience_id: int
    timeslot_id: int
    owner: str
    parties: tuple[tuple[int, ...], ...] = ((1,),)
    strategy: Strategy = "best_fit"
    day: Span | None = None

    @property
    def units(self) -> int:
        """Return the units of the whole order."""
        return sum(sum(party) for party in self.parties)

    def claim(self, *, resource_id: int, units: int) -> Claim:
        """Return the claim that this need becomes on a resource."""
        return Claim(
            0,
            resource_id,
            self.start_at,
            self.end_at,
            units,
            self.scope,
            self.experience_id,
            self.timeslot_id,
            self.owner,
            self.usage_id,
        )


def may_share(one: Claim | Need, other: Claim | Need) -> bool:
    """Return whether two concurrent claims may be on one resource: the stricter scope decides."""
    scope = max(one.scope, other.scope, key=SCOPES.index)
    if scope == "experience":
        return one.experience_id == other.experience_id
    if scope == "timeslot":
        return one.timeslot_id == other.timeslot_id
    if scope == "trip_order":
        return one.owner == other.owner
    if scope == "exclusive":
        # What one order has for one purpose is one claim, however many rows it has.
        return one.owner == other.owner and one.usage_id == other.usage_id
    return True


def is_concurrent(one: Claim | Need, other: Claim | Need, buffer: timedelta) -> bool:
    """Return whether two spans overlap or lie closer together than the buffer."""
    return one.start_at < other.end_at + buffer and other.start_at < one.end_at + buffer


class Fleet:
    """Resources with the claims on them. Never changed: `with_claims` and the like return anew."""

    def __init__(self, supplies: Iterable[Supply], claims: Iterable[Claim] = ()) -> None:
        self.supplies: Mapping[int, Supply] = {item.id: item for item in supplies}
        of: dict[int, list[Claim]] = defaultdict(list)
        for claim in sorted(claims, key=lambda row: (row.start_at, row.id)):
            of[claim.resource_id].append(claim)
        self._claims: Mapping[int, list[Claim]] = of

    @cached_property
    def claims(self) -> list[Claim]:
        """Return every claim, by resource and start."""
        return [claim for _, rows in sorted(self._claims.items()) for claim in rows]

    @cached_property
    def _longest(self) -> dict[int, timedelta]:
        zero = timedelta(0)
        return {
            resource_id: max((row.end_at - row.start_at for row in rows), default=zero)
            for resource_id, rows in self._claims.items()
        }

    def of_group(self, group_id: int) -> list[Supply]:
        """Return the resources of a group, by id."""
        rows = [item for item in self.supplies.values() if item.group_id == group_id]
        return sorted(rows, key=lambda item: item.id)

    def concurrent(self, supply: Supply, need: Claim | Need) -> list[Claim]:
        """Return the claims on a resource at the time of a need, the need itself left out."""
        rows = self._claims.get(supply.id)
        if not rows:
            return []
        # No claim that begins before this can reach into the need.
        earliest = need.start_at - supply.buffer - self._longest[supply.id]
        first = bisect_left(rows, earliest, key=lambda row: row.start_at)
        last = bisect_left(rows, need.end_at + supply.buffer, key=lambda row: row.start_at)
        return [row for row in rows[first:last] if is_concurrent(row, need, supply.buffer)]

    def units_on(self, resource_id: int, span: Span) -> int:
        """Return the units of all claims that touch a span."""
        rows = self._claims.get(resource_id, [])
        return sum(row.units for row in rows if row.start_at < span[1] and row.end_at > span[0])

    def with_claims(self, claims: Iterable[Claim]) -> "Fleet":
        """Return the fleet with further claims on it."""
        return Fleet(self.supplies.values(), [*self.claims, *claims])

    def moved(self, claim: Claim, resource_id: int) -> "Fleet":
        """Return the fleet with one claim on another resource."""
        others = [row for row in self.claims if row is not claim]
        return Fleet(self.supplies.values(), [*others, replace(claim, resource_id=resource_id)])

    def without(self, claim: Claim) -> "Fleet":
        """Return the fleet with one claim taken off."""
        return Fleet(self.supplies.values(), [row for row in self.claims if row is not claim])


def used(supply: Supply, need: Claim | Need, rows: Sequence[Claim]) -> int:
    """Return the most units taken at one instant of the need, buffers included."""
    edges: list[tuple[datetime, int]] = []
    for row in rows:
        edges.append((max(row.start_at, need.start_at), row.units))
        edges.append((row.end_at + supply.buffer, -row.units))
    most = now = 0
    # At one instant what ends goes before what begins: spans are half-open.
    for _, units in sorted(edges):
        now += units
        most = max(most, now)
    return most


def free(fleet: Fleet, supply: Supply, need: Claim | Need) -> int:
    """Return the units of a resource that a need could have; 0 when something bars it."""
    if not supply.is_active or supply.is_blacked_out(need.start_at, need.end_at):
        return 0
    rows = fleet.concurrent(supply, need)
    if not all(may_share(row, need) for row in rows):
        return 0
    return max(0, supply.capacity - used(supply, need, rows))


def why_not(fleet: Fleet, supply: Supply, need: Claim | Need, units: int) -> str | None:
    """
    Return why a resource cannot give a need its units, None when it can.

    One of `retired`, `blackout`, `shared` (somebody has it whom the scope keeps apart), `full`.
    """
    if not supply.is_active:
        return "retired"
    if supply.is_blacked_out(need.start_at, need.end_at):
        return "blackout"
    rows = fleet.concurrent(supply, need)
    if not all(may_share(row, need) for row in rows):
        return "shared"
    return "full" if used(supply, need, rows) + units > supply.capacity else None


def max_fit(fleet: Fleet, needs: Sequence[Need]) -> int | None:
    """
    Return how many more such bookings fit, None when nothing limits them.

    `needs` is what one booking needs, one for each required usage that applies to it. The least
    usage decides. A booking is not divided over resources as long as one of the group could take
    it when empty.
    """
    return min((_bookings(fleet, need) for need in needs), default=None)


def _bookings(fleet: Fleet, need: Need) -> int:
    supplies = fleet.of_group(need.group_id)
    rooms = [free(fleet, supply, need) for supply in supplies]
    if need.units <= max((supply.capacity for supply in supplies), default=0):
        return sum(room // need.units for room in rooms)
    return sum(rooms) // need.units
