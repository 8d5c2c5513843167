"""All that has to be known of a departure before seats of it are taken, in one statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import orjson
from psycopg.types.numeric import Int8

from outfitter.db.prepared import one_line, prepared_cursor
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries.offers import KINDS, kinds_of
from outfitter_tenants.scheduling.queries.slot_sql import COLUMNS
from outfitter_tenants.scheduling.queries.slots import (
    TimeslotNotFound,
    TimeslotRow,
    timeslot_row,
    with_room,
)

_LIVE: Final = """
(SELECT count(*) FROM scheduling_hold h
  WHERE h.{owner} AND h.status = 'active' AND h.kind = 'checkout' AND h.expires_at > %(at)s)
"""
_FIRST: Final = f"""
{KINDS.format(experience="t.experience_id")}::text,
{_LIVE.format(owner="visitor = %(visitor)s::text")},
{_LIVE.format(owner="ip = %(ip)s::inet")},
"""
_OWN_CNT: Final = 3
_OFFERED: Final = one_line(
    COLUMNS.replace("SELECT t.id,", f"SELECT {_FIRST} t.id,", 1) + " WHERE t.id = %(id)s"
)


@dataclass(frozen=True, slots=True)
class Offered:
    """
    A departure, what its experience sells, and what who asks keeps from others already.

    `visitor_holds` and `ip_holds` are live checkout holds (domain.md 4.3, rule 5).
    """

    slot: TimeslotRow
    kinds: Sequence[catalog.CustomerTypeRow]
    visitor_holds: int
    ip_holds: int


def get_offered(
    *, timeslot_id: int, at: datetime, visitor: str | None = None, ip: str | None = None
) -> Offered:
    """
    Return what is offered, as of `at`.

    :raises TimeslotNotFound: there is no such timeslot
    """
    values: dict[str, Any] = {
        "id": Int8(timeslot_id), "at": at, "visitor": visitor or None, "ip": ip or None,
    }  # fmt: skip
    with prepared_cursor() as cursor:
        cursor.execute(_OFFERED, values)
        row = cursor.fetchone()
    if row is None:
        raise TimeslotNotFound("There is no such time.")
    kinds, mine, near = row[:_OWN_CNT]
    [slot] = with_room([timeslot_row(row[_OWN_CNT:])], at)
    return Offered(slot, kinds_of(orjson.loads(kinds) if kinds else None), mine, near)
