"""
Seats of single customer types and trip methods: taken and given back beside the timeslot's count.

Whoever changes a pool has changed or locked the row of its timeslot before, so buyers of one
timeslot stand in line there and the pools of a party are changed in one statement.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.db import connection

# A smaller party gives back and cannot be refused.
_TAKE: Final = """
UPDATE scheduling_timeslotpool p
   SET held_pax_cnt = p.held_pax_cnt + wanted.pax
  FROM (SELECT * FROM unnest(%(ids)s::bigint[], %(pax)s::int[]) AS w(id, pax) ORDER BY id) wanted
 WHERE p.id = wanted.id
   AND p.timeslot_id = %(timeslot_id)s
   AND (wanted.pax <= 0
        OR p.booked_pax_cnt + p.held_pax_cnt + wanted.pax
           <= p.capacity + CASE WHEN %(direct)s THEN p.overbook_cnt ELSE 0 END)
"""
_MOVE: Final = """
UPDATE scheduling_timeslotpool p
   SET held_pax_cnt = p.held_pax_cnt + %(held)s * wanted.pax,
       booked_pax_cnt = p.booked_pax_cnt + %(booked)s * wanted.pax
  FROM unnest(%(ids)s::bigint[], %(pax)s::int[]) AS wanted(id, pax)
 WHERE p.id = wanted.id
"""


def take(*, timeslot_id: int, claims: Mapping[int, int], is_direct: bool) -> bool:
    """
    Take seats (pool id -> pax, negative gives back); False when one of the pools refused.

    Then some of them may have given theirs: the caller undoes them with its savepoint.
    """
    wanted = {pool: pax for pool, pax in claims.items() if pax}
    if not wanted:
        return True
    with connection.cursor() as cursor:
        values: dict[str, Any] = {"timeslot_id": timeslot_id, "direct": is_direct, **_arrays(wanted)}
        cursor.execute(_TAKE, values)
        return int(cursor.rowcount) == len(wanted)


def move(*, claims: Mapping[int, int], held: int = 0, booked: int = 0) -> None:
    """Add each pool's pax to its counters, times `held` and `booked` (1, 0 or -1)."""
    if not claims:
        return
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, {"held": held, "booked": booked, **_arrays(claims)})


def _arrays(claims: Mapping[int, int]) -> dict[str, list[int]]:
    ids = sorted(claims)
    return {"ids": ids, "pax": [claims[pool] for pool in ids]}
