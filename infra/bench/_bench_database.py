"""A database of its own with one operator, dropped at the end; clocks."""

import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit, urlunsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "outfitter.settings.dev")
os.environ.setdefault("OUTFITTER_LOG_LEVEL", "ERROR")
SCHEMA = "t_bench"
EXPERIENCES, TIMES, DAYS = 40, 12, 62


def best(job: Callable[[], Any], *, times: int = 15) -> float:
    """Return the shortest of several runs, in milliseconds."""
    found = []
    for _ in range(times):
        begin = time.perf_counter()
        job()
        found.append(time.perf_counter() - begin)
    return min(found) * 1000


def middle(values: Sequence[float]) -> float:
    """Return the median."""
    return statistics.median(values)


def cpu_of(pid: int) -> float:
    """Return the processor seconds of a server process on this machine, 0 where it is elsewhere."""
    try:
        with open(f"/proc/{pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def backend() -> int:
    """Return the number of the server process behind this thread's connection."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


@contextmanager
def stage() -> Iterator[None]:
    """Work in the schema of an operator in a database made for this run."""
    import django

    django.setup()
    import psycopg
    from django.conf import settings
    from django.db import connection, connections

    chosen = settings.DATABASES["default"]
    own, name = chosen["NAME"], f"bench_{os.getpid()}"
    parts = {
        "host": chosen["HOST"],
        "port": chosen["PORT"],
        "user": chosen["USER"],
        "password": chosen["PASSWORD"],
        "dbname": "postgres",
    }
    address: dict[str, Any] = {key: value for key, value in parts.items() if value}
    with psycopg.connect(autocommit=True, **address) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            connections.close_all()
            chosen["NAME"] = connection.settings_dict["NAME"] = name
            _fill()
            yield
        finally:
            connections.close_all()
            chosen["NAME"] = connection.settings_dict["NAME"] = own
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _fill() -> None:
    from django.db import connection

    from outfitter.accounts import operations, schema_migration, schema_pool
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.backoffice import provisioning

    # A measurement before this one has left the connection at its own operator.
    connection.set_schema_to_public()  # type: ignore[attr-defined]
    schema_migration.migrate_all()
    account = operations.create_account(
        slug="bench",
        schema_name=SCHEMA,
        name="Bench",
        country="US",
        currency="USD",
        time_zone="America/New_York",
        locale="en-US",
        at=utc_now(),
    )
    schema_pool.claim_schema(account=account)
    connection.set_tenant(account)  # type: ignore[attr-defined]
    provisioning.create_lookups(
        operator=provisioning.NewOperator(
            name="Bench",
            country="US",
            currency="USD",
            locale="en-US",
            time_zone="America/New_York",
            address={},
        )
    )


def make_experiences(count: int = EXPERIENCES) -> list[int]:
    """Make live experiences with three kinds of tickets; returns their ids."""
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.catalog import queries as catalog
    from outfitter_tenants.catalog.operations import CustomerTypeDraft
    from outfitter_tenants.scheduling import operations as scheduling

    kinds = [kind.id for kind in catalog.list_customer_types()][:3]
    return [
        scheduling.save_experience(
            values={
                "name": f"Tour {number}",
                "status": "live",
                "default_capacity": 20,
                "duration_minutes": 60,
                "max_pax": 20,
            },
            customer_types=[
                CustomerTypeDraft(customer_type_id=kind, base_price=4900 - 1000 * place)
                for place, kind in enumerate(kinds)
            ],
            at=utc_now(),
        )
        for number in range(count)
    ]


def make_times(experience_id: int, *, days: int | None = DAYS) -> int:
    """Make twelve departures a day for so many days (None: as far ahead as rules are made)."""
    from datetime import time as clock

    from outfitter.kit.clock import utc_now
    from outfitter_tenants.scheduling import operations as scheduling

    now = utc_now()
    first = now.date() + timedelta(days=1)
    draft = scheduling.RuleDraft(
        date_from=first,
        date_to=None if days is None else first + timedelta(days=days - 1),
        times=tuple(clock(8 + number) for number in range(TIMES)),
    )
    return scheduling.create_rule(
        experience_id=experience_id, draft=draft, is_dry_run=False, at=now
    ).created_cnt


def analyze() -> None:
    """Give the planner its statistics and the visibility map its bits."""
    vacuum("scheduling_timeslot")
    _run("ANALYZE")


def vacuum(*tables: str, schema: str = SCHEMA) -> None:
    """Clean up tables."""
    for name in tables:
        _run(f'VACUUM (ANALYZE) "{schema}"."{name}"')


def _run(statement: str) -> None:
    """
    Run upkeep beside the wall, which makes a transaction of every statement.

    VACUUM refuses to run in one, ANALYZE keeps the locks of all tables until its end.
    """
    import psycopg
    from django.db import connection

    connection.ensure_connection()
    with psycopg.ClientCursor(connection.connection) as cursor:
        cursor.execute(statement.encode())


def database_address() -> str:
    """Return the address of this measurement's database, for a server of its own."""
    from django.db import connection

    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))
