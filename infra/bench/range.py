"""
How fast a calendar answers: two months of forty experiences, cold and warm, beside the bare SQL.

The bare SQL is what the answer itself asks for, sent by the driver alone; beside it stands the
plainest SQL for the same figures, which knows no pools, caps, presales or lapsed holds.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from bench._bench_database import DAYS, SCHEMA, backend, cpu_of, middle, stage
from bench._report import IS_QUICK, Row, at_least, at_most, main, sized
from bench._season import add_bookings, make_month

ROUNDS: Final = sized(9, quick=5)
TENANTS: Final = (1, 10, 100)
THOUSANDS: Final = (10, 100, 1000)
TAIL: Final = b',"requestId":1}'


class Cost(NamedTuple):
    """One way to an answer, in milliseconds: on the clock, and processor time of both sides."""

    wall: float
    own: float
    server: float

    @property
    def cpu(self) -> float:
        """Return the processor time of both sides."""
        return self.own + self.server


def run() -> list[Row]:
    """Measure the range call on two months; `--quick` leaves the curves out."""
    with stage():
        make_month()
        rows = [*_answers(), *_http()]
        if not IS_QUICK:
            rows += [*_tenants(), *_bookings()]
        return rows


def _wanted() -> Any:
    from outfitter_tenants.calendar.response_builder import RangeQuery

    first = _AT.date()
    return RangeQuery(first, first + timedelta(days=DAYS - 1), has_prices=True)


def _cold() -> bytes:
    from outfitter_tenants.scheduling import cache_versions

    cache_versions.touch_everything()
    return _warm()


def _first() -> bytes:
    """Answer as a process does that has read neither the catalog nor its prices before."""
    from outfitter_tenants.calendar import response_builder
    from outfitter_tenants.calendar.queries import catalog_snapshot

    catalog_snapshot.forget()
    response_builder.forget()
    return _cold()


def _at_home() -> None:
    from django.db import connection

    connection.set_schema(SCHEMA)  # type: ignore[attr-defined]


# Holds lapse and departures close while this runs; that an answer is then counted anew is no part
# of what a warm answer costs.
_AT: Final = datetime.now(UTC)


def _warm() -> bytes:
    from outfitter_tenants.calendar import gzip_response, range_service

    found = range_service.public_answer(wanted=_wanted(), at=_AT)
    return gzip_response.gzipped(found.packed, TAIL)


def _asked() -> list[str]:
    """Return the statements of a cold answer, with their values filled in."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as caught:
        _cold()
    return [one["sql"] for one in caught.captured_queries]


@contextmanager
def _driver() -> Iterator[Any]:
    """Yield a connection of the driver alone."""
    import psycopg
    from django.db import connection

    chosen = connection.settings_dict
    address = {
        "host": chosen["HOST"],
        "port": chosen["PORT"],
        "user": chosen["USER"],
        "password": chosen["PASSWORD"],
        "dbname": chosen["NAME"],
    }
    values: dict[str, Any] = {key: value for key, value in address.items() if value}
    options = f"-c search_path={SCHEMA},public"
    with psycopg.connect(autocommit=True, options=options, **values) as found:
        yield found


def _fetching(driver: Any, statements: Sequence[str]) -> Callable[[], None]:
    def fetch() -> None:
        for statement in statements:
            driver.execute(statement).fetchall()

    return fetch


def _measured(ways: dict[str, tuple[Callable[[], Any], int, int]]) -> dict[str, Cost]:
    """Take several ways in turn, so that a busy moment hits them all; the middle of each."""
    found: dict[str, list[Cost]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, (job, times, pid) in ways.items():
            found[name].append(_once(job, times, pid))
    return {
        name: Cost(*(middle(values) for values in zip(*costs, strict=True))) for name, costs in found.items()
    }


def _once(job: Callable[[], Any], times: int, pid: int) -> Cost:
    server, own, wall = cpu_of(pid), time.process_time(), time.perf_counter()
    for _ in range(times):
        job()
    spent = (time.perf_counter() - wall, time.process_time() - own, cpu_of(pid) - server)
    return Cost(*(1000 * value / times for value in spent))


def _answers() -> list[Row]:
    statements = _asked()
    with _driver() as driver:
        pid = driver.info.backend_pid
        cost = _measured(
            {
                "bare": (_fetching(driver, statements), 1, pid),
                "plain": (_fetching(driver, _plain()), 1, pid),
                "first": (_first, 1, backend()),
                "cold": (_cold, 1, backend()),
                "warm": (_warm, 40, backend()),
            }
        )
    bare, plain, first, cold, warm = (cost[name] for name in ("bare", "plain", "first", "cold", "warm"))
    _cold()
    return [
        Row("statements of a cold answer", len(statements), "", at_most(4)),
        Row("bare SQL", bare.wall, "ms"),
        Row("  the plainest SQL for the same figures", plain.wall, "ms"),
        Row("cold answer, compressed", cold.wall, "ms"),
        Row("  cold answer / bare SQL", cold.wall / bare.wall, "x", at_most(1.3)),
        Row("  the first of a process / bare SQL", first.wall / bare.wall, "x"),
        Row("  cold answer / plainest SQL", cold.wall / plain.wall, "x"),
        Row("warm answer", warm.wall, "ms"),
        Row("  warm / cold throughput", cold.wall / warm.wall, "x", at_least(10)),
        Row("CPU, bare SQL, driver and server", bare.cpu, "ms"),
        Row("CPU, cold answer", cold.cpu, "ms"),
        Row("  CPU, cold answer / bare SQL", cold.cpu / bare.cpu, "x"),
        Row("CPU, warm answer", warm.cpu, "ms"),
        Row("  CPU, warm answer / bare SQL", warm.cpu / bare.cpu, "x", at_most(0.1)),
        *_sizes(),
    ]


def _sizes() -> list[Row]:
    import gzip

    packed = _warm()
    whole = len(gzip.decompress(packed))
    return [Row("size, plain", whole / 1000, "kB"), Row("size, compressed", len(packed) / 1000, "kB")]


def _plain() -> list[str]:
    """Return the plainest SQL: counters grouped, and the departures with their prices."""
    wanted = _wanted()
    span = f"date BETWEEN '{wanted.first}' AND '{wanted.last}'"
    return [
        f"""SELECT date, experience_id, count(*), sum(booked_pax_cnt),
                   sum(greatest(least(capacity - booked_pax_cnt - held_pax_cnt,
                       online_allotment - online_booked_pax_cnt - online_held_pax_cnt), 0))
              FROM scheduling_timeslot
             WHERE {span} AND status = 'open' AND cutoff_at_online > now()
             GROUP BY date, experience_id""",  # noqa: S608
        f"""SELECT date, experience_id, id, start_time, min_price FROM scheduling_timeslot
             WHERE {span} AND status = 'open' AND cutoff_at_online > now()
             ORDER BY date, experience_id, start_time""",  # noqa: S608
    ]


def _client() -> Any:
    """Return a visitor of the operator, whose doors are opened."""
    from django.test import Client

    from outfitter.accounts import operations
    from outfitter.accounts.models import Account
    from outfitter.kit.clock import utc_now

    account = Account.objects.get(slug="bench")
    operations.add_domain(account=account, at=utc_now())
    operations.open_account(account=account)
    return Client(HTTP_HOST="bench.localhost", HTTP_ACCEPT_ENCODING="gzip")


def _http() -> list[Row]:
    from outfitter.db.tenant_schema import in_schema
    from outfitter_tenants.scheduling import cache_versions

    client = _client()
    wanted = _wanted()
    path = f"/api/experiences/getInDateRange/{wanted.first}/{wanted.last}"

    def ask(**headers: str) -> Any:
        answer = client.post(path, {"showPrices": True}, content_type="application/json", headers=headers)
        assert answer.status_code in {200, 304}, answer.content  # noqa: S101
        return answer

    def anew() -> None:
        with in_schema(SCHEMA):
            cache_versions.touch_everything()
        ask()

    tag = ask()["ETag"]
    pid = backend()
    cost = _measured(
        {
            "anew": (anew, 1, pid),
            "kept": (ask, 20, pid),
            "304": (lambda: ask(**{"If-None-Match": tag}), 20, pid),
        }
    )
    return [
        Row("through the whole product, cold", cost["anew"].wall, "ms"),
        Row("through the whole product, warm", cost["kept"].wall, "ms"),
        Row("  warm / cold throughput", cost["anew"].wall / cost["kept"].wall, "x"),
        Row("through the whole product, 304", cost["304"].wall, "ms"),
    ]


def _tenants() -> list[Row]:
    """Measure with more and more other operators beside this one."""
    from outfitter.db.tenant_schema import PUBLIC, in_schema

    rows, made = [], 1
    for count in TENANTS:
        with in_schema(PUBLIC):
            for number in range(made, count):
                _make_operator(f"other{number}")
        made = count
        _at_home()
        rows += _point(f"{count} operator(s)")
    return rows


def _make_operator(slug: str) -> None:
    from outfitter.accounts import operations, schema_pool
    from outfitter.kit.clock import utc_now

    account = operations.create_account(
        slug=slug,
        schema_name=f"t_{slug}",
        name="Other",
        country="US",
        currency="USD",
        time_zone="America/New_York",
        locale="en-US",
        at=utc_now(),
    )
    schema_pool.claim_schema(account=account)


def _bookings() -> list[Row]:
    """Measure with more and more past bookings of this operator."""
    _at_home()
    rows, made = [], 0
    for thousands in THOUSANDS:
        add_bookings((thousands - made) * 1000, is_past=True)
        made = thousands
        rows += _point(f"{1000 * thousands:,} past bookings")
    return rows


def _point(name: str) -> list[Row]:
    cost = _measured({"cold": (_cold, 1, backend()), "warm": (_warm, 20, backend())})
    return [
        Row(f"{name}: cold", cost["cold"].wall, "ms"),
        Row(f"{name}: cold, CPU", cost["cold"].cpu, "ms"),
        Row(f"{name}: warm", cost["warm"].wall, "ms"),
    ]


if __name__ == "__main__":
    main(run)
