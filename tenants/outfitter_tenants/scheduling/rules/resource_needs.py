"""What a party needs of which resource groups: pure rules over resource usages (domain.md 3.3)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final, Protocol

from outfitter_tenants.scheduling.rules.resource_assignment import sub_parties
from outfitter_tenants.scheduling.rules.resource_capacity import Need, Scope, Span, Strategy

# Nothing is claimed for longer: reads of what overlaps need not look further back.
MAX_LENGTH: Final = timedelta(days=40)


@dataclass(frozen=True, slots=True)
class Usage:
    """A resource usage with what its group says; see scheduling.models.ResourceUsage."""

    id: int
    experience_id: int
    experience_customer_type_id: int | None
    addon_id: int | None
    resource_group_id: int
    resource_group_name: str
    units_per_booking: int
    duration_mode: str
    duration_minutes: int | None
    offset_minutes: int
    sharing_scope: Scope
    is_required: bool
    position: int
    strategy: Strategy
    is_auto_assign: bool
    is_legal_limit: bool

    @property
    def is_claimed(self) -> bool:
        """Return whether a sale takes it; groups that staff assign by hand wait for them."""
        return self.is_required and self.is_auto_assign

    def window(self, departure: "Departure") -> Span:
        """Return from when to when the resource is taken: the timeslot's time or its own."""
        begin = departure.start_at + timedelta(minutes=self.offset_minutes)
        length = departure.end_at - departure.start_at
        if self.duration_mode == "minutes" and self.duration_minutes:
            length = timedelta(minutes=self.duration_minutes)
        return begin, begin + min(length, MAX_LENGTH)


class Departure(Protocol):
    """A timeslot, as far as resources care; `start_time` is the local wall clock."""

    @property
    def id(self) -> int: ...
    @property
    def experience_id(self) -> int: ...
    @property
    def start_at(self) -> datetime: ...
    @property
    def end_at(self) -> datetime: ...
    @property
    def start_time(self) -> time: ...


class TicketKind(Protocol):
    """A customer type as the experience sells it."""

    @property
    def id(self) -> int: ...
    @property
    def customer_type_id(self) -> int: ...
    @property
    def accompanied_by(self) -> tuple[int, ...]: ...
    def pax_of(self, qty: int) -> int:
        """Return the seats of so many tickets."""


def day_of(departure: Departure) -> Span:
    """Return about the departure's local day; an hour's change of clocks does not matter here."""
    wall = departure.start_time
    begin = departure.start_at - timedelta(hours=wall.hour, minutes=wall.minute)
    return begin, begin + timedelta(days=1)


def needs_of(
    usages: Iterable[Usage],
    *,
    departure: Departure,
    kinds: Sequence[TicketKind],
    quantities: Mapping[int, int],
    owner: str,
    addons: Mapping[int, int] | None = None,
) -> list[Need]:
    """
    Return what a party needs, one need for each group, window and scope.

    `quantities` is by experience customer type, `addons` by add-on. Usages of one group and
    window are one need, so that a family rides together whatever its tickets are called.
    """
    together: dict[tuple[object, ...], list[Usage]] = defaultdict(list)
    for usage in sorted(usages, key=lambda usage: usage.id):
        if usage.is_claimed:
            window = usage.window(departure)
            together[usage.resource_group_id, window, usage.sharing_scope].append(usage)
    found = []
    for alike in together.values():
        parties = _parties(alike, kinds, quantities, addons or {})
        if parties:
            found.append(_need(alike[0], departure, owner, parties))
    return found


def _need(usage: Usage, departure: Departure, owner: str, parties: tuple[tuple[int, ...], ...]) -> Need:
    begin, end = usage.window(departure)
    return Need(
        usage_id=usage.id,
        group_id=usage.resource_group_id,
        start_at=begin,
        end_at=end,
        scope=usage.sharing_scope,
        experience_id=departure.experience_id,
        timeslot_id=departure.id,
        owner=owner,
        parties=parties,
        strategy=usage.strategy,
        day=day_of(departure),
    )


def _parties(
    usages: Sequence[Usage],
    kinds: Sequence[TicketKind],
    quantities: Mapping[int, int],
    addons: Mapping[int, int],
) -> tuple[tuple[int, ...], ...]:
    units = {kind.id: _units(usages, kind.id) for kind in kinds}
    company = {kind.id: kind.accompanied_by for kind in kinds}
    tickets = sub_parties(
        units=units,
        quantities={key: qty for key, qty in quantities.items() if qty > 0},
        accompanied_by=company,
    )
    extras = [
        (usage.units_per_booking,)
        for usage in usages
        if usage.addon_id is not None
        for _ in range(addons.get(usage.addon_id, 0))
    ]
    return (*tickets, *extras)


def _units(usages: Iterable[Usage], kind_id: int) -> int:
    return sum(
        usage.units_per_booking
        for usage in usages
        if usage.addon_id is None and usage.experience_customer_type_id in {None, kind_id}
    )
