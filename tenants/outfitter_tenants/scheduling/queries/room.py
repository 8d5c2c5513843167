"""How many more guests the resources of departures can take (domain.md 4.2.2, type `resource`)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import connection

from outfitter_tenants.scheduling.fitting import Fleet, max_fit
from outfitter_tenants.scheduling.queries.fleet import load_fleet, spanned, usages_of
from outfitter_tenants.scheduling.requirements import Departure, Usage, needs_of

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
    usages = usages_of(experience_ids={item.experience_id for item in departures})
    limited = [
        item for item in departures
        if any(usage.is_claimed for usage in usages.get(item.experience_id, ()))
    ]  # fmt: skip
    found: dict[int, int | None] = {item.id: None for item in departures}
    if not limited:
        return found
    kinds = _kinds(sorted({item.experience_id for item in limited}))
    mine = {item.id: [u for u in usages[item.experience_id] if u.is_claimed] for item in limited}
    span = spanned([usage.window(item) for item in limited for usage in mine[item.id]])
    groups = {usage.resource_group_id for rows in mine.values() for usage in rows}
    fleet = load_fleet(group_ids=groups, span=span, at=at, hold_id=hold_id).fleet
    for item in limited:
        found[item.id] = pax_room(
            fleet, mine[item.id], item, {k.id: k.pax_of(1) for k in kinds[item.experience_id]}
        )
    return found


def pax_room(
    fleet: Fleet, usages: Sequence[Usage], departure: Departure, pax: Mapping[int, int]
) -> int | None:
    """
    Return the pax a departure's resources can take; `pax` of one ticket by customer type.

    None when a type that takes seats needs no resource. Types without seats have no say unless
    there are no others.
    """
    kinds = {kind_id: seats for kind_id, seats in pax.items() if seats} or dict.fromkeys(pax, 1)
    rooms = [
        _fit(fleet, usages, departure, kind_id, seats) for kind_id, seats in sorted(kinds.items())
    ]
    if not rooms or None in rooms:
        return None
    return max(room for room in rooms if room is not None)


def _fit(
    fleet: Fleet, usages: Sequence[Usage], departure: Departure, kind_id: int, seats: int
) -> int | None:
    needs = needs_of(
        usages, departure=departure, kinds=[_Kind(kind_id, seats)], quantities={kind_id: 1},
        owner="",
    )  # fmt: skip
    cnt = max_fit(fleet, needs)
    return None if cnt is None else cnt * seats


def _kinds(experience_ids: list[int]) -> dict[int, list[_Kind]]:
    found: dict[int, list[_Kind]] = {key: [] for key in experience_ids}
    with connection.cursor() as cursor:
        cursor.execute(_KINDS, {"ids": experience_ids})
        for kind_id, experience_id, pax in cursor.fetchall():
            found[experience_id].append(_Kind(kind_id, pax))
    return found
