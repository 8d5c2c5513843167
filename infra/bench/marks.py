"""
What the marks of departures (ADR 146) add to a sale: the same sale with their triggers and without, in turn.

Four guests are made, held, priced and reserved at a desk, the program and its database in this process's one
connection. Blocks with and without marks alternate, so that a busy machine is as busy for both.
"""

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from bench._bench_database import analyze, backend, cpu_of, make_experiences, make_times, middle, stage
from bench._report import Row, at_most, main, sized
from bench._site import make_owner
from bench.trips import GUESTS, WARMING, Desk, desk_of, widened

BLOCKS: Final = sized(20, quick=6)
SALES: Final = sized(20, quick=10)
# Per 100 of a sale without marks.
MOST: Final = 110
_TRIGGERS: Final = """
SELECT format('ALTER TABLE %%s %%s TRIGGER %%I', t.tgrelid::regclass, %s::text, t.tgname)
  FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
 WHERE p.proname IN ('reports_mark_departure', 'reports_mark_departures')
   AND p.pronamespace = current_schema()::regnamespace
"""


class Taken(NamedTuple):
    """What a sale took: milliseconds of the clock and of the database, bytes of its log, marks."""

    clock: float
    database: float
    log: float
    marks: float


def run() -> list[Row]:
    """Measure both in turn."""
    with stage():
        for experience_id in make_experiences(5):
            make_times(experience_id, days=40)
        make_owner()
        slots = widened()
        analyze()
        desk = desk_of(slots)
        for slot in slots[:WARMING]:
            desk.sell(slot)
        found: dict[bool, list[Taken]] = {True: [], False: []}
        for block in range(BLOCKS * 2):
            # With, without, without, with: whatever grows meanwhile grows for both.
            has_marks = block % 4 in {0, 3}
            _switch("ENABLE" if has_marks else "DISABLE")
            found[has_marks].append(_sold(desk, slots, block))
        return _rows(found[True], found[False])


def _switch(way: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_TRIGGERS, [way])
        statements = [row[0] for row in cursor.fetchall()]
        if not statements:
            raise RuntimeError("there are no triggers that mark departures")
        for statement in statements:
            cursor.execute(statement)


def _sold(desk: Desk, slots: Sequence[int], block: int) -> Taken:
    """Sell a block; returns what one sale of it took on average."""
    marks, log, cpu, begin = _marks(), _log(), cpu_of(backend()), time.perf_counter()
    for n in range(SALES):
        desk.sell(slots[(block * SALES + n) % len(slots)])
    clock, server = time.perf_counter() - begin, cpu_of(backend()) - cpu
    each = [clock * 1000, server * 1000, _log() - log, _marks() - marks]
    return Taken(*(one / SALES for one in each))


def _marks() -> float:
    from outfitter_tenants.reports.models import DepartureMark

    return DepartureMark.objects.count()


def _log() -> float:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
        return float(cursor.fetchone()[0])


def _rows(with_marks: Sequence[Taken], without: Sequence[Taken]) -> list[Row]:
    mine, bare = (
        Taken(*(middle(values) for values in zip(*blocks, strict=True))) for blocks in (with_marks, without)
    )
    return [
        Row(f"a sale of {GUESTS} guests without marks", bare.clock, "ms"),
        Row(f"a sale of {GUESTS} guests with marks", mine.clock, "ms"),
        Row("a sale with marks, per 100 without", mine.clock / bare.clock * 100, "", at_most(MOST)),
        Row("  of the database, without marks", bare.database, "ms"),
        Row("  of the database, with marks", mine.database, "ms"),
        Row("  of its log, without marks", bare.log / 1000, "kB"),
        Row("  of its log, with marks", mine.log / 1000, "kB"),
        Row("marks of a sale", mine.marks, "rows"),
        Row("marks of a sale without their triggers", bare.marks, "rows", at_most(0)),
    ]


if __name__ == "__main__":
    main(run)
