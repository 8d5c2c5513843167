"""The whole operator, written into an archive as it is at one moment (ADR 118)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import orjson
from django.db import connection, transaction

from outfitter.accounts import file_storage
from outfitter.accounts.models import Account
from outfitter.accounts.schema_snapshot import current_snapshot
from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter.kit.errors import DomainError
from outfitter.plugins import configs
from outfitter_tenants.archives import sealed_cells
from outfitter_tenants.archives.archive_format import FORMAT, VERSION, TableEntry
from outfitter_tenants.archives.archive_writer import ArchiveWriter
from outfitter_tenants.archives.schema_tables import Table, archived_tables, quoted
from outfitter_tenants.archives.table_rules import (
    LEFT_OUT,
    PLATFORM_LEFT_OUT,
    REASONS,
    TREATED,
    treatments_of,
)

# (rows and files that are written, all there are)
Progress = Callable[[int, int], None]
_TOLD_EVERY: Final = 20_000
# What an archive says of the operator itself, beside its tables.
_ACCOUNT: Final = (
    *("slug", "name", "legal_name", "status", "onboarding_stage", "country", "time_zone", "currency"),
    *("locale", "business", "is_demo", "trial_ends_at", "created_at", "went_live_at"),
)
# How values are written, whatever the session's own settings are.
_SPELLING: Final = (
    "SET LOCAL TimeZone = 'UTC'",
    "SET LOCAL DateStyle = 'ISO, YMD'",
    "SET LOCAL IntervalStyle = 'postgres'",
    "SET LOCAL bytea_output = 'hex'",
    "SET LOCAL extra_float_digits = 1",
    # Reading all of it may take longer than any request.
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
)


class ExportRefused(DomainError):
    """This operator can't be exported right now."""

    code = "export_refused"
    status = 409


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an archive holds."""

    tables_cnt: int
    rows_cnt: int
    files_cnt: int
    byte_cnt: int


def export_account(
    *, account: Account, path: Path, at: datetime, progress: Progress = lambda _done, _all: None
) -> ExportReport:
    """
    Write an operator into a new archive at `path`, while sales go on: all tables as of one moment.

    Nothing of it stands in memory. A file that is not ended is taken away.

    :raises FileExistsError: there is a file already
    :raises ExportRefused: the operator's schema waits for migrations
    """
    with in_schema(PUBLIC):
        version = current_snapshot().schema_version
    if account.schema_version != version:
        raise ExportRefused("This account has to be migrated first.", schema_version=account.schema_version)
    writer = ArchiveWriter(path)
    try:
        with writer, in_schema(account.schema_name):
            entries = _write(writer, account, at, progress)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    rows_cnt = sum(one.rows for one in entries)
    return ExportReport(len(entries), rows_cnt, writer.files_cnt, path.stat().st_size)


def _write(writer: ArchiveWriter, account: Account, at: datetime, progress: Progress) -> list[TableEntry]:
    with transaction.atomic():
        _take_snapshot()
        tables = archived_tables(schema_name=account.schema_name)
        counter = _Counter(progress, _estimate(account.schema_name, tables))
        entries = [_write_table(writer, account.schema_name, table, counter) for table in tables]
    # Files never change, and those of the rows were there before the rows were.
    for name in file_storage.walk(schema_name=account.schema_name):
        _write_file(writer, account.schema_name, name)
        counter.add(1)
    writer.finish(_manifest(account, at, entries))
    counter.tell()
    return entries


def _take_snapshot() -> None:
    """Have all reads of this transaction see one moment; inside another one, what that one sees."""
    with connection.cursor() as cursor:
        if len(connection.atomic_blocks) == 1:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        for statement in _SPELLING:
            cursor.execute(statement)


class _Counter:
    """How far an export is."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._total, self._done, self._told = progress, total, 0, 0

    def add(self, count: int) -> None:
        self._done += count
        if self._done - self._told >= _TOLD_EVERY:
            self.tell()

    def tell(self) -> None:
        self._told = self._done
        self._progress(self._done, max(self._done, self._total))


def _estimate(schema_name: str, tables: list[Table]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint FROM pg_class c"
            " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = %s AND relname = ANY(%s)",
            [schema_name, [table.name for table in tables]],
        )
        return int(cursor.fetchone()[0])


def _write_table(writer: ArchiveWriter, schema_name: str, table: Table, counter: _Counter) -> TableEntry:
    rows = 0

    def lines() -> Iterator[bytes]:
        nonlocal rows
        for line in _rows(schema_name, table):
            rows += 1
            if rows % 1000 == 0:
                counter.add(1000)
            yield line + b"\n"

    written = writer.add(f"tables/{table.name}.jsonl", lines())
    counter.add(rows % 1000)
    sequence = _drawn(schema_name, *table.sequence) if table.sequence else None
    return TableEntry(table.name, table.columns, rows, written.size, written.sha256, sequence)


def _rows(schema_name: str, table: Table) -> Iterator[bytes]:
    """Give a table's rows as JSON, in the order of their key."""
    columns = ", ".join(f"t.{quoted(name)}" for name in table.columns)
    order = ", ".join(f"t.{quoted(name)}" for name in table.order) or "1"
    inner = f"SELECT {columns} FROM {quoted(schema_name)}.{quoted(table.name)} t ORDER BY {order}"  # noqa: S608
    treatments = treatments_of(table.name)
    text = f"COPY (SELECT row_to_json(r)::text FROM ({inner}) r) TO STDOUT"  # noqa: S608
    with connection.connection.cursor() as cursor, cursor.copy(text) as copy:
        copy.set_types(["text"])
        for (line,) in copy.rows():
            if treatments:
                yield orjson.dumps(sealed_cells.opened(orjson.loads(line), treatments))
            else:
                yield line.encode()


def _drawn(schema_name: str, column: str, sequence: str) -> tuple[str, int]:
    """Return the last number that a sequence gave away, 0 when it gave none."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END"  # noqa: S608
            f" FROM {quoted(schema_name)}.{quoted(sequence)}"
        )
        return column, int(cursor.fetchone()[0])


def _write_file(writer: ArchiveWriter, schema_name: str, name: str) -> None:
    parts = file_storage.read_parts(schema_name=schema_name, path=name)
    try:
        # Opened before anything is written of it: it may be gone by now.
        first = next(parts, b"")
    except FileNotFoundError:
        return
    if name.startswith(sealed_cells.SEALED_FILES):
        whole = b"".join([first, *parts])
        writer.add_file(name, [sealed_cells.opened_file(name, whole)])
        return
    writer.add_file(name, _chained(first, parts))


def _chained(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _manifest(account: Account, at: datetime, entries: list[TableEntry]) -> dict[str, object]:
    told = {name: getattr(account, name) for name in _ACCOUNT}
    plugins = sorted(configs.enabled_slugs(schema_name=account.schema_name))
    left = [{"table": name, "reason": REASONS[reason]} for name, reason in LEFT_OUT.items()]
    changed = [
        {"column": f"{table}.{column}", "treatment": what} for (table, column), what in TREATED.items()
    ]
    platform = [{"what": what, "reason": reason} for what, reason in PLATFORM_LEFT_OUT.items()]
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "made_by": "Outfitter",
        "made_at": at.isoformat(),
        "schema_version": account.schema_version,
        "account": told,
        "plugins": plugins,
        "tables": [one.told() for one in entries],
        "left_out": [*left, *platform],
        "treated": changed,
    }
