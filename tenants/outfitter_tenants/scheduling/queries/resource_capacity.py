"""How many more guests the resources of departures can take (domain.md 4.2.2, 4.21)."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import connection

from outfitter_tenants.scheduling.queries.resource_claims import load_fleet, spanned, usages_of
from outfitter_tenants.scheduling.rules.resource_assignment import assign
from outfitter_tenants.scheduling.rules.resource_capacity import Fleet, Need, max_fit
from outfitter_tenants.scheduling.rules.resource_needs import Departure, Usage, needs_of

_KINDS: Final = """
SELECT id, experience_id, CASE WHEN is_consume_capacity THEN pax_per_booking ELSE 0 END
  FROM catalog_experiencecustomertype
 WHERE experience_id = ANY(%(ids)s) AND archived_at IS NULL
 ORDER BY id
"""


class _Kind:
    """A customer type with nobody else in the party."""

    accompanied_by: tuple[int, ...] = ()
    customer_type_id = 0

    def __init__(self, kind_id: int, pax: int) -> None:
        self.id, self._pax = kind_id, pax

    def pax_of(self, qty: int) -> int:
        return self._pax * qty


def resource_room(
    *, departures: Sequence[Departure], at: datetime | None, hold_id: int | None = None
) -> dict[int, int | None]:
    """
    Return timeslot id -> pax its resources can still take, None where nothing limits them.

    Four statements however many departures. The claims of `hold_id` and of lapsed holds do not
    count; without `at` it is now by the database's clock. Over several customer types it is what
    the one that fits most often could have.
    """
    found: dict[int, int | None] = {item.id: None for item in departures}
    rooms = room_by_kind(departures=departures, at=at, hold_id=hold_id)
    return found | {pk: most_room(by_kind.values()) for pk, by_kind in rooms.items()}


def room_by_kind(
    *, departures: Sequence[Departure], at: datetime | None, hold_id: int | None = None
) -> dict[int, dict[int, int | None]]:
    """
    Return the same by experience customer type: timeslot id -> type -> pax, None: no limit.

    Departures that need no resources are left out.
    """
    usages = usages_of(experience_ids={item.experience_id for item in departures})
    limited = [
        item for item in departures if any(usage.is_claimed for usage in usages.get(item.experience_id, ()))
    ]
    if not limited:
        return {}
    kinds = _kinds(sorted({item.experience_id for item in limited}))
    mine = {item.id: [u for u in usages[item.experience_id] if u.is_claimed] for item in limited}
    span = spanned([usage.window(item) for item in limited for usage in mine[item.id]])
    groups = {usage.resource_group_id for rows in mine.values() for usage in rows}
    fleet = load_fleet(group_ids=groups, span=span, at=at, hold_id=hold_id).fleet
    return {
        item.id: _kinds_room(
            fleet, mine[item.id], item, {k.id: k.pax_of(1) for k in kinds[item.experience_id]}
        )
        for item in limited
    }


def pax_room(
    fleet: Fleet, usages: Sequence[Usage], departure: Departure, pax: Mapping[int, int]
) -> int | None:
    """
    Return the pax a departure's resources can take; `pax` of one ticket by customer type.

    None when a type that takes seats needs no resource. Types without seats have no say unless
    there are no others.
    """
    return most_room(_kinds_room(fleet, usages, departure, pax).values())


def most_room(rooms: Collection[int | None]) -> int | None:
    """Return the room of the customer type that fits most often, None when one has no limit."""
    known = [room for room in rooms if room is not None]
    return max(known) if known and len(known) == len(rooms) else None


def _kinds_room(
    fleet: Fleet, usages: Sequence[Usage], departure: Departure, pax: Mapping[int, int]
) -> dict[int, int | None]:
    kinds = {kind_id: seats for kind_id, seats in pax.items() if seats} or dict.fromkeys(pax, 1)
    return {
        kind_id: _fit(fleet, usages, departure, kind_id, seats) for kind_id, seats in sorted(kinds.items())
    }


def _fit(fleet: Fleet, usages: Sequence[Usage], departure: Departure, kind_id: int, seats: int) -> int | None:
    def needs(cnt: int) -> list[Need]:
        return needs_of(
            usages, departure=departure, kinds=[_Kind(kind_id, seats)], quantities={kind_id: cnt}, owner=""
        )

    wanted = needs(1)
    cnt = max_fit(fleet, wanted)
    if cnt is None:
        return None
    if len({need.group_id for need in wanted}) < len(wanted):
        # One group serves two purposes: what the first takes the second cannot have.
        while cnt and assign(fleet, needs(cnt)).lacking:
            cnt -= 1
    return cnt * seats


def _kinds(experience_ids: list[int]) -> dict[int, list[_Kind]]:
    found: dict[int, list[_Kind]] = {key: [] for key in experience_ids}
    with connection.cursor() as cursor:
        cursor.execute(_KINDS, {"ids": experience_ids})
        for kind_id, experience_id, pax in cursor.fetchall():
            found[experience_id].append(_Kind(kind_id, pax))
    return found
