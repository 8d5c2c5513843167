"""How long operators take to tell the platform of their days: real schemas, each with its own sales."""

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

from bench._bench_database import SCHEMA, backend, cpu_of
from bench._report import Row, at_most, sized
from bench._report_rows import make_years

# Schemas are slow to make: so many are measured, and their mean stands for the others.
SCHEMAS: Final = sized(30, quick=3)
OPERATORS: Final = 500
# Three years of thirty trips a day.
TRIPS: Final = sized(33_000, quick=3_000)
SECONDS: Final = 60
# As a worker on two cores does it; what is one operator's and another's has no lock in common.
AT_ONCE: Final = 2
_COLUMNS: Final = """
SELECT c.relname, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE n.nspname = %s AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
 GROUP BY 1 ORDER BY 1
"""


class _Spent(NamedTuple):
    """What an operator's days took: seconds that passed, and of processors (Python, database)."""

    passed: float
    python: float
    database: float


def rows_of_days() -> list[Row]:
    """Measure the daily step of operators: one after the other, then two at once."""
    from django.db import connection

    make_years(TRIPS)
    accounts = [_copy(number) for number in range(SCHEMAS)]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    first = [_told(account) for account in accounts]
    again = [_told(account) for account in accounts]
    begin = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(_told_apart, accounts))
    both = (time.perf_counter() - begin) / SCHEMAS
    connection.set_schema_to_public()  # type: ignore[attr-defined]
    spent = statistics.mean(one.python + one.database for one in again)
    return [
        Row("schemas that told their days", SCHEMAS, ""),
        Row("trips in each", TRIPS, "rows"),
        *_figures("35 days and the months told for the first time", first),
        *_figures("35 days and the months told again, as every day", again),
        Row("facts of a day, 500 operators, processor time", spent * OPERATORS, "s"),
        Row("facts of a day, 500 operators, two at once", both * OPERATORS, "s", at_most(SECONDS)),
    ]


def _figures(name: str, spent: list[_Spent]) -> list[Row]:
    return [
        Row(f"{name}, mean", statistics.mean(one.passed for one in spent) * 1000, "ms"),
        Row(f"{name}, slowest", max(one.passed for one in spent) * 1000, "ms"),
        Row("  of processors, Python", statistics.mean(one.python for one in spent) * 1000, "ms"),
        Row("  of processors, database", statistics.mean(one.database for one in spent) * 1000, "ms"),
    ]


def _copy(number: int) -> Any:
    """Return a new operator with a schema of its own and the rows of the first one's."""
    from django.db import connection

    from outfitter.accounts import operations, schema_pool
    from outfitter.accounts.models import Account
    from outfitter.kit.clock import utc_now

    connection.set_schema_to_public()  # type: ignore[attr-defined]
    account = operations.create_account(
        slug=f"day-facts-{number}",
        schema_name=f"t_facts{number}",
        name=f"Operator {number}",
        country="US",
        currency="USD",
        time_zone="America/New_York",
        locale="en-US",
        at=utc_now(),
    )
    schema_pool.claim_schema(account=account)
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS, [SCHEMA])
        tables = cursor.fetchall()
        cursor.execute("SET session_replication_role = replica")
        for table, columns in tables:
            cursor.execute(
                f'INSERT INTO "{account.schema_name}"."{table}" ({columns}) OVERRIDING SYSTEM VALUE '  # noqa: S608
                f'SELECT {columns} FROM "{SCHEMA}"."{table}" ON CONFLICT DO NOTHING'
            )
        cursor.execute("SET session_replication_role = DEFAULT")
    # As old as its trips: the months of three years are worked out the first time.
    Account.objects.filter(pk=account.pk).update(created_at="2023-01-01T00:00:00Z")
    return account


def _told(account: Any) -> _Spent:
    from django_tenants.utils import tenant_context

    from outfitter.kit.clock import utc_now
    from outfitter_tenants.reports import day_facts

    server = backend()
    begin = (time.perf_counter(), time.thread_time(), cpu_of(server))
    with tenant_context(account):
        day_facts.emit_recent({}, utc_now())
    end = (time.perf_counter(), time.thread_time(), cpu_of(server))
    return _Spent(*(after - before for before, after in zip(begin, end, strict=True)))


def _told_apart(account: object) -> None:
    """The same on this thread's own connection."""
    from django.db import connection

    try:
        _told(account)
    finally:
        connection.close()
