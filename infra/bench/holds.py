"""How fast seats are held: one busy departure or many, and in which order things are written."""

import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, Final

from bench._stage import SCHEMA, Row, analyze, make_experiences, make_times, middle, stage, table
from bench.availability import covering_index

CLIENTS: Final = 16
SECONDS: Final = 2.0
ROUNDS: Final = 3
Work = Callable[[Any, int], None]

# Three orders of the same two statements; capacity is wide, so that everybody gets seats.
_UPDATE: Final = """UPDATE scheduling_timeslot SET held_pax_cnt = held_pax_cnt + 1,
 online_held_pax_cnt = online_held_pax_cnt + 1
 WHERE id = %(slot)s AND status = 'open'
   AND (capacity IS NULL OR booked_pax_cnt + held_pax_cnt + 1 <= capacity) RETURNING id"""
_VALUES: Final = """gen_random_uuid(), '{}', 1, true, '{}', 'checkout', 'active',
 now() + interval '15 min', now() + interval '30 min', 0, '{}', now()"""
_COLUMNS: Final = """INSERT INTO scheduling_hold (timeslot_id, uuid, qty_by_type, pax_cnt,
 is_online, pool_claims, kind, status, expires_at, hard_expires_at, extended_cnt,
 price_snapshot, created_at)"""
_INSERT: Final = f"{_COLUMNS} VALUES (%(slot)s, {_VALUES})"
_ONE: Final = f"WITH slot AS ({_UPDATE}) {_COLUMNS} SELECT slot.id, {_VALUES} FROM slot"  # noqa: S608
_COUNT: Final = """SELECT coalesce(sum(pax_cnt), 0) FROM scheduling_hold
 WHERE timeslot_id = %(slot)s AND status = 'active' AND expires_at > now()"""
_LOCK: Final = "SELECT capacity FROM scheduling_timeslot WHERE id = %(slot)s FOR NO KEY UPDATE"


def run() -> list[Row]:
    """Measure holds per second with sixteen clients, on one departure and on two thousand."""
    with stage():
        for experience_id in make_experiences(5):
            make_times(experience_id, days=40)
        slots = _widened()
        analyze()
        product = _product(slots)
        if shutil.which("pgbench") is None:
            return product
        return [*product, *_orders(slots), *_indexes(slots)]


def _widened() -> list[int]:
    from outfitter_tenants.scheduling.models import Timeslot

    Timeslot.objects.update(capacity=1_000_000)
    return list(Timeslot.objects.order_by("id").values_list("id", flat=True))


def _rate(work: Work, slots: list[int]) -> float:
    """Return finished holds per second of all clients together."""
    from django.db import connection

    gate, done = Barrier(CLIENTS + 1), [0] * CLIENTS

    def client(number: int) -> None:
        connection.set_schema(SCHEMA)  # type: ignore[attr-defined]
        connection.ensure_connection()
        rng = random.Random(number)  # noqa: S311
        gate.wait()
        end = time.perf_counter() + SECONDS
        while time.perf_counter() < end:
            work(connection, rng.choice(slots))
            done[number] += 1
        connection.close()

    with ThreadPoolExecutor(CLIENTS) as pool:
        runs = [pool.submit(client, number) for number in range(CLIENTS)]
        gate.wait()
        for one in runs:
            one.result()
    return sum(done) / SECONDS


def _compare(
    ways: dict[str, tuple[Any, list[int]]], rate: Callable[[Any, list[int]], float]
) -> dict[str, float]:
    """Measure several ways in turn, a few times, and take the middle of each."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, (work, slots) in ways.items():
            found[name].append(rate(work, slots))
    return {name: middle(values) for name, values in found.items()}


def _pgbench(statements: tuple[str, ...], slots: list[int]) -> float:
    """Return transactions per second of PostgreSQL's own client, which is faster than ours."""
    from django.db import connection

    lines = [f"\\set slot random({slots[0]}, {slots[-1]})", "BEGIN;"]
    lines += [" ".join(one.replace("%(slot)s", ":slot").split()) + ";" for one in statements]
    chosen = connection.settings_dict
    address = {"-h": chosen["HOST"], "-p": chosen["PORT"], "-U": chosen["USER"]}
    options = [word for pair in address.items() if pair[1] for word in map(str, pair)]
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write("\n".join([*lines, "COMMIT;"]))
        script.flush()
        done = subprocess.run(
            ["pgbench", "-n", "-c", str(CLIENTS), "-j", "2", "-T", f"{SECONDS:.0f}",
             "-f", script.name, *options, chosen["NAME"]],
            env={**os.environ, "PGOPTIONS": f"-c search_path={SCHEMA},public",
                 "PGPASSWORD": chosen["PASSWORD"]},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    return float(done.stdout.split("tps = ")[1].split()[0])


def _orders(slots: list[int]) -> list[Row]:
    hot = slots[:1]
    ways = {
        "one statement, update first": (_ONE,),
        "update, then insert": (_UPDATE, _INSERT),
        "insert, then update": (_INSERT, _UPDATE),
        "lock, count rows, insert, update": (_LOCK, _COUNT, _INSERT, _UPDATE),
    }
    rates = _compare({name: (sql, hot) for name, sql in ways.items()}, _pgbench)
    first = rates["one statement, update first"]
    return [
        *(Row(f"SQL, one hot departure: {name}", rate, "holds/s") for name, rate in rates.items()),
        Row("  one statement / insert first", first / rates["insert, then update"], "x"),
        Row(
            "  one statement / lock and count",
            first / rates["lock, count rows, insert, update"],
            "x",
        ),
    ]


def _indexes(slots: list[int]) -> list[Row]:
    ways = {"hot": ((_ONE,), slots[:1]), "spread": ((_ONE,), slots)}
    bare = _compare(ways, _pgbench)
    with covering_index():
        covered = _compare(ways, _pgbench)
    return [
        row
        for name in ways
        for row in (
            Row(f"SQL, {name}: plain index", bare[name], "holds/s"),
            Row(f"SQL, {name}: counters in the index as well", covered[name], "holds/s"),
            Row("  plain / with counters", bare[name] / covered[name], "x"),
        )
    ]


def _product(slots: list[int]) -> list[Row]:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.catalog import queries as catalog
    from outfitter_tenants.scheduling import operations
    from outfitter_tenants.scheduling import queries as scheduling

    rows = scheduling.get_timeslot_refs(ids=slots)
    kinds = {row.id: row.online_types[0].id for row in catalog.list_live()}
    tickets = {pk: kinds[row.experience_id] for pk, row in rows.items()}

    def work(_connection: Any, slot: int) -> None:
        operations.place_hold(
            timeslot_id=slot, qty_by_type={tickets[slot]: 1}, kind="checkout", audience="online",
            trip_id=None, trip_order_id=None, minutes=15, visitor=None, ip=None, at=utc_now(),
        )  # fmt: skip

    rates = _compare({"hot": (work, slots[:1]), "spread": (work, slots)}, _rate)
    drift = scheduling.count_drift()
    return [
        Row("place_hold, one hot departure", rates["hot"], "holds/s"),
        Row(f"place_hold, spread over {len(slots)}", rates["spread"], "holds/s"),
        Row("  spread / hot", rates["spread"] / rates["hot"], "x"),
        Row("counters that differ from their rows", len(drift), ""),
    ]


if __name__ == "__main__":
    print(table(run()))
