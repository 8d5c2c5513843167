"""
Which resource serves whom: the deterministic greedy assignment with repair of domain.md 4.21.

The same question has the same answer, always: every choice is ordered to the last tie by id.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from outfitter_tenants.scheduling.rules.resource_capacity import Claim, Fleet, Need, Supply, free, used

# How many claims of others may move for one party, and how many ways are tried to find them.
MAX_MOVES: Final = 2
MAX_TRIES: Final = 400


@dataclass(frozen=True, slots=True)
class Placement:
    """Units of a resource that a need gets."""

    need: Need
    resource_id: int
    units: int


@dataclass(frozen=True, slots=True)
class Move:
    """Another order's claim that goes to another resource to make room."""

    claim: Claim
    resource_id: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """What goes where; `lacking` are the needs that found no room."""

    placements: tuple[Placement, ...]
    moves: tuple[Move, ...]
    lacking: tuple[Need, ...]


def assign(fleet: Fleet, needs: Sequence[Need]) -> Assignment:
    """Return where an order's needs go, the scarcest group first; locked claims never move."""
    placements: list[Placement] = []
    moves: list[Move] = []
    lacking: list[Need] = []
    for need in sorted(needs, key=lambda need: (_supply_of(fleet, need), need.usage_id)):
        found = place(fleet, need)
        mended = None if found is not None else _repair(fleet, need)
        if mended is not None:
            fleet, made, found = mended
            moves.extend(made)
        if found is None:
            lacking.append(need)
            continue
        placements.extend(found)
        fleet = fleet.with_claims(
            need.claim(resource_id=item.resource_id, units=item.units) for item in found
        )
    return Assignment(tuple(placements), _last_of(moves), tuple(lacking))


def _supply_of(fleet: Fleet, need: Need) -> int:
    return sum(free(fleet, supply, need) for supply in fleet.of_group(need.group_id))


def _last_of(moves: Sequence[Move]) -> tuple[Move, ...]:
    # A claim that moved twice goes to where it ended.
    last = {move.claim.id: move for move in moves}
    return tuple(move for move in last.values() if move.claim.resource_id != move.resource_id)


def place(fleet: Fleet, need: Need) -> list[Placement] | None:
    """
    Return the resources that serve a need as they are, None when there is not enough room.

    One resource for everybody; else each sub-party on one; else the bookings as they fit.
    """
    group = _Group.of(fleet, need)
    whole = group.best(need.units)
    if whole is not None:
        return [Placement(need, whole.id, need.units)]
    largest = max((supply.capacity for supply in group.supplies), default=0)
    bookings = [units for party in need.parties for units in party]
    pieces = [piece for units in bookings for piece in _pieces(units, largest)]
    for items in ([sum(party) for party in need.parties], pieces):
        filled = group.fill(items)
        if filled is not None:
            return [Placement(need, key, units) for key, units in sorted(filled.items())]
    return None


def _pieces(units: int, largest: int) -> list[int]:
    # A booking that no resource could take when empty has to be divided.
    return [units] if units <= largest else [1] * units


@dataclass(frozen=True, slots=True)
class _Group:
    """The resources of a group as one need finds them."""

    need: Need
    supplies: list[Supply]
    room: Mapping[int, int]
    load: Mapping[int, int]
    mine: frozenset[int]

    @classmethod
    def of(cls, fleet: Fleet, need: Need) -> "_Group":
        supplies = fleet.of_group(need.group_id)
        mine = {
            supply.id
            for supply in supplies
            if any(row.owner == need.owner for row in fleet.concurrent(supply, need))
        }
        return cls(
            need,
            supplies,
            {supply.id: free(fleet, supply, need) for supply in supplies},
            {supply.id: _load(fleet, supply, need) for supply in supplies},
            frozenset(mine),
        )

    def best(self, units: int, room: Mapping[int, int] | None = None) -> Supply | None:
        """Return the resource to take for so many units, None when none has them."""
        room = self.room if room is None else room
        fitting = [supply for supply in self.supplies if room[supply.id] >= max(units, 1)]
        return min(fitting, key=lambda supply: self._rank(supply, room[supply.id]), default=None)

    def _next(self, smallest: int, room: Mapping[int, int]) -> Supply | None:
        # Nothing takes all that is left: what takes most of it, or the next by strategy.
        sign = -1 if self.need.strategy == "best_fit" else 1
        fitting = [supply for supply in self.supplies if room[supply.id] >= smallest]
        return min(fitting, key=lambda supply: self._rank(supply, sign * room[supply.id]), default=None)

    def _rank(self, supply: Supply, room: int) -> tuple[object, ...]:
        by_strategy = {
            "best_fit": room,
            "fill_first": -self.load[supply.id],
            "balance": self.load[supply.id],
            "priority": 0,
        }[self.need.strategy]
        # Who is here already stays together, whatever the strategy.
        return (supply.id not in self.mine, by_strategy, -supply.priority, supply.id)

    def fill(self, items: Sequence[int]) -> Counter[int] | None:
        """Return resource id -> units for items that stay whole, None when some do not fit."""
        room = dict(self.room)
        left = sorted((item for item in items if item > 0), reverse=True)
        taken: Counter[int] = Counter()
        while left:
            target = self.best(sum(left), room) or self._next(left[-1], room)
            if target is None:
                return None
            rest = []
            for item in left:
                if item <= room[target.id]:
                    room[target.id] -= item
                    taken[target.id] += item
                else:
                    rest.append(item)
            left = rest
        return taken


def _load(fleet: Fleet, supply: Supply, need: Need) -> int:
    if need.strategy == "balance":
        return fleet.units_on(supply.id, need.day or (need.start_at, need.end_at))
    return used(supply, need, fleet.concurrent(supply, need))


_Mended = tuple[Fleet, list[Move], list[Placement]]


def _repair(fleet: Fleet, need: Need) -> _Mended | None:
    """Move up to two unlocked claims of other orders on the same timeslot to make room."""
    tries = 0
    level: list[tuple[Fleet, list[Move]]] = [(fleet, [])]
    for _ in range(MAX_MOVES):
        following: list[tuple[Fleet, list[Move]]] = []
        for state, made in level:
            for move in _moves(state, need):
                tries += 1
                if tries > MAX_TRIES:
                    return None
                after = state.moved(move.claim, move.resource_id)
                steps = [*made, _from_start(move, made)]
                found = place(after, need)
                if found is not None:
                    return after, steps, found
                following.append((after, steps))
        level = following
    return None


def _from_start(move: Move, made: Sequence[Move]) -> Move:
    # The second step of a claim is told as one from where it really is.
    before = next((item for item in made if item.claim.id == move.claim.id), None)
    return Move(before.claim, move.resource_id) if before else move


def _moves(fleet: Fleet, need: Need) -> Iterator[Move]:
    group = fleet.of_group(need.group_id)
    here = {supply.id for supply in group}
    for claim in sorted(fleet.claims, key=lambda row: row.id):
        is_movable = not claim.is_locked and claim.id and claim.resource_id in here
        if not is_movable or claim.timeslot_id != need.timeslot_id or claim.owner == need.owner:
            continue
        others = fleet.without(claim)
        for supply in group:
            if supply.id != claim.resource_id and free(others, supply, claim) >= claim.units:
                yield Move(claim, supply.id)


def sub_parties(
    *, units: Mapping[int, int], quantities: Mapping[int, int], accompanied_by: Mapping[int, Sequence[int]]
) -> tuple[tuple[int, ...], ...]:
    """
    Return the bookings of an order by family, as units of a resource.

    All three are by customer type: units of one booking (0: needs none), how many, and in whose
    company it must be. Who belongs to whom is not known: who must be accompanied is dealt out to
    those who may accompany, one after another, so that nobody rides without company.
    """
    families: list[tuple[int, list[int]]] = []
    dependants: list[int] = []
    for kind in sorted(quantities):
        is_minor = bool(set(accompanied_by.get(kind, ())) & set(quantities))
        for _ in range(quantities[kind]):
            if is_minor:
                dependants.append(kind)
            else:
                families.append((kind, [units.get(kind, 0)]))
    for number, kind in enumerate(dependants):
        company = [members for head, members in families if head in accompanied_by[kind]]
        target = company[number % len(company)] if company else None
        if target is None:
            families.append((kind, [units.get(kind, 0)]))
        else:
            target.append(units.get(kind, 0))
    whole = [tuple(unit for unit in members if unit) for _, members in families]
    return tuple(party for party in whole if party)
