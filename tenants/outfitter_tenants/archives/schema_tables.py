"""The tables of an operator's schema as the database knows them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.db import connection

from outfitter_tenants.archives.table_rules import LEFT_OUT

_TABLES: Final = """
SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = ''),
       array_agg(a.attname::text) FILTER (WHERE t.typname = 'jsonb' AND a.attnotnull)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
 WHERE n.nspname = %s AND c.relkind = 'r' GROUP BY c.relname ORDER BY c.relname
"""
_KEYS: Final = """
SELECT c.relname, array_agg(a.attname::text ORDER BY k.place)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
 WHERE n.nspname = %s AND i.indisprimary GROUP BY c.relname
"""
_SEQUENCES: Final = """
SELECT c.relname, a.attname::text, s.relname
  FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
  JOIN pg_class c ON c.oid = d.refobjid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
 WHERE n.nspname = %s AND d.deptype IN ('a', 'i')
"""
# Those that check a whole transaction at its end go on checking.
_TRIGGERS: Final = """
SELECT c.relname, g.tgname FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = %s AND NOT g.tgisinternal AND g.tgconstraint = 0 AND g.tgenabled = 'O'
 ORDER BY c.relname, g.tgname
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A table that goes into archives: what it stores, in which order, where its numbers come from."""

    name: str
    columns: tuple[str, ...]
    # JSON columns that are never empty: what is null there is JSON's null.
    json_columns: frozenset[str]
    order: tuple[str, ...]
    # (column, sequence)
    sequence: tuple[str, str] | None


def quoted(name: str) -> str:
    """Return a name of the database's own catalog, ready for a statement."""
    return connection.ops.quote_name(name)


def archived_tables(*, schema_name: str) -> list[Table]:
    """Return what of a schema goes into an archive, by name."""
    with connection.cursor() as cursor:
        cursor.execute(_KEYS, [schema_name])
        keys = {name: tuple(columns) for name, columns in cursor.fetchall()}
        cursor.execute(_SEQUENCES, [schema_name])
        drawn = {table: (column, sequence) for table, column, sequence in cursor.fetchall()}
        cursor.execute(_TABLES, [schema_name])
        return [
            Table(name, tuple(columns), frozenset(json or ()), keys.get(name, ()), drawn.get(name))
            for name, columns, json in cursor.fetchall()
            if name not in LEFT_OUT
        ]


def all_tables(*, schema_name: str) -> list[str]:
    """Return the names of all tables of a schema."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLES, [schema_name])
        return [row[0] for row in cursor.fetchall()]


@contextmanager
def resting_triggers(*, schema_name: str) -> Iterator[None]:
    """
    Leave alone what the schema does by itself when rows come in, for the rest of the transaction.

    What comes in was made under these triggers once. Keys and checks of whole transactions stay, and
    are asked at the end of the block. Whoever undoes the transaction undoes this.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TRIGGERS, [schema_name])
        found = cursor.fetchall()
        # Making a schema may leave keys that are asked at once; rows come in the order of names.
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for table, trigger in found:
            cursor.execute(_switch(schema_name, table, trigger, "DISABLE"))
        yield
        # A table with checks that wait can't be altered.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table, trigger in found:
            cursor.execute(_switch(schema_name, table, trigger, "ENABLE"))
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _switch(schema_name: str, table: str, trigger: str, what: str) -> str:
    return f"ALTER TABLE {quoted(schema_name)}.{quoted(table)} {what} TRIGGER {quoted(trigger)}"
