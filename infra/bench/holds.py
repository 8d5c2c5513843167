"""
How fast seats are held by 32 clients at once: one busy departure, or two hundred.

Beside it, in turn with it, the bare conditional update with its hold by PostgreSQL's own client:
what this machine's disk and processors allow at all.
"""

import os
import random
import shutil
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from ipaddress import IPv4Address
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from typing import Any, Final, NamedTuple
from uuid import uuid4

from bench._bench_database import (
    SCHEMA,
    analyze,
    backend,
    cpu_of,
    make_experiences,
    make_times,
    middle,
    stage,
)
from bench._pgbench import pgbench
from bench._report import IS_QUICK, Row, at_least, at_most, main, sized

CLIENTS: Final = 32
# Python runs on one processor a process: as many as a server of this size would have.
PROCESSES: Final = max(2, os.cpu_count() or 2)
SECONDS: Final = sized(3.0, quick=2.0)
# Holds that are there when statistics are made.
FIRST_HOLDS: Final = 1000
# Holds of each client before the clock begins.
WARMING: Final = 8
ROUNDS: Final = sized(3, quick=1)
SPREAD: Final = 200
SEATS_LEFT: Final = 200

# Two statements in three orders; capacity is wide, so that everybody gets seats.
_UPDATE: Final = """UPDATE scheduling_timeslot SET held_pax_cnt = held_pax_cnt + 1,
 online_held_pax_cnt = online_held_pax_cnt + 1
 WHERE id = %(slot)s AND status = 'open'
   AND (capacity IS NULL OR booked_pax_cnt + held_pax_cnt + 1 <= capacity) RETURNING id"""
_VALUES: Final = """gen_random_uuid(), '{}', 1, true, '{}', 'checkout', 'active',
 now() + interval '15 min', now() + interval '30 min', 0, md5(random()::text),
 '10.0.0.0'::inet + (random() * 16777215)::bigint, '{}', now()"""
_COLUMNS: Final = """INSERT INTO scheduling_hold (timeslot_id, uuid, qty_by_type, pax_cnt,
 is_online, pool_claims, kind, status, expires_at, hard_expires_at, extended_cnt,
 visitor, ip, price_snapshot, created_at)"""
_INSERT: Final = f"{_COLUMNS} VALUES (%(slot)s, {_VALUES})"
_ONE: Final = f"WITH slot AS ({_UPDATE}) {_COLUMNS} SELECT slot.id, {_VALUES} FROM slot"  # noqa: S608
_COUNT: Final = """SELECT coalesce(sum(pax_cnt), 0) FROM scheduling_hold
 WHERE timeslot_id = %(slot)s AND status = 'active' AND expires_at > now()"""
_LOCK: Final = "SELECT capacity FROM scheduling_timeslot WHERE id = %(slot)s FOR NO KEY UPDATE"


class Load(NamedTuple):
    """
    What a round of clients did: holds and refusals a second, processor time of a hold in ms.

    `own_ms` is the product's, `server_ms` that of the database (0 where it is on another machine).
    """

    rate: float
    refused: float
    own_ms: float
    server_ms: float


def run() -> list[Row]:
    """Measure holds a second with 32 clients, on one departure and on two hundred."""
    with stage():
        for experience_id in make_experiences(5):
            make_times(experience_id, days=40)
        slots = _widened()[:SPREAD]
        # Statistics of an empty table send its plans to the wrong index, until they are made anew.
        work = _worker(slots)
        _tries(FIRST_HOLDS, lambda: work(random.choice(slots)))  # noqa: S311
        analyze()
        if shutil.which("pgbench") is None:
            return _last_seats(slots)
        return [*_beside(slots), *_last_seats(slots), *([] if IS_QUICK else _orders(slots))]


def _widened() -> list[int]:
    from outfitter_tenants.scheduling.models import Timeslot

    Timeslot.objects.update(capacity=1_000_000)
    return list(Timeslot.objects.order_by("id").values_list("id", flat=True))


def _beside(slots: list[int]) -> list[Row]:
    ways = {"one departure": slots[:1], f"{SPREAD} departures": slots}
    ours: dict[str, list[Load]] = {name: [] for name in ways}
    bare: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, chosen in ways.items():
            ours[name].append(_product(chosen, SECONDS))
            bare[name].append(_pgbench((_ONE,), chosen))
    # On one departure both mostly wait for one another: that ratio says little.
    aims = {f"{SPREAD} departures": at_least(0.2)}
    rows = []
    for name in ways:
        rate, floor = middle([load.rate for load in ours[name]]), middle(bare[name])
        rows += [
            Row(f"{name}: reservations", rate, "holds/s"),
            Row(f"{name}: bare conditional update, pgbench", floor, "holds/s"),
            Row(f"  {name}: reservations / bare", rate / floor, "x", aims.get(name)),
        ]
    spread = ours[f"{SPREAD} departures"]
    own = middle([load.own_ms for load in spread])
    server = middle([load.server_ms for load in spread])
    processors = 1000 * (os.cpu_count() or 1)
    return [
        *rows,
        Row("  limit: CPU of the product for a hold", own, "ms"),
        Row("  limit: CPU of the database for a hold", server, "ms"),
        Row(
            "  limit: holds of these processors, did they nothing else",
            processors / (own + server),
            "holds/s",
        ),
        Row(
            "  bare: CPU of everything for a hold, at the most",
            processors / middle(bare[f"{SPREAD} departures"]),
            "ms",
        ),
        Row("  statements of a hold", _statements(slots[-1]), ""),
        Row("counters that differ from their rows", _drift(), "", at_most(0)),
    ]


def _statements(slot: int) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    work = _worker([slot])
    work(slot)  # the first one of a round sees to it that lapsed holds are swept
    with CaptureQueriesContext(connection) as caught:
        work(slot)
    return len(caught.captured_queries)


def _drift() -> int:
    from outfitter_tenants.scheduling import queries as scheduling

    return len(scheduling.count_drift())


def _last_seats(slots: list[int]) -> list[Row]:
    """Let all clients fight for the last seats of a few departures: nobody gets one too many."""
    from django.db.models import Sum

    from outfitter_tenants.scheduling.models import Hold, Timeslot

    few = slots[:4]
    Hold.objects.filter(timeslot_id__in=few).delete()
    Timeslot.objects.filter(pk__in=few).update(
        capacity=SEATS_LEFT // len(few), held_pax_cnt=0, online_held_pax_cnt=0
    )
    load = _product(few, SECONDS)
    held = Hold.objects.filter(timeslot_id__in=few).aggregate(pax=Sum("pax_cnt"))["pax"]
    return [
        Row(f"last {SEATS_LEFT} seats of {len(few)} departures: held", held, "seats"),
        Row("  refused", load.refused * SECONDS, ""),
        Row("  seats oversold", max(0, held - SEATS_LEFT), "", at_most(0)),
        Row("  counters that differ from their rows then", _drift(), "", at_most(0)),
    ]


def _product(slots: list[int], seconds: float) -> Load:
    """Run the product's own operation in threads of several processes, as server processes do."""
    from django.db import connections

    connections.close_all()
    context = get_context("fork")
    gate, found = context.Barrier(PROCESSES), context.SimpleQueue()
    jobs = [
        context.Process(target=_process, args=(slots, seconds, number, gate, found))
        for number in range(PROCESSES)
    ]
    for job in jobs:
        job.start()
    counts = [found.get() for _ in jobs]
    for job in jobs:
        job.join()
    done, refused, cpu, server = (sum(column) for column in zip(*counts, strict=True))
    connections["default"].set_schema(SCHEMA)  # type: ignore[attr-defined]
    each = 1000 / max(1, done)
    return Load(done / seconds, refused / seconds, cpu * each, server * each)


def _process(slots: list[int], seconds: float, number: int, gate: Barrier, found: Any) -> None:
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier as Start

    from django.db import connection

    connection.set_schema(SCHEMA)  # type: ignore[attr-defined]
    work = _worker(slots)
    threads = CLIENTS // PROCESSES
    ready, start = Start(threads + 1), Start(threads + 1)

    def client(place: int) -> tuple[int, int, float]:
        connection.set_schema(SCHEMA)  # type: ignore[attr-defined]
        rng = random.Random(100 * number + place)  # noqa: S311
        # A server's connections have their plans; pgbench does not count how long its own take.
        _tries(WARMING, lambda: work(rng.choice(slots)))
        pid = backend()
        ready.wait()
        start.wait()
        before, end = cpu_of(pid), time.perf_counter() + seconds
        done = refused = 0
        while time.perf_counter() < end:
            got = _tries(1, lambda: work(rng.choice(slots)))
            done, refused = done + got, refused + 1 - got
        server = cpu_of(pid) - before
        connection.close()
        return done, refused, server

    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(client, place) for place in range(threads)]
        ready.wait()
        gate.wait()
        cpu = time.process_time()
        start.wait()
        counts = [job.result() for job in jobs]
    done, refused, server = (sum(column) for column in zip(*counts, strict=True))
    found.put((done, refused, time.process_time() - cpu, server))
    connection.close()


def _tries(times: int, work: Callable[[], None]) -> int:
    """Return how often it was not refused."""
    from outfitter_tenants.scheduling import operations

    done = 0
    for _ in range(times):
        try:
            work()
            done += 1
        except (operations.SoldOut, operations.NotBookable):
            continue
    return done


def _worker(slots: Sequence[int]) -> Callable[[int], None]:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.catalog import queries as catalog
    from outfitter_tenants.scheduling import operations
    from outfitter_tenants.scheduling import queries as scheduling

    rows = scheduling.get_timeslot_refs(ids=slots)
    kinds = {row.id: row.online_types[0].id for row in catalog.list_live()}
    tickets = {pk: kinds[row.experience_id] for pk, row in rows.items()}

    def work(slot: int) -> None:
        at = utc_now()
        request = operations.SeatRequest(
            slot,
            {tickets[slot]: 1},
            operations.Buyer("online"),
            at + timedelta(minutes=15),
            "checkout",
            # Everybody is somebody else, as nobody may keep many.
            visitor=uuid4().hex,
            ip=str(IPv4Address(random.getrandbits(32))),
        )
        operations.place_hold(request, at=at)

    return work


def _pgbench(statements: tuple[str, ...], slots: Sequence[int]) -> float:
    """Return transactions per second of the bare statements on any of these departures."""
    lines = [f"\\set slot random({slots[0]}, {slots[-1]})", "BEGIN;"]
    lines += [" ".join(one.replace("%(slot)s", ":slot").split()) + ";" for one in statements]
    return pgbench("\n".join([*lines, "COMMIT;"]), seconds=SECONDS, clients=CLIENTS)


def _orders(slots: list[int]) -> list[Row]:
    """Compare shapes of the bare SQL on one hot departure."""
    hot = slots[-1:]
    ways = {
        "one statement, update first": (_ONE,),
        "update, then insert": (_UPDATE, _INSERT),
        "insert, then update": (_INSERT, _UPDATE),
        "lock, count rows, insert, update": (_LOCK, _COUNT, _INSERT, _UPDATE),
    }
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, statements in ways.items():
            found[name].append(_pgbench(statements, hot))
    rates = {name: middle(values) for name, values in found.items()}
    first = rates["one statement, update first"]
    return [
        *(Row(f"SQL, one hot departure: {name}", rate, "holds/s") for name, rate in rates.items()),
        Row("  one statement / insert first", first / rates["insert, then update"], "x"),
        Row("  one statement / lock and count", first / rates["lock, count rows, insert, update"], "x"),
    ]


if __name__ == "__main__":
    main(run)
