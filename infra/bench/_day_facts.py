"""How long operators take to tell the platform of their days: real schemas, each with its own sales."""

import statistics
import time
from typing import Any, Final

from bench._bench_database import SCHEMA
from bench._report import Row, at_most, sized
from bench._report_rows import make_years

# Schemas are slow to make: so many are measured, and their mean stands for the others.
SCHEMAS: Final = sized(30, quick=3)
OPERATORS: Final = 500
# Three years of thirty trips a day.
TRIPS: Final = sized(33_000, quick=3_000)
SECONDS: Final = 60
_COLUMNS: Final = """
SELECT c.relname, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE n.nspname = %s AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
 GROUP BY 1 ORDER BY 1
"""


def rows_of_days() -> list[Row]:
    """Measure the daily step of operators one after the other, as one worker does it."""
    from django.db import connection

    make_years(TRIPS)
    accounts = [_copy(number) for number in range(SCHEMAS)]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    first = [_told(account) for account in accounts]
    again = [_told(account) for account in accounts]
    connection.set_schema_to_public()  # type: ignore[attr-defined]
    return [
        Row("schemas that told their days", SCHEMAS, ""),
        Row("trips in each", TRIPS, "rows"),
        *_figures("35 days and the months told for the first time", first),
        *_figures("35 days and the months told again, as every day", again),
        Row(
            "facts of a day, 500 operators by one worker",
            statistics.mean(again) * OPERATORS,
            "s",
            at_most(SECONDS),
        ),
    ]


def _figures(name: str, seconds: list[float]) -> list[Row]:
    return [
        Row(f"{name}, mean", statistics.mean(seconds) * 1000, "ms"),
        Row(f"{name}, slowest", max(seconds) * 1000, "ms"),
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


def _told(account: Any) -> float:
    from django_tenants.utils import tenant_context

    from outfitter.kit.clock import utc_now
    from outfitter_tenants.reports import day_facts

    begin = time.perf_counter()
    with tenant_context(account):
        day_facts.emit_recent({}, utc_now())
    return time.perf_counter() - begin
