"""All that has to be known of a departure before seats of it are taken, in one statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import orjson
from psycopg.types.numeric import Int8

from outfitter.db.prepared_statements import one_line, prepared_cursor
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries.calendar_offers import KINDS, kinds_of
from outfitter_tenants.scheduling.queries.timeslot_sql import COLUMNS
from outfitter_tenants.scheduling.queries.timeslots import TimeslotNotFound, TimeslotRow, timeslot_row

# Each its own kind of key: a visitor may call themselves like an address. A null locks nothing.
_LOCKS: Final = """
pg_advisory_xact_lock(hashtextextended(current_schema() || ':visitor:' || %(visitor)s::text, 11)),
pg_advisory_xact_lock(hashtextextended(current_schema() || ':address:' || %(ip)s::text, 11))
"""
_FIRST: Final = f"""
{KINDS.format(experience="t.experience_id")}::text,
{_LOCKS},
"""
_OWN_CNT: Final = 3
_QUEUE: Final = one_line(f"SELECT {_LOCKS}")
_OFFERED: Final = one_line(
    COLUMNS.replace("SELECT t.id,", f"SELECT {_FIRST} t.id,", 1) + " WHERE t.id = %(id)s"
)

_LIVE_OF: Final = """
(SELECT count(*) FROM scheduling_hold h
  WHERE h.{owner} AND h.status = 'active' AND h.kind = 'checkout' AND h.expires_at > %(at)s)
"""
_OWNERS: Final = ("visitor = %(visitor)s::text", "ip = %(ip)s::inet")
_LIVE: Final = one_line("SELECT " + ", ".join(_LIVE_OF.format(owner=one) for one in _OWNERS))


def lock_visitor_queue(*, visitor: str | None, ip: str | None) -> None:
    """
    Let holds of one visitor, and those of one address, come after one another.

    Until the end of the transaction: what is counted by the next statement is what others have
    committed, and nobody adds to it meanwhile.
    """
    with prepared_cursor() as cursor:
        cursor.execute(_QUEUE, {"visitor": visitor or None, "ip": ip or None})


def count_live(*, visitor: str | None, ip: str | None, at: datetime) -> tuple[int, int]:
    """Return how many checkout holds a visitor and an address have (domain.md 4.3, rule 5)."""
    with prepared_cursor() as cursor:
        cursor.execute(_LIVE, {"visitor": visitor or None, "ip": ip or None, "at": at})
        mine, near = cursor.fetchone() or (0, 0)
    return int(mine), int(near)


@dataclass(frozen=True, slots=True)
class TimeslotForSale:
    """A departure and what its experience sells."""

    slot: TimeslotRow
    kinds: Sequence[catalog.CustomerTypeRow]


def get_timeslot_for_sale(
    *, timeslot_id: int, at: datetime, visitor: str | None = None, ip: str | None = None
) -> TimeslotForSale:
    """
    Return what is offered, as of `at`; who names a visitor or an address queues up for them.

    :raises TimeslotNotFound: there is no such timeslot
    """
    values: dict[str, Any] = {"id": Int8(timeslot_id), "at": at, "visitor": visitor or None, "ip": ip or None}
    with prepared_cursor() as cursor:
        cursor.execute(_OFFERED, values)
        row = cursor.fetchone()
    if row is None:
        raise TimeslotNotFound("Time not found.")
    kinds = row[0]
    # What its boats still take is decided under their lock, when seats are taken.
    slot = timeslot_row(row[_OWN_CNT:])
    return TimeslotForSale(slot, kinds_of(orjson.loads(kinds) if kinds else None))
