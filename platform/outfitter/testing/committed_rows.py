"""
Takes back what a test committed: the rows of the tables it wrote to, not the whole database.

A copy of the template has thousands of files; a test writes to a few tables. Every version of a
row names the transaction that wrote it (`xmin`): with the number of rows that tells which tables
are no longer what they were. Sequences go on, as they do after a test that is rolled back.
"""

from typing import Any, Final, NamedTuple

import psycopg
from psycopg import sql

# What changes when a test makes or alters a schema, a table, a function or a setting.
_CATALOG: Final = ("class", "attribute", "namespace", "proc", "constraint", "index", "trigger", "type")
_TABLES: Final = """
SELECT n.nspname, c.relname,
       array_agg(a.attname ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '')
FROM pg_class AS c
JOIN pg_namespace AS n ON n.oid = c.relnamespace
JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relkind = 'r' AND c.relpersistence = 'p'
  AND n.nspname NOT IN ('pg_catalog', 'information_schema')
GROUP BY 1, 2 ORDER BY 1, 2
"""
_END_OTHERS: Final = """
SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
_SETTINGS: Final = """
SELECT setconfig::text FROM pg_db_role_setting
JOIN pg_database AS d ON d.oid = setdatabase WHERE datname = current_database() ORDER BY 1
"""


class _Table(NamedTuple):
    """A table and its columns; `kept` is the copy of its rows, where it had any."""

    name: sql.Identifier
    columns: sql.Composed
    kept: sql.Identifier


class CommittedRows:
    """What a worker's database held before the tests, and the way back to it."""

    def __init__(self, address: dict[str, Any]) -> None:
        """Keep all rows in a session of our own."""
        self.session = psycopg.connect(**address, autocommit=True)
        found = self.session.execute(_TABLES).fetchall()
        self.tables = [
            _Table(
                sql.Identifier(schema, table),
                sql.SQL(", ").join(map(sql.Identifier, columns)),
                sql.Identifier("pg_temp", f"kept_{number}"),
            )
            for number, (schema, table, columns) in enumerate(found)
        ]
        self.rows = self._look(range(len(self.tables)))
        for number, table in enumerate(self.tables):
            if self.rows[number][0]:
                self._run("CREATE TEMP TABLE {kept} AS SELECT {columns} FROM {name}", table)
        self.shape = self._shape()

    def take_back(self) -> bool:
        """End all other sessions and undo what they committed; False: it is more than rows."""
        try:
            self.session.execute(_END_OTHERS)
            if self._shape() != self.shape:
                return False
            now = self._look(range(len(self.tables)))
            touched = [number for number, seen in now.items() if seen != self.rows[number]]
            with self.session.transaction():
                # No trigger and no foreign key has a say in it.
                self.session.execute("SET LOCAL session_replication_role = replica")
                for number in touched:
                    self._put_back(number)
            self.rows |= self._look(touched)
        except psycopg.Error:
            return False
        return True

    def close(self) -> None:
        """Let go of the database."""
        self.session.close()

    def _put_back(self, number: int) -> None:
        table = self.tables[number]
        self._run("DELETE FROM {name}", table)
        if self.rows[number][0]:
            self._run(
                "INSERT INTO {name} ({columns}) OVERRIDING SYSTEM VALUE SELECT {columns} FROM {kept}", table
            )

    def _run(self, text: Any, table: _Table) -> None:
        self.session.execute(sql.SQL(text).format(**table._asdict()))

    def _look(self, numbers: Any) -> dict[int, tuple[int, int | None]]:
        """Return how many rows tables have, and the newest transaction that wrote one."""
        asked = [
            sql.SQL("SELECT {}, count(*), max(xmin::text::bigint) FROM {}").format(
                sql.Literal(number), self.tables[number].name
            )
            for number in numbers
        ]
        if not asked:
            return {}
        # Planned once: that takes longer than looking.
        found = self.session.execute(sql.SQL(" UNION ALL ").join(asked), prepare=True).fetchall()
        return {number: (cnt, newest) for number, cnt, newest in found}

    def _shape(self) -> Any:
        asked = [f"SELECT count(*), max(xmin::text::bigint) FROM pg_{name}" for name in _CATALOG]
        found = self.session.execute(" UNION ALL ".join(asked), prepare=True).fetchall()
        return found, self.session.execute(_SETTINGS).fetchall()
